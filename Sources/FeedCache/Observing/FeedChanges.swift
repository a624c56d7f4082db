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
    /// The shortest time between two looks: a sync that commits page after page does not have the feed read after each.
    private static let shortestInterval = Duration.milliseconds(20)

    let cache: FeedEngine
    let scope: FeedScope
    let windows: FeedWindows
    let interval: Duration
    let pause: @Sendable (Duration) async throws -> Void

    /// Waits for a commit of this process, and for `interval` at most: what other processes commit is polled for.
    fileprivate func pause(past count: Int64, of commits: CommitSignal) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await commits.wait(past: count) }
            group.addTask { try await pause(interval) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Begins to observe.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// Waits for one change after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let sequence: FeedChanges
        private var observer: FeedObserver?
        private var isOver = false
        private var lastLook: ContinuousClock.Instant?

        fileprivate init(sequence: FeedChanges) {
            self.sequence = sequence
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

        private mutating func change() async throws -> FeedChange {
            try Task.checkCancellation()
            guard observer != nil else { return try first() }
            while true {
                try Task.checkCancellation()
                if let lastLook { try await Task.sleep(until: lastLook + FeedChanges.shortestInterval) }
                lastLook = .now
                let commits = sequence.cache.commits
                // Counted before the feed is read: what is committed in between is looked at once more.
                let count = commits.count
                if let change = try observer?.look() { return change }
                try await sequence.pause(past: count, of: commits)
            }
        }

        private mutating func first() throws -> FeedChange {
            var observer = try sequence.cache.observer(of: sequence.scope, windows: sequence.windows)
            let change = try observer.look()
            self.observer = observer
            return change ?? FeedChange(before: observer.feed, screen: observer.feed, changes: Changeset())
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
        FeedChanges(cache: self, scope: scope, windows: windows, interval: interval, pause: pause)
    }
}
