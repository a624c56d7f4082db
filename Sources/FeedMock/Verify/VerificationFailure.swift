import FeedModel

/// The requests that came are not those that were expected. Its description says what came instead, the nearest misses
/// first, with what differs.
public struct VerificationFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was expected and what came, in one line.
    public let summary: String
    /// Requests that were meant.
    let matching: [JournalEntry]
    /// The nearest of those that were not.
    let misses: [Miss]
    /// How many requests came in all.
    let total: Int

    private static let shown = 10

    /// Several lines, for the report of a test.
    public var description: String {
        var lines = [summary]
        if total == 0 { lines.append("no request came at all") }
        if !matching.isEmpty {
            lines.append("these came:")
            lines += matching.prefix(Self.shown).map { "  \(Self.line($0))" }
            if matching.count > Self.shown { lines.append("  … \(matching.count - Self.shown) more") }
        }
        if !misses.isEmpty {
            lines.append("the nearest others:")
            lines += misses.map { "  \(Self.line($0.entry)): \($0.differences.joined(separator: ", "))" }
        }
        return lines.joined(separator: "\n")
    }

    /// The summary and the nearest miss, in one line.
    package var line: String {
        guard let miss = misses.first else { return summary + (total == 0 ? "; no request came at all" : "") }
        return "\(summary); nearest is \(Self.line(miss.entry)): \(miss.differences.joined(separator: ", "))"
    }

    private static func line(_ entry: JournalEntry) -> String {
        let names = entry.ignoredParameters.joined(separator: ", ")
        let ignored = names.isEmpty ? "" : ", ignored: \(names)"
        let fault = entry.faultChangedNothing ? entry.fault.map { ", \($0) changed nothing" } ?? "" : ""
        return "#\(entry.number) \(entry.method) \(entry.shortTarget) (\(entry.outcome)\(ignored)\(fault))"
    }
}

struct Miss: Equatable, Sendable {
    let entry: JournalEntry
    let differences: [String]

    private static let kept = 5

    /// The nearest first; of equal ones the latest.
    static func nearest(to pattern: RequestPattern, in entries: [JournalEntry]) -> [Miss] {
        let candidates = entries.map { ($0, pattern.differences(from: $0)) }.filter { !$0.1.isEmpty }
        let ranked = candidates.sorted { left, right in
            let weights = (left.1.reduce(0) { $0 + $1.weight }, right.1.reduce(0) { $0 + $1.weight })
            return weights.0 == weights.1 ? left.0.number > right.0.number : weights.0 < weights.1
        }
        return ranked.prefix(kept).map { Miss(entry: $0.0, differences: $0.1.map(\.text)) }
    }
}
