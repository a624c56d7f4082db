package struct Completion: Equatable {
    /// A word that fits, and what it means.
    package struct Candidate: Equatable {
        package var word: String
        package var note: String?
        /// Whether others before it were not read, because there are so many.
        package var hasUnreadBefore = false
        /// Whether the word goes on, so that neither quote nor blank follows it.
        package var isOpen = false

        package init(word: String, note: String? = nil, hasUnreadBefore: Bool = false, isOpen: Bool = false) {
            self.word = word
            self.note = note
            self.hasUnreadBefore = hasUnreadBefore
            self.isOpen = isOpen
        }
    }

    /// Those that fit, each once, in the order given.
    package let candidates: [Candidate]
    /// How a word is written into the line.
    package enum Spelling: Equatable {
        case shell
        case verbatim
    }

    private let word: String
    private let spelling: Spelling
    /// Whether a candidate does not begin with the word, but has its letters in order, or a quote before them.
    package let isFuzzy: Bool

    package static let none = Completion(of: "", among: [])

    /// Letters of a word from which on its letters alone are looked for.
    private static let fewestFuzzy = 2

    /// - Parameters:
    ///   - word: the word the line ends in, without its quotes.
    ///   - isFuzzy: whether, where no candidate begins with the word, those that have its letters in order fit.
    package init(
        of word: String, among candidates: [Candidate], isFuzzy: Bool = false, spelling: Spelling = .shell
    ) {
        self.word = word
        self.spelling = spelling
        var seen: Set<String> = []
        let exact = candidates.filter {
            let begins = $0.word.hasPrefix(word) || isFuzzy && Self.isQuoted($0.word, beginningWith: word)
            return begins && seen.insert($0.word).inserted
        }
        guard exact.isEmpty, isFuzzy, word.count >= Self.fewestFuzzy else {
            (self.candidates, self.isFuzzy) = (exact, exact.contains { !$0.word.hasPrefix(word) })
            return
        }
        let fuzzy = candidates.enumerated().compactMap { place, candidate in
            Self.end(of: word, in: candidate.word).map { (end: $0, place: place, candidate: candidate) }
        }
        // Those in which the letters are closest together come first.
        let ranked = fuzzy.sorted { ($0.end, $0.place) < ($1.end, $1.place) }.map(\.candidate)
        self.candidates = ranked.filter { seen.insert($0.word).inserted }
        self.isFuzzy = !fuzzy.isEmpty
    }

    /// Whether a text is in double quotes that were not typed, and begins with a word.
    private static func isQuoted(_ text: String, beginningWith word: String) -> Bool {
        text.first == "\"" && !word.isEmpty && text.dropFirst().hasPrefix(word)
    }

    /// Where in a text the last letter of a word is; nil where the text does not have its letters in order, whatever
    /// their case.
    private static func end(of word: String, in text: String) -> Int? {
        var rest = word.lowercased()[...]
        for (place, letter) in text.lowercased().enumerated() where letter == rest.first {
            rest = rest.dropFirst()
            if rest.isEmpty { return place }
        }
        return nil
    }

    package var isUnique: Bool { candidates.count == 1 }

    /// What to insert after a line that ends in the word: the rest of the only candidate, its quote closed, and a
    /// blank; or what all candidates share. Quoted as the line's last word is. After a folder's `/` the word goes on.
    ///
    /// - Returns: an empty text where nothing can be added, also after a lone `\`.
    package func insertion(after line: ShellWords) -> String {
        guard !isFuzzy, let shared = sharedStart, line.flaw != .openBackslash, !line.endsInComment else { return "" }
        return spelled(String(shared.dropFirst(word.count)), as: line.flaw)
    }

    /// What to write in place of the word where its letters alone fit: the only candidate, or what all candidates share
    /// if that has the letters.
    ///
    /// - Returns: nil where there is nothing of the kind.
    package func replacement(in line: ShellWords) -> (scalars: Int, text: String)? {
        guard isFuzzy, let shared = sharedStart, Self.end(of: word, in: shared) != nil, !line.endsInComment,
            line.flaw == nil || spelling == .verbatim
        else { return nil }
        let place = spelling == .shell ? line.places.last : nil
        let typed = place.map { String(decoding: Array(line.text.utf8)[$0], as: UTF8.self) } ?? word
        return (typed.unicodeScalars.count, spelled(shared, as: line.flaw))
    }

    /// What all candidates begin with; nil where there is none.
    private var sharedStart: String? {
        guard let first = candidates.first?.word else { return nil }
        return candidates.reduce(first) { shared, other in
            String(zip(shared, other.word).prefix { $0 == $1 }.map(\.0))
        }
    }

    /// A piece of a word as it is written at the end of a line; after the whole word its quote and a blank follow.
    private func spelled(_ piece: String, as flaw: ShellWords.Flaw?) -> String {
        let isWhole = isUnique && candidates.first.map { !$0.isOpen && !$0.word.hasSuffix("/") } == true
        guard spelling == .shell else { return isWhole ? piece + " " : piece }
        let quote: Character? = if case .openQuote(let open) = flaw { open } else { nil }
        let rest = ShellWords.escaped(piece, in: quote)
        return isWhole ? rest + (quote.map(String.init) ?? "") + " " : rest
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

/// How often each word was typed, so that the usual ones come first.
package struct WordUse {
    private let counts: [Substring: Int]

    /// - Parameter lines: those that were typed.
    package init(_ lines: [String]) {
        var counts: [Substring: Int] = [:]
        for line in lines {
            for word in line.split(whereSeparator: Self.isBetweenWords) { counts[word, default: 0] += 1 }
        }
        self.counts = counts
    }

    private static func isBetweenWords(_ letter: Character) -> Bool {
        !(letter.isLetter || letter.isNumber || letter == "_" || letter == "-")
    }

    /// Candidates, those that were typed most first; equal ones as they are.
    package func ranked(_ candidates: [Completion.Candidate]) -> [Completion.Candidate] {
        guard !counts.isEmpty else { return candidates }
        return candidates.enumerated().map { (count: counts[$1.word[...]] ?? 0, place: $0, candidate: $1) }
            .sorted { ($1.count, $0.place) < ($0.count, $1.place) }.map(\.candidate)
    }
}
