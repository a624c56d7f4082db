/// Breaks text into lines that fit a width: at blanks, and between wide characters, which are written without any.
package enum TextWrap {
    /// What must not begin a line (after JIS X 4051, the commonest of them).
    private static let closing: Set<Character> = [
        "、", "。", "，", "．", "」", "』", "）", "】", "〉", "》", "！", "？", "ー", "ッ", "っ", "ャ", "ュ", "ョ", "ゃ", "ゅ", "ょ",
    ]
    /// What must not end one.
    private static let opening: Set<Character> = ["「", "『", "（", "【", "〈", "《"]

    /// The lines of `text`, each of at most `width` cells; blanks at a break are dropped. A cluster that is wider than
    /// `width` has a line to itself. At least one line, maybe empty.
    ///
    /// - Parameter text: one line, already defused.
    package static func lines(_ text: String, width: Int) -> [String] {
        let characters = Array(text)
        var lines: [String] = []
        var start = 0
        while start < characters.count {
            let end = lineEnd(characters, from: start, width: max(1, width))
            lines.append(String(characters[start..<end]).withoutTrailingBlanks)
            start = characters[end...].firstIndex { $0 != " " } ?? characters.count
        }
        return lines.isEmpty ? [""] : lines
    }

    private static func lineEnd(_ characters: [Character], from start: Int, width: Int) -> Int {
        var used = 0
        var lastBreak: Int?
        for index in start..<characters.count {
            let character = characters[index]
            let cells = DisplayWidth.of(character)
            if index > start, canBreak(between: characters[index - 1], and: character) { lastBreak = index }
            // A blank may hang over the edge: it is dropped there.
            if used + cells > width, index > start, character != " " { return lastBreak ?? index }
            used += cells
        }
        return characters.count
    }

    private static func canBreak(between left: Character, and right: Character) -> Bool {
        if right == " " { return false }
        if left == " " { return true }
        guard DisplayWidth.of(left) == 2 || DisplayWidth.of(right) == 2 else { return false }
        return !closing.contains(right) && !opening.contains(left)
    }
}
