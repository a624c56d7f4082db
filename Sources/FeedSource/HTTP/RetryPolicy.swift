package import FeedModel
import Foundation

/// How often and how soon a request that failed is made again. The defaults are those of a manifest without a `retry` table.
///
/// The delays grow by a factor of two with *full jitter*: a uniformly random part of the whole, so that many clients
/// that failed together do not come back together (Brooker, “Exponential Backoff And Jitter”, AWS Architecture Blog,
/// 2015).
package struct RetryPolicy: Equatable, Sendable {
    /// Requests in all, the first one included; at least 1.
    package var attempts = 4
    /// The longest delay before the second request.
    package var baseDelay = Duration.milliseconds(250)
    /// The longest delay before any request.
    package var maxDelay = Duration.milliseconds(30_000)

    /// How long to wait after `failures` requests in a row that failed.
    ///
    /// - Parameters:
    ///   - failures: 1 or more.
    ///   - random: uniform in 0 ..< 1.
    /// - Returns: from zero up to the least of `maxDelay` and `baseDelay` · 2^(failures − 1).
    package func delay(afterFailures failures: Int, random: Double) -> Duration {
        var ceiling = min(baseDelay, maxDelay)
        for _ in 1..<max(failures, 1) {
            guard ceiling > .zero, ceiling < maxDelay else { break }
            ceiling = min(ceiling * 2, maxDelay)
        }
        // The product of a duration and a fraction is rounded, so the ceiling is requested again.
        return min(ceiling * min(max(random, 0), 1), ceiling)
    }
}

/// The `Retry-After` field (RFC 9110 §10.2.3).
package enum RetryAfter {
    /// The longest wait that a server may ask for, in seconds: a day.
    package static let maximumDelay: Int64 = 86_400

    /// Whether an answer with that status may say when to ask again: the server is busy, has failed, or has not made the
    /// answer yet. To other answers another request changes nothing, however late it comes.
    package static func isHonoured(status: Int) -> Bool {
        status == 202 || status == 408 || status == 429 || (500...599).contains(status)
    }

    /// When the server wants to be asked again: after `now`, and at most a day after it, whatever the field says. `nil`
    /// if it is neither a number of seconds nor an HTTP date, and for 0 and the past: that is no wait.
    ///
    /// - Parameters:
    ///   - field: the field's value; space around it is ignored.
    ///   - now: when the answer was received. Two-digit years of the RFC 850 form are completed by it.
    package static func parse(_ field: String, now: Instant) -> Instant? {
        let bytes = URLText.trimming(Array(field.utf8))
        let latest = now.advanced(bySeconds: maximumDelay)
        if !bytes.isEmpty, bytes.allSatisfy(\.isDigit) {
            // However many digits there are.
            let delay = min(Int64(String(decoding: bytes, as: UTF8.self)) ?? maximumDelay, maximumDelay)
            return delay > 0 ? now.advanced(bySeconds: delay) : nil
        }
        guard let date = HTTPDate.parse(bytes, latestYear: now.year + 50), date > now else { return nil }
        return min(date, latest)
    }
}

/// The time of requests: when they are made and how long they wait. Tests bring a clock that does not wait.
package protocol RequestClock: Sendable {
    /// The time of day, as `Retry-After` dates need it.
    var now: Instant { get }

    func sleep(for duration: Duration) async throws
}

package struct SystemRequestClock: RequestClock {
    package init() {}

    package var now: Instant {
        Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// Waits on the clock that goes on while the machine sleeps.
    package func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}
