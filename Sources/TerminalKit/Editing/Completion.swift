/// Candidates for a word that was begun.
package struct Completion: Equatable {
    /// A word that fits, and what it means.
    package struct Candidate: Equatable {
        package let word: String
        package var note: String?
        /// Whether others before it were not read, because there are so many.
        package var hasUnreadBefore = false

        package init(word: String, note: String? = nil, hasUnreadBefore: Bool = false) {
            self.word = word
            self.note = note
            self.hasUnreadBefore = hasUnreadBefore
        }
    }

    /// Those that fit, each once, in the order given.
    package let candidates: [Candidate]
    /// The word so far.
    private let word: String

    package static let none = Completion(of: "", among: [])

    /// - Parameter word: the word the line ends in, without its quotes.
    package init(of word: String, among candidates: [Candidate]) {
        self.word = word
        var seen: Set<String> = []
        self.candidates = candidates.filter { $0.word.hasPrefix(word) && seen.insert($0.word).inserted }
    }

    /// Whether all that can be said is the one word.
    package var isUnique: Bool { candidates.count == 1 }

    /// What to insert after a line that ends in the word: the rest of the only candidate, its quote closed, and a
    /// blank; or what all candidates share. Quoted as the line's last word is. After a folder's `/` the word goes on.
    ///
    /// - Returns: an empty text where nothing can be added, also after a lone `\`.
    package func insertion(after line: ShellWords) -> String {
        guard let first = candidates.first?.word, line.flaw != .openBackslash, !line.endsInComment else { return "" }
        let shared = candidates.dropFirst().reduce(first[...]) { Self.sharedPrefix($0, $1.word[...]) }
        let quote: Character? = if case .openQuote(let open) = line.flaw { open } else { nil }
        let rest = ShellWords.escaped(String(shared.dropFirst(word.count)), in: quote)
        let isWhole = isUnique && !first.hasSuffix("/")
        return isWhole ? rest + (quote.map(String.init) ?? "") + " " : rest
    }

    private static func sharedPrefix(_ left: Substring, _ right: Substring) -> Substring {
        let count = zip(left, right).prefix { $0 == $1 }.count
        return left.prefix(count)
    }
}

// MARK: Listing

extension Completion {
    /// The candidates for people: with notes a line each, else in columns, read downwards as ls(1) does.
    ///
    /// - Parameters:
    ///   - width: cells of the window.
    ///   - height: the most lines; what does not fit is counted on the last one.
    package func listing(columns width: Int, rows height: Int = .max) -> [String] {
        let lines = candidates.contains { $0.note != nil } ? notedLines(width) : columnLines(width)
        guard lines.count > max(1, height) else { return lines.map(\.text) }
        let shown = lines.prefix(max(1, height) - 1)
        let left = candidates.count - shown.reduce(0) { $0 + $1.count }
        let count = candidates.contains(where: \.hasUnreadBefore) ? "more than \(left)" : "\(left) more"
        return shown.map(\.text) + [DisplayWidth.truncate("… \(count)", to: width)]
    }

    private typealias Line = (text: String, count: Int)

    private func notedLines(_ width: Int) -> [Line] {
        let words = candidates.map { TerminalSanitizer.line($0.word) }
        // A single long word does not push all notes out of sight.
        let widest = min(words.map(DisplayWidth.of).max() ?? 0, width / 2)
        return zip(words, candidates).map { word, candidate in
            guard let note = candidate.note.map(TerminalSanitizer.line), !note.isEmpty else {
                return (DisplayWidth.truncate(word, to: width), 1)
            }
            return (DisplayWidth.truncate(DisplayWidth.pad(word, to: widest) + "  " + note, to: width), 1)
        }
    }

    private func columnLines(_ width: Int) -> [Line] {
        let words = candidates.map { DisplayWidth.truncate(TerminalSanitizer.line($0.word), to: width) }
        let widest = words.map(DisplayWidth.of).max() ?? 0
        let columns = max(1, (width + 2) / (widest + 2))
        let rows = (words.count + columns - 1) / columns
        return (0..<rows).map { row in
            let cells = stride(from: row, to: words.count, by: rows).map { words[$0] }
            let padded = cells.dropLast().map { DisplayWidth.pad($0, to: widest) } + cells.suffix(1)
            return (padded.joined(separator: "  "), cells.count)
        }
    }
}
