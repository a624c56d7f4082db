/// What changed in a list since an instant, oldest change first, readable at any depth.
///
/// First the base items newer than the instant that never changed since, then the last change of every other item.
/// A removed item is a tombstone.
struct ListDelta: Sendable {
    enum Entry: Equatable {
        case item(serial: Int)
        case tombstone(serial: Int, time: Int64)
    }

    private let timeline: ListTimeline
    private let floor: Int
    private let untouchedCount: Int
    private let changes: [ListChange]

    /// - Returns: nil when the changes right after `instant` are forgotten already.
    init?(of timeline: ListTimeline, since instant: Int64) {
        if let horizon = timeline.log.horizon, instant < horizon { return nil }
        self.timeline = timeline
        floor = timeline.firstBaseSerial(after: instant)
        untouchedCount = timeline.log.untouchedCount(floor, through: timeline.baseCount)
        changes = timeline.log.latestChanges(after: instant)
    }

    var count: Int { untouchedCount + changes.count }

    /// The entry at `index`, which must be in `0..<count`.
    subscript(index: Int) -> Entry {
        guard index >= untouchedCount else { return .item(serial: timeline.log.untouched(index, from: floor)) }
        let change = changes[index - untouchedCount]
        return change.isRemoved ? .tombstone(serial: change.serial, time: change.time) : .item(serial: change.serial)
    }
}
