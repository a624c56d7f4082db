import FeedModel
import FeedStore

/// The changes of the screen as they happen, by the laws of `FeedObserver`.
///
/// ```swift
/// for try await change in repository.changes() {
///     for stage in change.stages { show(stage) }
/// }
/// ```
///
/// The first element brings the screen as it is, from one without sections. Each later one brings what changed since the
/// element before. Changes that are made while the loop is busy come as one. What this process writes is seen at once;
/// what another process writes, after a quarter of a second.
///
/// It ends when the task is cancelled.
public struct FeedChanges: AsyncSequence, Sendable {
    let cache: FeedEngine
    let scope: FeedScope
    let windows: FeedWindows
    let commits: Commits

    /// Begins to observe.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// Waits for one change after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var commits: Commits.AsyncIterator
        private var observer: FeedObserver
        private var (isFirst, isOver) = (true, false)

        fileprivate init(sequence: FeedChanges) {
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
                let change = try observer.look()
                defer { isFirst = false }
                if change != nil || isFirst {
                    return change ?? FeedChange(before: observer.feed, screen: observer.feed, changes: Changeset())
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
