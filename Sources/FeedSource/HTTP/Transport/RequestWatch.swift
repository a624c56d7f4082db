import FeedModel
import Synchronization

/// Watches one exchange and ends it when one of its limits is passed.
///
/// The clock goes on while the machine sleeps: what was under way when a laptop was closed is over when it is opened.
/// The lock guards what is waited for.
final class RequestWatch: Sendable {
    private struct Wait {
        var until: ContinuousClock.Instant
        var reason: SourceError.Kind
    }

    /// The longest it sleeps at once. A sleep that is cancelled keeps its memory until it would have ended: a minute for
    /// each request of that minute is megabytes.
    private static let step = Duration.milliseconds(500)

    private let limits: RequestLimits
    private let url: SourceURL
    private let end: ContinuousClock.Instant
    private let wait: Mutex<Wait>

    /// Begins to watch, for the head of the answer first.
    init(_ request: TransportRequest, limits: RequestLimits) {
        self.limits = limits
        url = request.url
        let now = ContinuousClock.now
        end = now + limits.whole
        wait = Mutex(
            Wait(
                until: now + limits.firstByte,
                reason: limits.firstByte < limits.whole ? .silence(limits.firstByte) : .timeout(limits.whole)))
    }

    /// A part of the answer is there; the next one may take as long as `limits.idle`.
    func noteProgress() {
        let next = ContinuousClock.now + limits.idle
        wait.withLock { [limits, end] wait in
            wait =
                next < end
                ? Wait(until: next, reason: .silence(limits.idle)) : Wait(until: end, reason: .timeout(limits.whole))
        }
    }

    /// Waits until a limit is passed.
    ///
    /// - Throws: `SourceError` then; `CancellationError` when nobody needs the watch any more.
    func run() async throws -> Never {
        while true {
            let wait = wait.withLock(\.self)
            guard wait.until > .now else { throw SourceError(wait.reason, url: url) }
            try await Task.sleep(until: min(wait.until, .now + Self.step), clock: .continuous)
        }
    }
}
