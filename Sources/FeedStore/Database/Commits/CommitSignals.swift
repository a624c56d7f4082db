import FeedModel
import Foundation

/// What those who observe a file in this process have in common. Every commit of this process is a signal, whichever
/// object made it; for the commits of other processes one of those who wait polls, for all of them, when the file system says
/// that the file was written to, and now and then.
///
/// Law: who has read `number` and then looked at the file is woken by each commit that it did not see: at once, or by the
/// first poll after it. The first poll that sees a commit gives a signal, since the poll before had seen another state; and who
/// looked before that commit had read `number` before that signal.
final class CommitSignals: Sendable {
    private struct State {
        var number: Int64 = 0
        /// Who polls; nil while there is no waiter.
        var poller: UUID?
        var notices: Int64 = 0
    }

    private let state = Waiters(State())

    var number: Int64 { state.read(\.number) }

    func signal() { state.change { $0.number += 1 } }

    /// Waits for a signal after `number`. Without another poller the caller polls, and gives a signal for what it finds.
    ///
    /// - Parameter poll: whether there is something to look at since the last poll.
    /// - Throws: what `pause` throws; `CancellationError`. Another one polls then.
    func wait(
        after number: Int64, polling poll: @escaping @Sendable () -> Bool, _ pace: PollPace,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) async throws {
        let caller = UUID()
        _ = await state.wait { state in
            if state.number > number { return true }
            if state.poller == nil { state.poller = caller }
            return state.poller == caller
        }
        guard state.read({ $0.poller == caller }) else { return }
        defer { state.change { $0.poller = nil } }
        var pace = pace
        let watch = pace.watched.flatMap { path in
            FileWatch(database: path) { [weak self] in self?.state.change { $0.notices += 1 } }
        }
        defer { withExtendedLifetime(watch) {} }
        if watch != nil {
            // There was no signal for what was written before.
            if poll() { return signal() }
            pace.expectCommit()
        }
        while true {
            let notices = state.read(\.notices)
            try await withThrowingTaskGroup(of: Void.self) { [state, pace] group in
                group.addTask { _ = await state.wait { $0.number > number || $0.notices > notices } }
                group.addTask {
                    var pace = pace
                    repeat { try await pause(pace.next()) } while !poll()
                    self.signal()
                }
                try await group.next()
                group.cancelAll()
            }
            if self.number > number { return }
            try Task.checkCancellation()
            try await pause(PollPace.soonest)
            if poll() { return signal() }
            pace.expectCommit()
        }
    }
}

/// How long it is to the next poll: an even time, and where the file system gives notices, soon after one and then ever longer.
/// The commit can be seen only some time after the notice, and is polled for before that time has passed twice. Where there is a
/// log, all who write it are on this machine (SQLite's documentation, “Write-Ahead Logging”): each gives notice.
struct PollPace {
    /// After a notice.
    static let soonest = Duration.milliseconds(20)
    private static let latest = Duration.seconds(60)

    /// The database whose notices are asked for; nil for none.
    let watched: String?
    private let interval: Duration
    private var step: Duration?

    init(watching path: String?, every interval: Duration) { (watched, self.interval) = (path, interval) }

    mutating func expectCommit() { step = Self.soonest }

    mutating func next() -> Duration {
        guard let step else { return interval }
        self.step = min(step * 2, Self.latest)
        return step
    }
}
