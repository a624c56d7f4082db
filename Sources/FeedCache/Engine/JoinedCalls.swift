import FeedModel
import Synchronization

/// Calls that ask the same while it is being answered: they are one, and all get its answer.
///
/// Law: a call that is cancelled ends at once with `CancellationError` while others wait for the same answer. The last of
/// them to be cancelled cancels the work, and gets what that made of it. The lock guards the work under way.
final class JoinedCalls<Question: Hashable & Sendable, Step: Sendable, Answer: Sendable>: Sendable {
    private struct Call: Sendable {
        let continuation: CheckedContinuation<Answer, any Error>
        let progress: @Sendable (Step) -> Void
    }

    private struct Work: Sendable {
        let task: Task<Void, Never>
        var calls: [Int: Call]
    }

    private struct State {
        var works: [Int: Work] = [:]
        var open: [Question: Int] = [:]
    }

    private let state = Mutex(State())
    private let lastNumber = Atomic(0)

    /// - Parameter progress: hears each step from now on.
    func answer(
        _ question: Question, progress: @escaping @Sendable (Step) -> Void = { _ in },
        work: @escaping @Sendable (@escaping @Sendable (Step) -> Void) async throws -> Answer
    ) async throws -> Answer {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let call = Call(continuation: continuation, progress: progress)
                let isIn = state.withLock { state in
                    // A cancellation that is not seen here finds the call below.
                    if Task.isCancelled { return false }
                    let id = state.open[question] ?? number
                    state.open[question] = id
                    if state.works[id] == nil {
                        state.works[id] = Work(task: start(id, question, work), calls: [:])
                    }
                    state.works[id]?.calls[number] = call
                    return true
                }
                if !isIn { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            leave(number, question)
        }
    }

    private func start(
        _ id: Int, _ question: Question,
        _ work: @escaping @Sendable (@escaping @Sendable (Step) -> Void) async throws -> Answer
    ) -> Task<Void, Never> {
        Task {
            let result = await Result {
                try await work { step in
                    let calls = self.state.withLock { $0.works[id]?.calls.values.map(\.progress) ?? [] }
                    for progress in calls { progress(step) }
                }
            }
            let calls = self.state.withLock { state in
                if state.open[question] == id { state.open[question] = nil }
                return state.works.removeValue(forKey: id)?.calls.values.map(\.continuation) ?? []
            }
            for call in calls { call.resume(with: result) }
        }
    }

    private func leave(_ number: Int, _ question: Question) {
        let call = state.withLock { state -> Call? in
            guard let (id, work) = state.works.first(where: { $0.value.calls[number] != nil }) else { return nil }
            guard work.calls.count == 1 else { return state.works[id]?.calls.removeValue(forKey: number) }
            if state.open[question] == id { state.open[question] = nil }
            work.task.cancel()
            return nil
        }
        call?.continuation.resume(throwing: CancellationError())
    }
}
