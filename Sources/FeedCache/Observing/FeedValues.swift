import FeedStore

/// A value of the cache as it changes, by whatever process: the present one at once, then each that differs from the one
/// before. Those that come while the loop is busy are left out, but for the last.
///
/// It ends when the task is cancelled, and waits while the repository is suspended.
public struct FeedValues<Element: Equatable & Sendable>: AsyncSequence, Sendable {
    let cache: FeedEngine
    let read: @Sendable (FeedEngine) throws -> Element

    /// Begins to observe.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(values: self, commits: Commits(of: cache.database))
    }

    /// Waits for one value after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let values: FeedValues
        private var commits: Commits.AsyncIterator
        private var last: Element?
        private var isOver = false

        /// - Parameter commits: of no other reader.
        init(values: FeedValues, commits: Commits) {
            (self.values, self.commits) = (values, commits.makeAsyncIterator())
        }

        /// The next value; nil once the task is cancelled.
        ///
        /// - Throws: `FeedError` where the database can no longer be read. After that there is nothing more.
        public mutating func next() async throws -> Element? {
            do {
                while !isOver, try await commits.next() != nil {
                    let value = try await values.cache.gate.runWhenOpen { [values] in try values.read(values.cache) }
                    guard value != last else { continue }
                    last = value
                    return value
                }
                return nil
            } catch {
                if error is CancellationError { return nil }
                isOver = true
                throw FeedError.wrapped(error)
            }
        }
    }
}
