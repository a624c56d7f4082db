package import FeedModel

/// How long a section waits after failed fills: 1, 3, 5, 25, 60, 300 s, then 300 s each time. A fill resets it.
package struct SlotBackoff: Hashable, Sendable {
    package private(set) var failures: Int
    /// No ad is requested before this time; nil where no fill failed since the last success.
    package private(set) var retryAt: Instant?

    static let delays: [Int64] = [1, 3, 5, 25, 60, 300]

    package init(failures: Int = 0, retryAt: Instant? = nil) { (self.failures, self.retryAt) = (failures, retryAt) }

    /// A back-off that was stored. Where the clock was set back since, it lasts no longer than its delay from `now`.
    func clamped(to now: Instant) -> SlotBackoff {
        guard failures > 0, let retryAt else { return SlotBackoff() }
        let latest = now.advanced(bySeconds: Self.delay(after: failures))
        return SlotBackoff(failures: failures, retryAt: min(retryAt, latest))
    }

    func allowsRequest(at now: Instant) -> Bool {
        retryAt.map { $0 <= now } ?? true
    }

    mutating func fail(at now: Instant) {
        failures = min(failures, .max - 1) + 1
        retryAt = now.advanced(bySeconds: Self.delay(after: failures))
    }

    private static func delay(after failures: Int) -> Int64 {
        delays[min(max(failures, 1), delays.count) - 1]
    }
}
