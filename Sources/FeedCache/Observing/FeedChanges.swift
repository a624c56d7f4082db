import FeedModel
import FeedStore
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
/// It ends when the task is cancelled, and stands still while the repository is suspended.
///
/// The lock guards the windows.
public final class FeedChanges: AsyncSequence, Sendable {
    private let cache: FeedEngine
    private let scope: FeedScope
    private let commits: Commits
    private let wanted: Mutex<FeedWindows>

    init(cache: FeedEngine, scope: FeedScope, windows: FeedWindows, commits: Commits) {
        self.cache = cache
        self.scope = scope
        self.commits = commits
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
        private var commits: Commits.AsyncIterator
        private var observer: FeedObserver
        private var (isFirst, isOver) = (true, false)

        fileprivate init(sequence: FeedChanges) {
            self.sequence = sequence
            commits = sequence.commits.makeAsyncIterator()
            observer = sequence.cache.observer(
                of: sequence.scope, windows: sequence.windows, commits: sequence.commits)
        }

        /// The next change; nil once the task is cancelled.
        ///
        /// - Throws: `FeedError` where the database can no longer be read. After that there is nothing more.
        public mutating func next() async throws -> FeedChange? {
            guard !isOver else { return nil }
            do {
                return try await change()
            } catch {
                isOver = true
                if error is CancellationError { return nil }
                throw FeedError.wrapped(error)
            }
        }

        private mutating func change() async throws -> FeedChange? {
            while try await commits.next() != nil {
                observer.windows = sequence.windows
                let change = try await sequence.cache.gate.runWhenOpen { try observer.look() }
                defer { isFirst = false }
                if change != nil || isFirst {
                    return change ?? FeedChange(from: observer.feed, to: observer.feed)
                }
            }
            return nil
        }
    }
}

extension FeedEngine {
    /// The changes of the feed as they happen, written by whatever process.
    ///
    /// - Parameters:
    ///   - scope: the whole feed or one section.
    ///   - windows: which rows of each section; by default all, which are then held in memory.
    ///   - interval: the time between two looks, 1 ms or more.
    ///   - pause: waits that long, or throws `CancellationError`. A test brings one that takes no time.
    package func changes(
        of scope: FeedScope = .feed, windows: FeedWindows = FeedWindows(),
        every interval: Duration = .milliseconds(250),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> FeedChanges {
        FeedChanges(cache: self, scope: scope, windows: windows, commits: commits(every: interval, pause: pause))
    }
}
