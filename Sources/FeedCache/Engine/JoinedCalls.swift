import FeedModel
import Synchronization

/// Calls that ask the same while it is being answered: they are one, and all get its answer.
///
/// Law: a call that is cancelled ends at once with `CancellationError` while others wait for the same answer. The last of
/// them to be cancelled cancels the work, and gets what that made of it. The lock guards the work under way.
final class JoinedCalls<Question: Hashable & Sendable, Step: Sendable, Answer: Sendable>: Sendable {
    private struct Work: Sendable {
        let task: Task<Answer, any Error>
        /// What hears of its steps, by the numbers of the calls.
        var listeners: [Int: @Sendable (Step) -> Void] = [:]
    }

    private struct State: Sendable {
        var lastNumber = 0
        /// Those under way, by the numbers of their first calls.
        var works: [Int: Work] = [:]
        /// The work that a call may still join.
        var open: [Question: Int] = [:]
    }

    private let state = Waiters(State())

    /// Answers a question; where it is being answered, with that answer.
    ///
    /// - Parameters:
    ///   - progress: hears each step from now on.
    ///   - work: does it, and reports its steps.
    func answer(
        _ question: Question, progress: @escaping @Sendable (Step) -> Void = { _ in },
        work: @escaping @Sendable (@escaping @Sendable (Step) -> Void) async throws -> Answer
    ) async throws -> Answer {
        try Task.checkCancellation()
        let (number, id, task) = state.change { state in
            state.lastNumber += 1
            let id = state.open[question] ?? state.lastNumber
            state.open[question] = id
            var joined = state.works[id] ?? Work(task: start(id, question, work))
            joined.listeners[state.lastNumber] = progress
            state.works[id] = joined
            return (state.lastNumber, id, joined.task)
        }
        let isDone = await state.wait { $0.works[id] == nil }
        if !isDone, leave(number, id, question) { throw CancellationError() }
        return try await task.value
    }

    private func start(
        _ id: Int, _ question: Question,
        _ work: @escaping @Sendable (@escaping @Sendable (Step) -> Void) async throws -> Answer
    ) -> Task<Answer, any Error> {
        Task { [state] in
            defer {
                state.change { state in
                    if state.open[question] == id { state.open[question] = nil }
                    state.works[id] = nil
                }
            }
            return try await work { step in
                for progress in state.read({ Array(($0.works[id]?.listeners ?? [:]).values) }) { progress(step) }
            }
        }
    }

    /// - Returns: whether others wait for the same answer; else the work is cancelled, or done.
    private func leave(_ number: Int, _ id: Int, _ question: Question) -> Bool {
        state.change { state in
            guard let work = state.works[id] else { return false }
            guard work.listeners.count == 1 else {
                state.works[id]?.listeners[number] = nil
                return true
            }
            if state.open[question] == id { state.open[question] = nil }
            work.task.cancel()
            return false
        }
    }
}

/// Whose turn it is to write among the calls of this process: one at a time for each database, in the order they came.
/// `SyncLock` keeps other processes out.
enum WritingTurns {
    private static let turns = Mutex<[String: TaskLimit]>([:])

    /// - Parameter path: without symbolic links.
    static func turn(of path: String) -> TaskLimit {
        turns.withLock { turns in
            let turn = turns[path] ?? TaskLimit(1)
            turns[path] = turn
            return turn
        }
    }
}
