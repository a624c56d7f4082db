import FeedModel
import FeedStore

/// Looks at a cache at once, and again after each commit, of whatever process. It stands still while the cache is suspended.
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
