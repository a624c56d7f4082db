import FeedModel

/// Which content items of a section are on screen, and since when, so that their impressions count as those of ads do:
/// after `visible` of an item's row was on screen for `dwell` without a break.
///
/// A value with explicit time, like `SlotEngine`. An item that stays on screen counts once; whether it counts again when
/// it comes back is for others to say.
public struct ContentLooks: Equatable, Sendable {
    /// An item on its row.
    public struct Shown: Equatable, Sendable {
        /// Its ID.
        public let key: String
        /// The row it stands on, from 0.
        public let row: Int
        /// Which part of its row is on screen: 0 to 1.
        public let fraction: Double

        /// An item on screen.
        public init(key: String, row: Int, fraction: Double) {
            self.key = key
            self.row = row
            self.fraction = fraction
        }
    }

    /// An item that was seen.
    public struct Seen: Equatable, Sendable {
        /// Its ID.
        public let key: String
        /// The row it stood on.
        public let row: Int
        /// When its dwell was over.
        public let at: Instant
    }

    private struct Look: Equatable {
        var row: Int
        let since: Instant
        var isCounted = false
    }

    private var looks: [ItemKey: Look] = [:]

    /// Nothing is on screen.
    public init() {}

    /// These items are on screen now: what was until now counts first.
    ///
    /// - Returns: those that were seen long enough and had not been counted, in the order of their rows.
    public mutating func show(_ items: [Shown], policy: SlotPolicy, at time: Instant) -> [Seen] {
        var seen = count(policy, at: time)
        let before = looks
        looks = [:]
        for item in items where item.fraction >= policy.visible {
            let key = ItemKey(item.key)
            looks[key] = Look(
                row: item.row, since: before[key]?.since ?? time, isCounted: before[key]?.isCounted ?? false)
        }
        seen += count(policy, at: time)
        return seen
    }

    /// So much time, 0 or more, passes before the next call without anybody looking; looks go on after it.
    public mutating func skip(_ duration: Duration) {
        looks = looks.mapValues { Look(row: $0.row, since: $0.since.advanced(by: duration), isCounted: $0.isCounted) }
    }

    private mutating func count(_ policy: SlotPolicy, at time: Instant) -> [Seen] {
        var seen: [Seen] = []
        for (key, look) in looks where !look.isCounted && time.duration(since: look.since) >= policy.dwell {
            looks[key]?.isCounted = true
            seen.append(Seen(key: key.text, row: look.row, at: look.since.advanced(by: policy.dwell)))
        }
        return seen.sorted { ($0.row, $0.key) < ($1.row, $1.key) }
    }
}
