/// The words and signs of SQL, as far as completion has to know them.
struct SQLScan {
    enum Token: Hashable {
        /// A word, or a name in double quotes without them.
        case name(String, isQuoted: Bool)
        case string, number
        case sign(String)

        /// The word in lower case; nil for what is none.
        var word: String? { if case .name(let name, false) = self { name.lowercased() } else { nil } }

        var name: String? { if case .name(let name, _) = self { name } else { nil } }
    }

    private(set) var tokens: [Token] = []
    /// What the text ends in and is not whole: a word, or what begins with a quote; empty after a blank or sign.
    private(set) var typed = ""
    private(set) var endsInComment = false

    private static let longSigns = ["<>", "!=", "<=", ">=", "==", "||", "->"]

    init(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest = rest.dropFirst()
            } else if rest.hasPrefix("--") || rest.hasPrefix("/*") {
                let end = rest.hasPrefix("--") ? "\n" : "*/"
                guard let range = rest.dropFirst(2).firstRange(of: end) else {
                    endsInComment = true
                    return
                }
                rest = rest[range.upperBound...]
            } else if first == "'" || first == "\"" {
                guard let end = Self.end(of: first, in: rest) else {
                    typed = String(rest)
                    return
                }
                let inner = rest[rest.index(after: rest.startIndex)..<end].replacing(
                    "\(first)\(first)", with: "\(first)")
                tokens.append(first == "'" ? .string : .name(String(inner), isQuoted: true))
                rest = rest[rest.index(after: end)...]
            } else if Self.isPartOfName(first) {
                let word = rest.prefix(while: Self.isPartOfName)
                rest = rest.dropFirst(word.count)
                guard !rest.isEmpty else {
                    typed = String(word)
                    return
                }
                tokens.append(first.isNumber ? .number : .name(String(word), isQuoted: false))
            } else {
                let sign = Self.longSigns.first(where: rest.hasPrefix) ?? String(first)
                tokens.append(.sign(sign))
                rest = rest.dropFirst(sign.count)
            }
        }
    }

    private static func end(of quote: Character, in text: Substring) -> Substring.Index? {
        var index = text.index(after: text.startIndex)
        while let found = text[index...].firstIndex(of: quote) {
            let next = text.index(after: found)
            guard next < text.endIndex, text[next] == quote else { return found }
            index = text.index(after: next)
        }
        return nil
    }

    static func isPartOfName(_ letter: Character) -> Bool {
        letter.isLetter || letter.isNumber || letter == "_"
    }
}
