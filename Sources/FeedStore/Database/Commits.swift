import FeedModel
import Synchronization

/// The commits to a database, whichever connection of whichever process made them: an element at once, and one after each
/// commit, of which several may be one.
///
/// A commit of the same `FeedDatabase` is seen at once, others are polled for, by `FeedDatabase.dataVersion()`. No hook
/// sees what other processes write, and no notice from the file system is to be had everywhere. Where a copy is read
/// instead of the file (see `ReadSource`), the file's time stamps are compared. Nothing is looked at while the gate of the
/// database is shut.
///
/// It is of one reader. The lock guards what was seen last.
package final class Commits: AsyncSequence, Sendable {
    private enum Observation: Equatable {
        case version(DataVersion)
        case stamp(DatabaseFileStamp)
    }

    private struct State {
        var last: Observation?
        var count: Int64 = 0
        /// The commits of the same `FeedDatabase` by then.
        var own: Int64 = 0
    }

    /// The shortest time between two elements: a sync that commits page after page does not have everything read after
    /// each.
    private static let shortestInterval = Duration.milliseconds(20)

    private let database: FeedDatabase
    private let interval: Duration
    private let pause: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - interval: the time between two looks for commits of others, 1 ms or more.
    ///   - pause: waits that long, or throws. A test brings one that takes no time.
    package init(
        of database: FeedDatabase, every interval: Duration = .milliseconds(250),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.database = database
        self.interval = interval
        self.pause = pause
    }

    /// A number that becomes another one with every commit. It says nothing else, and is no other reader's.
    ///
    /// It costs a look at where the file is and the pragma; no page is read, and it never waits.
    ///
    /// - Throws: `StoreError` where the file is no longer where it was opened.
    package func version() throws -> Int64 {
        let own = database.ownCommits.read(\.self)
        let isLive = try database.readSource().isLive
        return try database.mapped {
            try state.withLock { state in
                let current =
                    isLive
                    ? try Observation.version(database.dataVersion()) : .stamp(DatabaseFileStamp(path: database.path))
                if current != state.last { state.count += 1 }
                (state.last, state.own) = (current, own)
                return state.count
            }
        }
    }

    /// Has the reader look once more, as after a commit: what it wants to see is another thing by now.
    package func lookAgain() {
        state.withLock { $0.last = nil }
        database.ownCommits.change { $0 += 1 }
    }

    /// Waits for a commit of the same `FeedDatabase` since the last `version()`, and for the interval at most.
    package func wait() async throws {
        let own = state.withLock(\.own)
        try await withThrowingTaskGroup(of: Void.self) { [database, interval, pause] group in
            group.addTask { _ = await database.ownCommits.wait { $0 > own } }
            group.addTask { try await pause(interval) }
            try await group.next()
            group.cancelAll()
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(commits: self) }

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let commits: Commits
        private var seen: (version: Int64, at: ContinuousClock.Instant)?

        fileprivate init(commits: Commits) {
            self.commits = commits
        }

        /// The next version; never nil.
        ///
        /// - Throws: `StoreError`; what `pause` throws; `CancellationError` once the task is cancelled.
        package mutating func next() async throws -> Int64? {
            if let seen { try await Task.sleep(until: seen.at + Commits.shortestInterval) }
            while true {
                try Task.checkCancellation()
                let version = try await commits.database.gate.runWhenOpen { try commits.version() }
                guard version == seen?.version else {
                    seen = (version, .now)
                    return version
                }
                try await commits.wait()
            }
        }
    }
}
