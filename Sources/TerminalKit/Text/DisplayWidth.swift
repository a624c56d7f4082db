/// How many cells of a terminal a text takes: two for East Asian wide characters and emoji, none for combining marks.
///
/// Measured by grapheme cluster. A cluster drawn as one emoji (a flag, a family, a keycap, a skin tone) takes two cells;
/// any other takes the sum of its scalars, as wcwidth(3) has it: a half-width kana with its voicing mark takes two.
enum DisplayWidth {
    /// The cells of a text on one line. Controls count for nothing: what is measured should be defused already.
    static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The cells of a grapheme cluster.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let rest = scalars.dropFirst()
        if rest.isEmpty { return ScalarWidth.of(first) }
        return isEmoji(first, rest) ? 2 : scalars.reduce(0) { $0 + ScalarWidth.of($1) }
    }

    /// The longest beginning that fits into `width` cells, with `…` where something is left out. A cluster is never
    /// split.
    static func truncate(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        var used = 0
        var end = text.startIndex
        // A long text is measured no further than it can be seen.
        for index in text.indices {
            let cells = of(text[index])
            if used + cells > width { return text[..<end] + "…" }
            used += cells
            if used < width { end = text.index(after: index) }
        }
        return text
    }

    /// The text with blanks behind it, or before it, up to `width` cells.
    static func pad(_ text: String, to width: Int, isTrailing: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - of(text)))
        return isTrailing ? blanks + text : text + blanks
    }

    /// Whether a cluster of several scalars is drawn as one picture (Unicode Technical Standard #51, 1.4).
    private static func isEmoji(_ first: Unicode.Scalar, _ rest: some Collection<Unicode.Scalar>) -> Bool {
        // Regional indicators: a cluster holds two, a flag.
        if (0x1F1E6...0x1F1FF).contains(first.value) { return true }
        guard first.properties.isEmoji else { return false }
        if first.properties.isEmojiPresentation || rest.contains("\u{FE0F}") { return true }
        return !first.isASCII && rest.contains(where: \.properties.isEmojiPresentation)
    }
}
