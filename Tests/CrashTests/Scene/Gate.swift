import Synchronization

/// Holds answers of the mock API back until it is opened, so that a test acts in the middle of a sync without a look
/// at the clock.
///
/// The lock guards whether it is open and who waits.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let arrivals: AsyncStream<Bool>
    private let arrival: AsyncStream<Bool>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream.makeStream(of: Bool.self)
    }

    /// Waits until the gate is open.
    func pass() async {
        arrival.yield(true)
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets everybody through, from now on.
    func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until somebody stands at the gate; false where `program` ends before.
    func isReached(by program: RunningProgram) async -> Bool {
        program.whenEnded { [arrival] in arrival.yield(false) }
        for await isReached in arrivals { return isReached }
        return false
    }
}
