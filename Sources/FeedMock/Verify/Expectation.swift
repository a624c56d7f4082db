enum Expectation: Sendable {
    case count(RequestPattern, RequestCount)
    /// One request for each, in this order; others may come between.
    case order([RequestPattern])

    struct Verdict {
        /// Whether waiting longer is of no use.
        let isFinal: Bool
        /// The requests that were meant.
        fileprivate let meant: [JournalEntry]
        /// Makes the failure; nil where it holds. That takes long where there are many requests, and is done once, when the
        /// wait is over.
        fileprivate let failure: (() -> VerificationFailure)?

        /// - Throws: ``VerificationFailure`` where it does not hold.
        func entries() throws(VerificationFailure) -> [JournalEntry] {
            if let failure { throw failure() }
            return meant
        }
    }

    func verdict(on entries: [JournalEntry]) -> Verdict {
        switch self {
        case .count(let pattern, let count): Self.verdict(on: entries, pattern, count)
        case .order(let patterns): Self.verdict(on: entries, patterns)
        }
    }

    private static func verdict(
        on entries: [JournalEntry], _ pattern: RequestPattern, _ count: RequestCount
    ) -> Verdict {
        let meant = entries.filter(pattern.matches)
        let failure = {
            let came = meant.isEmpty ? "none came" : "\(meant.count) came"
            return VerificationFailure(
                summary: "expected \(count) \(pattern), but \(came)", matching: meant,
                misses: Miss.nearest(to: pattern, in: entries), total: entries.count)
        }
        return Verdict(
            isFinal: count.isSettled(by: meant.count), meant: meant,
            failure: count.isMet(by: meant.count) ? nil : failure)
    }

    private static func verdict(on entries: [JournalEntry], _ patterns: [RequestPattern]) -> Verdict {
        var found: [JournalEntry] = []
        var rest = entries[...]
        for (place, pattern) in patterns.enumerated() {
            guard let index = rest.firstIndex(where: pattern.matches) else {
                let (found, rest) = (found, rest)
                return Verdict(isFinal: false, meant: found) {
                    failure(place, of: patterns, after: found, in: entries, rest)
                }
            }
            found.append(entries[index])
            rest = entries[(index + 1)...]
        }
        return Verdict(isFinal: true, meant: found, failure: nil)
    }

    /// The pattern at `place` was not found in the rest.
    private static func failure(
        _ place: Int, of patterns: [RequestPattern], after found: [JournalEntry], in entries: [JournalEntry],
        _ rest: ArraySlice<JournalEntry>
    ) -> VerificationFailure {
        let pattern = patterns[place]
        let names = patterns.map(\.description).joined(separator: ", then ")
        let after = found.last.map { "after #\($0.number) " } ?? ""
        let early = entries[..<rest.startIndex].last(where: pattern.matches)
        let came = early.map { "; #\($0.number) came too early" } ?? ""
        return VerificationFailure(
            summary: "expected in this order: \(names); \(after)no \(pattern) came (number \(place + 1) of "
                + "\(patterns.count))\(came)",
            matching: found, misses: Miss.nearest(to: pattern, in: Array(rest)), total: entries.count)
    }
}
