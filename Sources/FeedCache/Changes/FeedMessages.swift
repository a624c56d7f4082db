import FeedModel
import FeedStore

/// What has changed in the database, for a reader that keeps a mirror of it: the same messages as `feedcache changes`.
///
/// ```swift
/// for try await message in try repository.messages(after: mirror.token) {
///     mirror.add(message)
///     if let token = message.token { try mirror.commit(token) }
/// }
/// ```
///
/// - Each thing comes in its newest state, at least once; what it was in between is not told. For one thing
///   `change` only rises.
/// - What was read up to a message with a token misses nothing when the reader goes on after that token. Keep both in
///   one transaction.
/// - At a message that is complete the mirror holds what the database held at one commit, once things of an older
///   `snapshot` are dropped. Runs, problems, events and items that are not live may stay: they were pruned, and only
///   ``FeedMessage/Kind/forget`` takes them.
///
/// It ends when the reader has everything, or when the task is cancelled where it follows. It stands still while the
/// repository is suspended.
public struct FeedMessages: AsyncSequence, Sendable {
    let chunks: ChangeChunks

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: chunks.makeAsyncIterator()) }

    /// Gives one message after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var base: ChangeChunks.AsyncIterator
        private var chunk: [FeedMessage] = []
        private var next = 0

        fileprivate init(base: ChangeChunks.AsyncIterator) {
            self.base = base
        }

        /// The next message; nil at the end, and once the task is cancelled.
        ///
        /// - Throws: `FeedError` with the code `token` where the token is not one of this database.
        public mutating func next() async throws -> FeedMessage? {
            while next == chunk.count {
                guard let more = try await read() else { return nil }
                chunk = more.lines
                next = 0
            }
            next += 1
            return chunk[next - 1]
        }

        private mutating func read() async throws -> ChangeReader.Chunk? {
            do {
                return try await base.next()
            } catch is CancellationError {
                return nil
            } catch {
                throw FeedError.wrapped(error)
            }
        }
    }
}
