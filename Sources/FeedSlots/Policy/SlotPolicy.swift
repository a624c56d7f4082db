package import FeedModel

/// Where a section reserves slots for ads, when it requests one, and what counts as seen.
///
/// The first slots are at the `fixed` rows. After the last of them (or from the head, where there are none) slots
/// repeat: the first after `first` content items (`every` if that is left out), the others after `every` each. Without
/// `fixed`, `every` and `first` there are no slots, and the section passes through untouched.
///
/// Every value is in its range, so computations with a policy do not overflow.
package struct SlotPolicy: Hashable, Sendable {
    /// Where an ad may appear while the list is on screen.
    package enum Insertion: String, Sendable, CaseIterable {
        /// Below the last row on screen only, so that nothing on screen or above it moves.
        case below
        /// Also between rows on screen, which moves the rows below down. Slots that were scrolled past take no row.
        case anywhere
    }

    /// Rows as they are shown when every slot is filled, counted from 0; ascending and distinct.
    package private(set) var fixed: [Int] = []
    /// Content items from one repeating slot to the next: 1 and up; nil for none.
    package private(set) var every: Int?
    /// Content items before the first repeating slot; nil for `every`. Without `every` it is the only one.
    package private(set) var first: Int?
    /// How many slots a section has at most, filled ones included; nil for no limit.
    package private(set) var max: Int?
    /// The least number of content items between two ads that are shown.
    package private(set) var minGap = 1
    /// Whether an ad may be the last row.
    package private(set) var trailing = false
    /// An ad is requested when at most this many content rows are between the screen and its slot.
    package private(set) var ahead = 3
    /// An ad that is older than this and has no impression expires.
    package private(set) var ttl = Duration.seconds(3600)
    /// The part of an ad's row that has to be on screen for it to be seen: 0 to 1.
    package private(set) var visible = 0.5
    /// For how long it has to be on screen without a break.
    package private(set) var dwell = Duration.seconds(1)
    package private(set) var insertion = Insertion.below

    /// `fixed`, and one more row for `first` where there is no `every`.
    private(set) var fixedRows: [Int] = []

    package static let none = SlotPolicy()

    private init() {}

    /// A policy of checked values; what is left out is as in `none`.
    ///
    /// - Parameters:
    ///   - fixed: in any order, repeats allowed, at most 10,000; each 0 to 10⁹.
    ///   - every: 1 to 10⁹.
    ///   - first, max, minGap, ahead: 0 to 10⁹.
    ///   - ttl, dwell: 0 to 10⁹ seconds.
    ///   - visible: 0 to 1.
    /// - Throws: `SlotPolicyError.value` for the first one outside its range.
    package init(
        fixed: [Int] = [], every: Int? = nil, first: Int? = nil, max: Int? = nil, minGap: Int = none.minGap,
        trailing: Bool = none.trailing, ahead: Int = none.ahead, ttl: Duration = none.ttl,
        visible: Double = none.visible, dwell: Duration = none.dwell, insertion: Insertion = none.insertion
    ) throws(SlotPolicyError) {
        guard fixed.count <= Self.mostFixedRows else {
            throw .value(key: "fixed", reason: "has more than \(Self.mostFixedRows) rows")
        }
        for row in [fixed.min(), fixed.max()] { try Self.check(row, "fixed") }
        try Self.check(every, "every")
        try Self.check(first, "first")
        try Self.check(max, "max")
        try Self.check(minGap, "min_gap")
        try Self.check(ahead, "ahead")
        try Self.check(ttl, "ttl")
        try Self.check(dwell, "dwell")
        guard (0...1).contains(visible) else { throw .value(key: "visible", reason: "should be from 0 to 1") }
        self.fixed = Set(fixed).sorted()
        (self.every, self.first, self.max, self.minGap, self.trailing) = (every, first, max, minGap, trailing)
        (self.ahead, self.ttl, self.visible, self.dwell, self.insertion) = (ahead, ttl, visible, dwell, insertion)
        fixedRows = self.fixed
        if every == nil, let first {
            fixedRows.append(self.fixed.last.map { $0 + 1 + Swift.max(first, minGap) } ?? first)
        }
    }

    package var hasSlots: Bool { max != 0 && (every != nil || !fixedRows.isEmpty) }

    package var allowsLeadingAd: Bool { fixedRows.first == 0 || (fixed.isEmpty && first == 0) }

    /// From a repeating slot to the next: `every`, or `minGap` where that is more, since an ad nearer would be hidden.
    var spacing: Int? { every.map { Swift.max($0, minGap) } }

    package static let greatest = 1_000_000_000
    private static let mostFixedRows = 10_000

    private static func check(_ value: Int?, _ key: String) throws(SlotPolicyError) {
        let bounds = SlotPolicyReading.keys.first { $0.name == key }?.bounds ?? 0...greatest
        guard let value, !bounds.contains(value) else { return }
        throw .value(key: key, reason: "should be from \(bounds.lowerBound) to \(bounds.upperBound)")
    }

    private static func check(_ value: Duration, _ key: String) throws(SlotPolicyError) {
        guard value < .zero || value > .seconds(greatest) else { return }
        throw .value(key: key, reason: "should be from 0 to \(greatest) seconds")
    }
}

extension SlotPolicy: CustomStringConvertible {
    /// The policy in a line: “rows 1 and 5, then every 2 items; at most 4 ads; asked for 3 items ahead”.
    package var description: String {
        guard hasSlots else { return "no ads" }
        var parts = [places]
        if let max { parts.append("at most \(max.of("ad"))") }
        if minGap != Self.none.minGap { parts.append("at least \(minGap.of("item")) apart") }
        parts.append("asked for \(ahead.of("item")) ahead")
        if trailing { parts.append("also as the last row") }
        if insertion == .anywhere { parts.append("also between rows on screen") }
        parts.append("seen at \((visible * 100).formattedAsWhole) % for \(dwell.inWords)")
        parts.append("kept unseen for \(ttl.inWords)")
        return parts.joined(separator: "; ")
    }

    private var places: String {
        var parts: [String] = []
        if !fixed.isEmpty {
            parts.append("\(fixed.count == 1 ? "row" : "rows") \(fixed.map(String.init).joined(separator: ", "))")
        }
        if let first { parts.append("after \(first.of("item"))") }
        if let every { parts.append(every == 1 ? "every item" : "every \(every) items") }
        return parts.joined(separator: ", then ")
    }
}

package enum SlotPolicyError: ReportableError, Equatable, Sendable {
    case malformed(reason: String)
    /// The value of a key is of the wrong type, out of its range, or contradicts another.
    case value(key: String, reason: String)

    package var report: ErrorReport {
        switch self {
        case .malformed(let reason): ErrorReport(.badData, "malformed", "the ad policy cannot be read: \(reason)")
        case .value(let key, let reason): ErrorReport(.badData, "policy_value", "“\(key)” of the ad policy \(reason)")
        }
    }
}
