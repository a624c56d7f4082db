import FeedModel
import Synchronization

/// The commits to a database, whichever connection of whichever process made them: an element at once, and one after each
/// commit, of which several may be one.
///
/// A commit of this process is seen at once, whichever object made it. Those of others are polled for, by
/// `FeedDatabase.isChanged()`, once for all readers of the file in this process; see `CommitSignals`. No hook sees what other
/// processes write. Where the file system says that the file was written to, polls follow that; elsewhere they come four times
/// a second. Nothing is looked at while the gate of the database is shut.
///
/// The lock guards what was seen last.
package final class Commits: AsyncSequence, Sendable {
    private struct State {
        var last: CommitMark?
        var count: Int64 = 0
    }

    /// The shortest time between two elements: a sync that commits page after page does not have everything read after
    /// each.
    private static let shortestInterval = Duration.milliseconds(20)

    private let database: FeedDatabase
    /// Nil: as `PollPace` says.
    private let interval: Duration?
    private let pause: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - interval: the time between two looks for commits of others, 1 ms or more; nil: soon after a notice of the file
    ///     system, or four times a second where it gives none.
    ///   - pause: waits that long or less, or throws. A test brings one that takes no time.
    package init(
        of database: FeedDatabase, every interval: Duration? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.database, self.interval, self.pause) = (database, interval, pause)
    }

    /// A number that becomes another one with every commit. It says nothing else, and is no other reader's.
    ///
    /// It costs a look at where the file is and the pragma; no page is read, and it never waits.
    package func version() throws -> Int64 { try look().version }

    /// - Returns: the version, and the signals that there were before it was looked at.
    private func look() throws -> (version: Int64, signals: Int64) {
        let signals = database.signals.number
        return try state.withLock { state in
            let mark = try database.commitMark()
            if mark != state.last { state.count += 1 }
            state.last = mark
            return (state.count, signals)
        }
    }

    /// Has the reader look once more, as after a commit: what it wants to see is another thing by now.
    package func lookAgain() {
        state.withLock { $0.last = nil }
        database.signals.signal()
    }

    /// Waits for a commit since a look, of whatever process. It may end without one.
    private func wait(after signals: Int64) async throws {
        let pace = PollPace(watching: interval == nil ? database.path : nil, every: interval ?? .milliseconds(250))
        try await database.signals.wait(after: signals, polling: database.isChanged, pace, pause: pause)
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(commits: self) }

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let commits: Commits
        private var seen: (version: Int64, at: ContinuousClock.Instant)?

        fileprivate init(commits: Commits) { self.commits = commits }

        package mutating func next() async throws -> Int64? {
            if let seen { try await Task.sleep(until: seen.at + Commits.shortestInterval) }
            while true {
                try Task.checkCancellation()
                let look = try await commits.database.gate.runWhenOpen { try commits.look() }
                guard look.version == seen?.version else {
                    seen = (look.version, .now)
                    return look.version
                }
                try await commits.wait(after: look.signals)
            }
        }
    }
}

enum CommitMark: Equatable {
    case version(connection: Int64, number: Int64)
    case stamp(DatabaseFileStamp)
}
