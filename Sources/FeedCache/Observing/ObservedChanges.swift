import FeedModel
import FeedStore

/// The changes of the feed, or of a section, as they happen.
///
/// ```swift
/// for try await change in cache.changes(of: .section("ranking"), windows: FeedWindows(0..<50)) {
///     apply(change.changes, showing: change.feed)
/// }
/// ```
///
/// The first element is the feed as it is, with the changes that make it from one without sections; every other one is
/// what changed since the element before, by the laws of `FeedObserver`. There is no queue: a slow reader gets one
/// changeset from what it saw to the present. While a sync runs its pages show as they land.
///
/// It ends when the task is cancelled, and throws where the database can no longer be read.
package struct ObservedChanges: AsyncSequence, Sendable {
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

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    package struct AsyncIterator: AsyncIteratorProtocol {
        private let sequence: ObservedChanges
        private var observer: FeedObserver?
        private var isOver = false
        private var lastLook: ContinuousClock.Instant?

        fileprivate init(sequence: ObservedChanges) {
            self.sequence = sequence
        }

        /// The next change; nil once the task is cancelled.
        ///
        /// - Throws: `StoreError`; after that there is nothing more.
        package mutating func next() async throws -> ObservedChange? {
            guard !isOver else { return nil }
            do {
                return try await change()
            } catch {
                isOver = true
                if error is CancellationError { return nil }
                throw error
            }
        }

        private mutating func change() async throws -> ObservedChange {
            try Task.checkCancellation()
            guard observer != nil else { return try first() }
            while true {
                try Task.checkCancellation()
                if let lastLook { try await Task.sleep(until: lastLook + ObservedChanges.shortestInterval) }
                lastLook = .now
                let commits = sequence.cache.commits
                // Counted before the feed is read: what is committed in between is looked at once more.
                let count = commits.count
                if let change = try observer?.look() { return change }
                try await sequence.pause(past: count, of: commits)
            }
        }

        private mutating func first() throws -> ObservedChange {
            var observer = try sequence.cache.observer(of: sequence.scope, windows: sequence.windows)
            let change = try observer.look()
            self.observer = observer
            return change ?? ObservedChange(feed: observer.feed, changes: Changeset())
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
    ) -> ObservedChanges {
        ObservedChanges(cache: self, scope: scope, windows: windows, interval: interval, pause: pause)
    }
}
