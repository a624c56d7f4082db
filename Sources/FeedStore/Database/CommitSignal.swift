import Synchronization

/// Wakes those who wait for a commit of this process.
///
/// The lock guards the count of commits and the tasks that wait.
package final class CommitSignal: Sendable {
    private struct State {
        var count: Int64 = 0
        var lastWaiter: Int64 = 0
        var waiters: [Int64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    package var count: Int64 { state.withLock(\.count) }

    func fire() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns at the first commit after the `count`-th, at once where it has been, or when the task is cancelled.
    package func wait(past count: Int64) async {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.count <= count, !Task.isCancelled else { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
