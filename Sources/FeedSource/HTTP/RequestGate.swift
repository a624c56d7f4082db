import Synchronization

/// Bounds how many requests are under way at the same time. The others wait, and go on in the order they came.
///
/// While a failed request waits for its next try no other request begins: a server that asks for a pause gets it.
///
/// The lock guards how many may begin, who waits, and how many tries are waited for.
final class RequestGate: Sendable {
    private struct State {
        var free: Int
        var holds = 0
        var lastTurn: UInt64 = 0
        var waiting: [(turn: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
        /// Turns whose task was cancelled before they began to wait.
        var cancelled: Set<UInt64> = []

        /// The requests that may begin by now.
        mutating func admit() -> [CheckedContinuation<Void, any Error>] {
            guard holds == 0 else { return [] }
            let admitted = waiting.prefix(free)
            waiting.removeFirst(admitted.count)
            free -= admitted.count
            return admitted.map(\.continuation)
        }
    }

    private let state: Mutex<State>

    /// - Parameter limit: the most requests at the same time, 1 or more.
    init(limit: Int) {
        state = Mutex(State(free: max(1, limit)))
    }

    /// Makes a request as soon as it may begin.
    ///
    /// - Throws: `CancellationError` where the task is cancelled while it waits; what `request` throws.
    func pass<Answer>(_ request: () async throws -> Answer) async throws -> Answer {
        try await enter()
        defer { resume(after: { $0.free += 1 }) }
        return try await request()
    }

    /// Waits for the next try of a request, and lets no other begin meanwhile.
    func hold(_ wait: () async throws -> Void) async throws {
        state.withLock { $0.holds += 1 }
        defer { resume(after: { $0.holds -= 1 }) }
        try await wait()
    }

    private func resume(after change: (inout State) -> Void) {
        let admitted = state.withLock { state in
            change(&state)
            return state.admit()
        }
        for continuation in admitted { continuation.resume() }
    }

    private func enter() async throws {
        let turn = state.withLock { state in
            state.lastTurn += 1
            return state.lastTurn
        }
        // The handler cannot run any more when the call is over.
        defer { state.withLock { _ = $0.cancelled.remove(turn) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(turn) { return true }
                    state.waiting.append((turn, continuation))
                    return false
                }
                if isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    resume(after: { _ in })
                }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.turn == turn }) else {
                    state.cancelled.insert(turn)
                    return CheckedContinuation<Void, any Error>?.none
                }
                return state.waiting.remove(at: index).continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}
