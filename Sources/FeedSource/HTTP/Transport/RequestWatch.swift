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
    /// - Throws: `SourceError` then; `CancellationError` when the watch is no longer needed.
    func run() async throws -> Never {
        while true {
            let wait = wait.withLock(\.self)
            guard wait.until > .now else { throw SourceError(wait.reason, url: url) }
            try await Task.sleep(until: min(wait.until, .now + Self.step), clock: .continuous)
        }
    }
}

/// How long the parts of one exchange may take.
///
/// All follow from the one number that a manifest has (`timeout_ms`): a server that sends a byte now and then is done
/// when the whole request has to be, one that has gone silent is given up earlier. Short timeouts are left as they are,
/// since a moment without a byte says little about a line.
struct RequestLimits: Equatable, Sendable {
    /// From the start to the last byte.
    let whole: Duration
    /// From the start, connecting included, until the head of the answer is there: two thirds of the whole, but at least
    /// 10 s.
    let firstByte: Duration
    /// Between two parts of a body: a third of the whole, 5 s at least.
    let idle: Duration

    /// The limits of a request that may take `whole`.
    init(whole: Duration) {
        self.init(
            whole: whole, firstByte: max(.seconds(10), whole * 2 / 3), idle: max(.seconds(5), whole / 3))
    }

    /// Limits of these lengths, none longer than the whole.
    init(whole: Duration, firstByte: Duration, idle: Duration) {
        self.whole = whole
        self.firstByte = min(firstByte, whole)
        self.idle = min(idle, whole)
    }
}
