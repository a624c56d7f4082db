import FeedStore

/// A value of the cache as it changes, by whatever process: the present one at once, then each that differs from the one
/// before. Those that come while the loop is busy are left out, but for the last.
///
/// It ends when the task is cancelled, and waits while the repository is suspended.
public struct FeedValues<Element: Equatable & Sendable>: AsyncSequence, Sendable {
    let cache: FeedEngine
    let read: @Sendable (FeedEngine) throws -> Element

    /// Begins to observe.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values: self) }

    /// Waits for one value after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let values: FeedValues
        private var looks: CommitLooks
        private var last: Element?

        fileprivate init(values: FeedValues) {
            self.values = values
            looks = CommitLooks(at: values.cache, after: Commits(of: values.cache.database))
        }

        /// The next value; nil once the task is cancelled.
        ///
        /// - Throws: `FeedError` where the database can no longer be read. After that there is nothing more.
        public mutating func next() async throws -> Element? {
            let next = try await looks.next { [values, last] () -> Element? in
                let value = try values.read(values.cache)
                return value == last ? nil : value
            }
            last = next ?? last
            return next
        }
    }
}
