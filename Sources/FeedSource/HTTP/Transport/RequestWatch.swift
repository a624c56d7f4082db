import FeedModel
import Synchronization

/// How long one exchange may still take, and how it is ended.
///
/// The clock goes on while the machine sleeps: what was under way when a laptop was closed is over when it is opened.
/// The lock guards what is waited for.
final class RequestWatch: Sendable {
    private struct Wait {
        let until: ContinuousClock.Instant
        let reason: SourceError.Kind
        var isOver = false

        /// For a part of an answer that has to be whole by `end`.
        init(from now: ContinuousClock.Instant, atMost limit: Duration, whole: Duration, end: ContinuousClock.Instant) {
            let next = now + limit
            (until, reason) = next < end ? (next, .silence(limit)) : (end, .timeout(whole))
        }
    }

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
        wait = Mutex(Wait(from: now, atMost: limits.firstByte, whole: limits.whole, end: end))
    }

    var deadline: ContinuousClock.Instant { wait.withLock(\.until) }

    var failure: SourceError? {
        wait.withLock { $0.isOver ? SourceError($0.reason, url: url) : nil }
    }

    /// A part of the answer is there; the next one may take as long as `limits.idle`.
    func noteProgress() {
        let next = Wait(from: .now, atMost: limits.idle, whole: limits.whole, end: end)
        wait.withLock { if !$0.isOver { $0 = next } }
    }

    func isOver(at now: ContinuousClock.Instant) -> Bool {
        wait.withLock { wait in
            if wait.until <= now { wait.isOver = true }
            return wait.isOver
        }
    }
}

/// The exchanges that are under way, each with its limits.
///
/// One task looks after all of them and sleeps until the first limit may be passed: a task and a timer for each exchange
/// cost as much as the exchange. It ends when it wakes and nothing is under way. The lock guards the exchanges and the
/// task.
final class RequestWatches: Sendable {
    private struct State {
        typealias Exchange = (watch: RequestWatch, cancel: @Sendable () -> Void)

        var exchanges: [ObjectIdentifier: Exchange] = [:]
        /// When the task wakes; nil where there is none.
        var waking: ContinuousClock.Instant?
        /// Which task that is: the one before it ends when it wakes.
        var generation = 0
    }

    /// The longest that the task sleeps. A limit may come nearer meanwhile: the next part of a body has less time than the
    /// head has.
    private static let step = Duration.milliseconds(500)

    private let state = Mutex(State())

    /// Does the work in a task of its own, which is cancelled when a limit of `watch` is passed.
    ///
    /// - Throws: what `work` throws, `SourceError` where a limit was passed, `CancellationError`.
    func run<Result: Sendable>(
        _ watch: RequestWatch, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task(operation: work)
        add(watch) { task.cancel() }
        defer { state.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(watch)) } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            throw watch.failure ?? error
        }
    }

    private func add(_ watch: RequestWatch, cancel: @escaping @Sendable () -> Void) {
        let deadline = watch.deadline
        let waking = min(deadline, .now + Self.step)
        let generation: Int? = state.withLock { state in
            state.exchanges[ObjectIdentifier(watch)] = (watch, cancel)
            if let planned = state.waking, planned <= deadline { return nil }
            state.generation += 1
            state.waking = waking
            return state.generation
        }
        guard let generation else { return }
        Task {
            var next: ContinuousClock.Instant? = waking
            while let instant = next {
                // It is never cancelled.
                try? await Task.sleep(until: instant, clock: .continuous)
                next = endExchanges(generation)
            }
        }
    }

    /// Ends the exchanges that have passed a limit.
    ///
    /// - Returns: when to look again; nil where nothing is under way, or another task looks.
    private func endExchanges(_ generation: Int) -> ContinuousClock.Instant? {
        let (waking, ended) = state.withLock { state -> (ContinuousClock.Instant?, [State.Exchange]) in
            guard state.generation == generation else { return (nil, []) }
            let now = ContinuousClock.now
            let ended = state.exchanges.values.filter { $0.watch.isOver(at: now) }
            for exchange in ended { state.exchanges.removeValue(forKey: ObjectIdentifier(exchange.watch)) }
            state.waking = state.exchanges.values.map(\.watch.deadline).min().map { min($0, now + Self.step) }
            return (state.waking, ended)
        }
        for exchange in ended { exchange.cancel() }
        return waking
    }
}

/// How long the parts of one exchange may take.
///
/// All follow from the one number that a manifest has (`timeout_ms`): a server that sends a byte now and then is done
/// when the whole request has to be, one that has gone silent is given up earlier. Short timeouts are left as they are,
/// since a moment without a byte says little about a line.
struct RequestLimits: Equatable, Sendable {
    let whole: Duration
    /// From the start, connecting included, until the head of the answer is there: two thirds of the whole, but at least
    /// 10 s.
    let firstByte: Duration
    /// Between two parts of a body: a third of the whole, 5 s at least.
    let idle: Duration

    /// Limits of these lengths, none longer than the whole.
    init(whole: Duration, firstByte: Duration? = nil, idle: Duration? = nil) {
        self.whole = whole
        self.firstByte = min(firstByte ?? max(.seconds(10), whole * 2 / 3), whole)
        self.idle = min(idle ?? max(.seconds(5), whole / 3), whole)
    }
}
