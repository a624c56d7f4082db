import FeedModel
package import FeedStore
import Synchronization

/// The changes of the screen as they happen, by the laws of `FeedObserver`.
///
/// ```swift
/// for try await change in repository.changes() {
///     for stage in change.stages { show(stage) }
/// }
/// ```
///
/// The first element brings the screen as it is, from one without sections. Each later one brings what changed since the
/// element before: there is one whenever any member of the screen differs, such as how many rows a section has. Changes
/// that are made while the loop is busy come as one. What this process writes is seen at once; what another process
/// writes, after a quarter of a second: for that the file is polled once for all sequences of this process.
///
/// A list that is scrolled grows its window, and gets the rows that came into it:
///
/// ```swift
/// changes.windows = FeedWindows(0..<40)
/// ```
///
/// It ends when the task is cancelled, and waits while the repository is suspended.
///
/// The lock guards the windows.
public final class FeedChanges: AsyncSequence, Sendable {
    private let cache: FeedEngine
    private let scope: FeedScope
    private let commits: Commits
    private let wanted: Mutex<FeedWindows>

    /// - Parameter commits: of no other reader.
    package init(
        _ cache: FeedEngine, of scope: FeedScope = .feed, windows: FeedWindows = FeedWindows(), commits: Commits? = nil
    ) {
        (self.cache, self.scope, self.commits) = (cache, scope, commits ?? Commits(of: cache.database))
        wanted = Mutex(windows)
    }

    /// Which rows of each section are observed. The next element leads from the rows that were observed before to these.
    public var windows: FeedWindows {
        get { wanted.withLock(\.self) }
        set {
            wanted.withLock { $0 = newValue }
            commits.lookAgain()
        }
    }

    /// Begins to observe.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// Waits for one change after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let sequence: FeedChanges
        private var looks: CommitLooks
        private var observer: FeedObserver
        private var isFirst = true

        fileprivate init(sequence: FeedChanges) {
            self.sequence = sequence
            looks = CommitLooks(at: sequence.cache, after: sequence.commits)
            observer = FeedObserver(
                sequence.cache, of: sequence.scope, windows: sequence.windows, commits: sequence.commits)
        }

        /// The next change; nil once the task is cancelled.
        ///
        /// - Throws: `FeedError` where the database can no longer be read. After that there is nothing more.
        public mutating func next() async throws -> FeedChange? {
            var (observer, isFirst) = (observer, isFirst)
            defer { (self.observer, self.isFirst) = (observer, isFirst) }
            return try await looks.next { [sequence] in
                observer.windows = sequence.windows
                let change = try observer.look()
                defer { isFirst = false }
                return change ?? (isFirst ? FeedChange(from: observer.feed, to: observer.feed) : nil)
            }
        }
    }
}

/// Looks at a cache at once, and again after each commit, of whatever process. It waits while the cache is suspended.
struct CommitLooks {
    private let gate: CallGate
    private var commits: Commits.AsyncIterator
    private var isOver = false

    init(at cache: FeedEngine, after commits: Commits) {
        gate = cache.gate
        self.commits = commits.makeAsyncIterator()
    }

    /// The next value that a look gives; nil once the task is cancelled.
    ///
    /// - Throws: `FeedError` where a look throws. After that there is nothing more.
    mutating func next<Value>(_ look: () throws -> Value?) async throws -> Value? {
        guard !isOver else { return nil }
        do {
            while try await commits.next() != nil {
                if let value = try await gate.runWhenOpen(look) { return value }
            }
            return nil
        } catch {
            isOver = true
            if error is CancellationError { return nil }
            throw FeedError.wrapped(error)
        }
    }
}
