/// How often and how soon a request that failed is made again.
///
/// The delays grow by a factor of two with *full jitter*: a uniformly random part of the whole, so that many clients
/// that failed together do not come back together (Brooker, “Exponential Backoff And Jitter”, AWS Architecture Blog,
/// 2015).
public struct RetryPolicy: Equatable, Sendable {
    /// Requests in all, the first one included; at least 1.
    public let attempts: Int
    /// The longest delay before the second request.
    public let baseDelay: Duration
    /// The longest delay before any request.
    public let maxDelay: Duration

    /// A policy; the defaults are those of a manifest without a `retry` table.
    public init(
        attempts: Int = 4, baseDelay: Duration = .milliseconds(250), maxDelay: Duration = .milliseconds(30_000)
    ) {
        self.attempts = attempts
        self.baseDelay = baseDelay
        self.maxDelay = maxDelay
    }

    /// How long to wait after `failures` requests in a row that failed.
    ///
    /// - Parameters:
    ///   - failures: 1 or more.
    ///   - random: uniform in 0 ..< 1.
    /// - Returns: from zero up to the least of `maxDelay` and `baseDelay` · 2^(failures − 1).
    public func delay(afterFailures failures: Int, random: Double) -> Duration {
        var ceiling = min(baseDelay, maxDelay)
        for _ in 1..<max(failures, 1) {
            guard ceiling > .zero, ceiling < maxDelay else { break }
            ceiling = min(ceiling * 2, maxDelay)
        }
        // The product of a duration and a fraction is rounded, so the ceiling is asked for again.
        return min(ceiling * min(max(random, 0), 1), ceiling)
    }
}
