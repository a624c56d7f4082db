/// What could stand where the cursor is.
struct Completion: Equatable {
    /// A word that fits, and what it means.
    struct Candidate: Equatable {
        let word: String
        var note: String?
    }

    let candidates: [Candidate]
    /// What to insert at the cursor: the rest of the only candidate and a blank, or what all candidates share.
    let inserted: String

    static let none = Completion(candidates: [], inserted: "")

    private init(candidates: [Candidate], inserted: String) {
        self.candidates = candidates
        self.inserted = inserted
    }

    /// - Parameters:
    ///   - word: the word the line ends in, without its quotes.
    ///   - isQuoted: whether it was begun with a quote, so that it cannot be rewritten.
    init(of word: String, among candidates: [Candidate], isQuoted: Bool = false) {
        let fitting = candidates.filter { $0.word.hasPrefix(word) }
        self.candidates = fitting
        guard let first = fitting.first?.word else {
            inserted = ""
            return
        }
        if fitting.count == 1 {
            inserted = Self.rest(of: first, behind: word, isQuoted: isQuoted) + " "
        } else {
            let shared = fitting.dropFirst().reduce(first) { $0.commonPrefix(with: $1.word) }
            inserted = Self.rest(of: shared, behind: word, isQuoted: isQuoted)
        }
    }

    private static func rest(of candidate: String, behind word: String, isQuoted: Bool) -> String {
        let rest = String(candidate.dropFirst(word.count))
        let isPlain = ShellWords.quote(rest) == rest || rest.isEmpty
        return isPlain || isQuoted ? rest : rest.map { $0 == " " || $0 == "'" ? "\\\($0)" : "\($0)" }.joined()
    }

    /// The candidates for people: with notes a line each, else in columns.
    func listing(columns width: Int) -> [String] {
        let words = candidates.map { Defusing.line($0.word) }
        let widest = words.map(DisplayWidth.of).max() ?? 0
        if candidates.contains(where: { $0.note != nil }) {
            return zip(words, candidates).map { word, candidate in
                let note = candidate.note.map { "  " + Defusing.line($0) } ?? ""
                return DisplayWidth.truncate(DisplayWidth.pad(word, to: widest) + note, to: width)
            }
        }
        let perLine = max(1, width / (widest + 2))
        return stride(from: 0, to: words.count, by: perLine).map { start in
            words[start..<min(start + perLine, words.count)].map { DisplayWidth.pad($0, to: widest) }
                .joined(separator: "  ")
        }
    }
}
