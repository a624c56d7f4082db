package import FeedModel
package import FeedSlots

/// A key of the policy, and the values that it takes.
package struct SweepAxis: Hashable, Sendable {
    package enum Key: String, Sendable, CaseIterable {
        case every, first
        case minGap = "min_gap"
        case ahead, max
    }

    package let key: Key
    /// Its values in this order, none twice.
    package let values: [Int]

    static let mostValues = 1_000

    /// Reads `every=3..8`, `every=3,5,8` or both mixed; a range includes both ends.
    ///
    /// - Throws: `SweepError`, which names what cannot be read.
    package init(parsing text: String) throws(SweepError) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { throw .malformed(text) }
        guard let key = Key(rawValue: String(halves[0])) else { throw .unknownKey(String(halves[0])) }
        self.key = key
        var values: [Int] = []
        for part in halves[1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let range = Self.range(part) else { throw .malformed(text) }
            guard range.count <= Self.mostValues else { throw .tooMany(range.count, limit: Self.mostValues) }
            values += range.filter { !values.contains($0) }
            guard values.count <= Self.mostValues else { throw .tooMany(values.count, limit: Self.mostValues) }
        }
        self.values = values
    }

    private static func range(_ text: Substring) -> ClosedRange<Int>? {
        let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(number)
        guard let low = ends.first ?? nil, let high = ends.last ?? nil, low <= high else { return nil }
        return low...high
    }

    /// Only digits, and no more than a policy allows.
    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text).flatMap { $0 <= SlotPolicy.greatest ? $0 : nil }
    }
}

package enum SweepError: ReportableError, Equatable, Sendable {
    case malformed(String)
    case unknownKey(String)
    case repeated(SweepAxis.Key)
    /// More values or policies than are allowed.
    case tooMany(Int, limit: Int)
    case tooLarge(policies: Int, items: Int)
    case policy(SlotPolicyError)
    /// None of the policies has a slot.
    case noSlots

    package var report: ErrorReport {
        switch self {
        case .malformed(let text):
            ErrorReport(
                .usage, "sweep_malformed",
                "“\(text)” is no sweep: write KEY=A..B or KEY=A,B,C, such as every=3..8")
        case .unknownKey(let key):
            ErrorReport(
                .usage, "sweep_unknown_key",
                "“\(key)” cannot be swept; there are: \(SweepAxis.Key.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        case .repeated(let key):
            ErrorReport(
                .usage, "sweep_repeated", "“\(key.rawValue)” is given twice: write all of its values in one list")
        case .tooMany(let count, let limit):
            ErrorReport(
                .usage, "sweep_too_many", "\(count) policies are too many: at most \(limit) are tried at once")
        case .tooLarge(let policies, let items):
            ErrorReport(
                .usage, "sweep_too_large",
                "\(policies) policies on \(items) items are too much: try fewer items or fewer values")
        case .policy(let error): error.report
        case .noSlots:
            ErrorReport(
                .usage, "sweep_no_slots",
                "no policy has a slot: sweep “every” or “first”, or name a file with a policy that has them")
        }
    }
}
