import FeedModel
import Foundation

/// What those who observe a file in this process have in common. Every commit of this process is a signal, whichever
/// object made it; for the commits of other processes one of those who wait polls, for all of them.
///
/// Law: who has read `number` and then looked at the file is woken by each commit that it did not see: at once, or by the
/// first poll after it. The first poll that sees a commit gives a signal, since the poll before had seen another state; and who
/// looked before that commit had read `number` before that signal.
final class CommitSignals: Sendable {
    private struct State {
        var number: Int64 = 0
        /// Who polls; nil while nobody waits.
        var poller: UUID?
    }

    private let state = Waiters(State())

    var number: Int64 { state.read(\.number) }

    func signal() { state.change { $0.number += 1 } }

    /// Waits for a signal after `number`, and until `pause` ends at most.
    ///
    /// - Returns: whether there was one.
    /// - Throws: what `pause` throws.
    func wait(
        after number: Int64, atMost pause: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        try await withThrowingTaskGroup(of: Void.self) { [state] group in
            group.addTask { _ = await state.wait { $0.number > number } }
            group.addTask(operation: pause)
            try await group.next()
            group.cancelAll()
        }
        return self.number > number
    }

    /// Waits for a signal after `number`. Where nobody else polls the caller does, and gives a signal for what it finds.
    ///
    /// - Parameters:
    ///   - pause: waits until the next poll is due.
    ///   - poll: whether there is something to look at since the last poll.
    /// - Throws: what `pause` throws; `CancellationError`. Another one polls then.
    func wait(
        after number: Int64, polling poll: () -> Bool, every pause: @escaping @Sendable () async throws -> Void
    ) async throws {
        let caller = UUID()
        _ = await state.wait { state in
            if state.number > number { return true }
            if state.poller == nil { state.poller = caller }
            return state.poller == caller
        }
        guard state.read({ $0.poller == caller }) else { return }
        defer { state.change { $0.poller = nil } }
        while try await !wait(after: number, atMost: pause) {
            try Task.checkCancellation()
            if poll() { return signal() }
        }
    }
}
