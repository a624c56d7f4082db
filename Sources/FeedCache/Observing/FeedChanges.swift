import FeedModel
package import FeedStore
import Synchronization

/// The changes of the screen as they happen.
///
/// ```swift
/// for try await change in repository.changes() {
///     for stage in change.stages { show(stage) }
/// }
/// ```
///
/// The first element brings the screen as it is, from one without sections. Each later one brings what changed since the
/// element before: applied to the screen before, it gives the screen now. There is one whenever any member of the screen
/// differs, such as how many rows a section has. Changes that are made while the loop is busy come as one, and what was
/// undone meanwhile does not come. No change is lost, whichever process made it: what this process writes is seen at once;
/// what another process writes, after a quarter of a second: for that the file is polled once for all sequences of this
/// process.
///
/// Rows count from the first one observed; what happens before it or after the last is seen only as far as it moves rows
/// in or out, or makes them more or fewer.
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
        private var screens: FeedValues<FeedScreen>.AsyncIterator
        private var screen = FeedScreen(run: nil, sections: [])

        fileprivate init(sequence: FeedChanges) {
            let screens = FeedValues(cache: sequence.cache) { cache in
                try cache.read { try $0.feed(of: sequence.scope, windows: sequence.windows) }
            }
            self.screens = FeedValues.AsyncIterator(values: screens, commits: sequence.commits)
        }

        /// The next change; nil once the task is cancelled.
        ///
        /// - Throws: `FeedError` where the database can no longer be read. After that there is nothing more.
        public mutating func next() async throws -> FeedChange? {
            guard let next = try await screens.next() else { return nil }
            defer { screen = next }
            return FeedChange(from: screen, to: next)
        }
    }
}
