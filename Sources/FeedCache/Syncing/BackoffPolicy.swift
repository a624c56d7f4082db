import FeedModel
import FeedSource
import FeedStore

/// When a collection may be asked for again, or events delivered.
///
/// Retry-After counts first. A server that answers with errors again and again is asked less and less often, but at least
/// once an hour, and before twice the time between two syncs is over, so that a job asks again in its next run but one. A
/// connection that fails makes nothing wait.
struct BackoffPolicy {
    /// Failures in a row after which the waits begin.
    static let tolerance = 4
    /// In seconds.
    static let shortestWait: Int64 = 60
    static let longestWait: Int64 = 3_600

    /// Failures in a row before this run.
    let failures: Int
    /// The wait that was in force before this run.
    let current: CollectionWait?
    /// Seconds from the sync before to this one, also where that waited; nil where there was none.
    let pause: Int64?

    /// Nil: at once.
    ///
    /// - Parameter isServerFailure: whether the server failed, rather than the way to it.
    func wait(after failure: SyncFailure?, isServerFailure: Bool, now: Instant) -> CollectionWait? {
        guard let failure else { return nil }
        if let until = failure.retryAt {
            if let current, current.until == until { return current }
            return CollectionWait(until: until, reason: "\(failure.message) and asked to wait")
        }
        guard isServerFailure else { return nil }
        let failures = min(failures, 1_000_000)
        let excess = failures + 1 - Self.tolerance
        guard excess > 0 else { return nil }
        // A quarter less than twice that, since jobs begin late and syncs take their time.
        let most = pause.map { min($0, Self.longestWait) * 7 / 4 } ?? Self.longestWait
        let longest = max(Self.shortestWait, min(Self.longestWait, most))
        let seconds = min(longest, Self.shortestWait << Int64(min(excess - 1, 10)))
        return CollectionWait(
            until: now.advanced(bySeconds: seconds),
            reason: "it failed \(failures + 1) times in a row (\(failure.message))")
    }
}

extension CollectionWait {
    /// Why nothing is requested at `now`; nil where the wait is over.
    ///
    /// No wait is longer than a day: one that seems to be was noted by a clock that has been put back since.
    func failure(at now: Instant, saying what: String = "not asked") -> SyncFailure? {
        guard until > now, until <= now.advanced(bySeconds: RetryAfter.maximumDelay) else { return nil }
        return .waiting(until: until, "\(what) before \(until): \(reason)")
    }
}
