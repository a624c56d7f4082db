import FeedModel
import FeedSource

/// How long `watch` waits between two rounds.
///
/// About its interval, up to a tenth more or less, so that many that were started together do not stay together. While
/// rounds fail it grows to twice as much each time; where the server asked all requests to wait, it is as long as the server said.
struct WatchPace {
    /// What a wait may grow to: so many times the interval, and no longer than this unless the interval is.
    private static let mostDoublings = 4
    private static let longestBackoff = Duration.seconds(300)
    private static let longestDeferral = Duration.seconds(RetryAfter.maximumDelay)

    let interval: Duration
    /// Rounds in a row that brought nothing.
    private var failures = 0

    init(interval: Duration) {
        self.interval = interval
    }

    /// - Parameters:
    ///   - now: the time of day, in which the server states its waits.
    ///   - chance: 0 ..< 1, drawn anew each time.
    mutating func wait(after report: SyncReport, now: Instant, chance: Double) -> Duration {
        failures = report.outcome == .failed ? failures + 1 : 0
        let backoff = min(interval * (1 << min(failures, Self.mostDoublings)), max(interval, Self.longestBackoff))
        let jittered = backoff * (0.9 + 0.2 * chance)
        guard report.outcome == .deferred, let until = report.parts.compactMap({ $0.failure?.retryAt }).min() else {
            return jittered
        }
        return max(jittered, min(until.duration(since: now), Self.longestDeferral))
    }
}
