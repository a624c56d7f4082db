package import FeedModel

/// The content items of a section that are on screen, and the impressions that are due.
///
/// An impression is counted by the same rule as that of an ad: after `visible` of an item's row was on screen for
/// `dwell` without a break. An item that stays on screen counts once, and again when it comes back.
package struct ContentExposures: Equatable, Sendable {
    /// An item's ID, its row, from 0, and which part of that is on screen: 0 to 1.
    package typealias VisibleItem = (key: String, row: Int, fraction: Double)

    package struct Impression: Equatable, Sendable {
        package let key: String
        /// The row it was on, from 0.
        package let row: Int
        package let at: Instant
    }

    private var exposures = Exposures<ExactText>()
    private var rows: [ExactText: Int] = [:]
    private var counted: Set<ExactText> = []

    /// - Parameter counted: the items that were on screen and counted a moment ago: those that still are do not count
    ///   again.
    package init(counted: [String] = []) {
        self.counted = Set(counted.map(ExactText.init))
    }

    /// Takes what is on screen now. What was on screen until now is counted first.
    ///
    /// - Returns: the impressions that are due, in the order of their rows.
    package mutating func show(
        _ items: [VisibleItem], policy: SlotPolicy, at time: Instant
    ) -> [Impression] {
        let before = count(policy, at: time)
        let visible = items.filter { $0.fraction >= policy.visible }.map { (ExactText($0.key), $0.row) }
        _ = exposures.show(visible.map(\.0), at: time)
        rows = Dictionary(visible, uniquingKeysWith: { $1 })
        counted = counted.filter { rows[$0] != nil }
        return before + count(policy, at: time)
    }

    /// Leaves out time without anyone watching, 0 or more: exposures continue after it.
    package mutating func skip(_ duration: Duration) {
        exposures.skip(duration)
    }

    private mutating func count(_ policy: SlotPolicy, at time: Instant) -> [Impression] {
        var impressions: [Impression] = []
        for (key, moment) in exposures.completed(after: policy.dwell, at: time) {
            guard let row = rows[key], counted.insert(key).inserted else { continue }
            impressions.append(Impression(key: key.text, row: row, at: moment))
        }
        return impressions.sorted { ($0.row, $0.key) < ($1.row, $1.key) }
    }
}
