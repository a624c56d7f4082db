import Synchronization

/// A state, and the tasks that wait for it to be as they need it. The lock guards both.
///
/// They go on in the order they came, each as soon as its condition holds; one that is cancelled waits no longer.
package final class Waiters<State: Sendable>: Sendable {
    private struct Waiter {
        let turn: Int
        let isDue: @Sendable (inout State) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Guarded {
        var state: State
        var waiting: [Waiter] = []

        mutating func takeDue() -> [Waiter] {
            var (due, rest) = ([Waiter](), [Waiter]())
            for waiter in waiting {
                if waiter.isDue(&state) { due.append(waiter) } else { rest.append(waiter) }
            }
            waiting = rest
            return due
        }
    }

    private let guarded: Mutex<Guarded>
    private let lastTurn = Atomic(0)

    package init(_ state: State) { guarded = Mutex(Guarded(state: state)) }

    package func read<Value: Sendable>(_ body: (State) -> Value) -> Value { guarded.withLock { body($0.state) } }

    /// Changes the state, and lets go on who may.
    @discardableResult
    package func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, due) = guarded.withLock { (body(&$0.state), $0.takeDue()) }
        for waiter in due { waiter.continuation.resume(returning: true) }
        return value
    }

    /// Waits until `isDue` holds.
    ///
    /// - Parameter isDue: asked under the lock, now and after each change, in turn. It may take from the state what it
    ///   waited for.
    /// - Returns: false where the task was cancelled before.
    package func wait(until isDue: @escaping @Sendable (inout State) -> Bool) async -> Bool {
        let turn = lastTurn.add(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver: Bool? = guarded.withLock { guarded in
                    // A cancellation that is not seen here finds the waiter below.
                    if Task.isCancelled { return false }
                    if isDue(&guarded.state) { return true }
                    guarded.waiting.append(Waiter(turn: turn, isDue: isDue, continuation: continuation))
                    return nil
                }
                if let isOver { continuation.resume(returning: isOver) }
            }
        } onCancel: {
            let waiter = guarded.withLock { guarded in
                guarded.waiting.firstIndex { $0.turn == turn }.map { guarded.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }
}
