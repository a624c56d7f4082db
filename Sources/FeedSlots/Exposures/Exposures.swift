import FeedModel

/// Since when each row that is visible enough has been visible without a break.
///
/// The rule of ads and of content: an impression is due after `dwell` of such an exposure.
struct Exposures<ID: Hashable & Sendable>: Equatable, Sendable {
    struct Exposure: Equatable, Sendable {
        let id: ID
        let since: Instant
    }

    private var current: [Exposure] = []

    var isEmpty: Bool { current.isEmpty }

    /// Begins exposures of what is newly visible, and gives those that end since it no longer is.
    mutating func show(_ visible: [ID], at time: Instant) -> [Exposure] {
        let stillVisible = Set(visible)
        let since = Dictionary(current.map { ($0.id, $0.since) }, uniquingKeysWith: min)
        let ended = current.filter { !stillVisible.contains($0.id) }
        current = visible.map { Exposure(id: $0, since: since[$0] ?? time) }
        return ended
    }

    mutating func endAll() -> [Exposure] {
        defer { current = [] }
        return current
    }

    /// Leaves out time without anyone watching: exposures continue after it. A negative duration is not allowed.
    mutating func skip(_ duration: Duration) {
        current = current.map { Exposure(id: $0.id, since: $0.since.advanced(by: duration)) }
    }

    mutating func removeAll(where isGone: (ID) -> Bool) {
        current.removeAll { isGone($0.id) }
    }

    func start(of id: ID) -> Instant? {
        current.first { $0.id == id }?.since
    }

    /// Exposures that have lasted for `dwell`, each with the time at which they had.
    func completed(after dwell: Duration, at time: Instant) -> [(id: ID, at: Instant)] {
        current.filter { time.duration(since: $0.since) >= dwell }.map { ($0.id, $0.since.advanced(by: dwell)) }
    }
}
