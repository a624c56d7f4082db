struct ListChange: Equatable, Sendable {
    let serial: Int
    let isRemoved: Bool
    let time: Int64
}

/// What happened to a list, oldest first, back to a horizon.
///
/// Bounded: the older half is forgotten when it is full, and the horizon says until when, as servers do that answer
/// 410 to a client that was away for too long.
struct ChangeLog: Sendable {
    static let capacity = 20_000

    /// Changes at or before this time are forgotten; nil: nothing is.
    private(set) var horizon: Int64?
    private(set) var changes: [ListChange] = []
    private var touched = SortedSerials()
    private var latest: [Int: Int64] = [:]

    mutating func append(_ change: ListChange) {
        if changes.count == Self.capacity { forgetOlderHalf() }
        changes.append(change)
        latest[change.serial] = change.time
        if horizon == nil { touched.insert(change.serial) }
    }

    /// The last change of each item that changed after `instant`, oldest first.
    func latestChanges(after instant: Int64) -> [ListChange] {
        changes.filter { $0.time > instant && latest[$0.serial] == $0.time }
    }

    /// How many items from `floor` up to `ceiling` never changed.
    func untouchedCount(_ floor: Int, through ceiling: Int) -> Int {
        guard floor <= ceiling else { return 0 }
        return ceiling - floor + 1 - (touched.count(from: floor) - touched.count(from: ceiling + 1))
    }

    /// The serial of item `index` of those that never changed, counted upward from `floor`.
    func untouched(_ index: Int, from floor: Int) -> Int {
        touched.nonMember(index, from: floor)
    }

    private mutating func forgetOlderHalf() {
        let half = Self.capacity / 2
        for change in changes[..<half] where latest[change.serial] == change.time { latest[change.serial] = nil }
        horizon = changes[half - 1].time
        // A client that may still ask has all the base items, so what became of those is of no more use.
        touched = SortedSerials()
        changes.removeFirst(half)
    }
}
