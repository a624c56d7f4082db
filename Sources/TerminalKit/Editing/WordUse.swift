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
