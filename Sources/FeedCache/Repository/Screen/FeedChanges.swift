import FeedModel

/// The changes of the screen as they happen.
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
    let changes: ObservedChanges

    /// Begins to observe.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: changes.makeAsyncIterator()) }

    /// Waits for one change after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var base: ObservedChanges.AsyncIterator
        private var last = ComposedFeed(run: nil, sections: [])

        fileprivate init(base: ObservedChanges.AsyncIterator) {
            self.base = base
        }

        /// The next change; nil once the task is cancelled.
        ///
        /// - Throws: `FeedError` where the database can no longer be read. After that there is nothing more.
        public mutating func next() async throws -> FeedChange? {
            guard let change = try await nextObserved() else { return nil }
            defer { last = change.feed }
            return FeedChange(change, from: last)
        }

        private mutating func nextObserved() async throws -> ObservedChange? {
            do {
                return try await base.next()
            } catch {
                throw FeedError.wrapped(error)
            }
        }
    }
}
