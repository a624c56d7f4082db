package import FeedCache
package import FeedModel
package import FeedStore

/// What has changed in the database, for a reader that keeps a mirror of it: the same messages as `feedcache changes`.
///
/// ```swift
/// for try await message in try repository.messages(after: mirror.token) {
///     mirror.add(message)
///     if let token = message.token { try mirror.commit(token) }
/// }
/// ```
///
/// - Each thing comes in its newest state, at least once; the states in between are left out. For one thing
///   `change` only rises.
/// - What was read up to a message with a token misses nothing when the reader goes on after that token. Keep both in
///   one transaction.
/// - At a message that is complete the mirror holds what the database held at one commit, once things of an older
///   `snapshot` are dropped. Runs, problems, events and items that are not live may stay: they were pruned, and only
///   `forget` takes them.
///
/// It ends when the reader has everything, or when the task is cancelled where it follows. It waits while the
/// repository is suspended.
public struct FeedMessages: AsyncSequence, Sendable {
    let cache: FeedEngine
    let token: ChangeToken?
    let follows: Bool
    let limits: ChangeReader.Limits
    let commits: Commits?

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(messages: self) }

    /// Gives one message after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let messages: FeedMessages
        private var reader: ChangeReader?
        private var commits: Commits.AsyncIterator
        private var isComplete = false
        private var lines: ArraySlice<FeedMessage> = []

        fileprivate init(messages: FeedMessages) {
            self.messages = messages
            commits = (messages.commits ?? Commits(of: messages.cache.database)).makeAsyncIterator()
        }

        /// The next message; nil at the end, and once the task is cancelled.
        ///
        /// - Throws: `FeedError` with the code `token` where the token is not one of this database.
        public mutating func next() async throws -> FeedMessage? {
            do {
                while lines.isEmpty {
                    guard let chunk = try await nextChunk() else { return nil }
                    lines = chunk.lines[...]
                }
                return lines.removeFirst()
            } catch is CancellationError {
                return nil
            } catch {
                throw FeedError.wrapped(error)
            }
        }

        /// The next messages together, as they were read; nil at the end. See `ChangeReader` for the laws.
        package mutating func nextChunk() async throws -> ChangeReader.Chunk? {
            while true {
                try Task.checkCancellation()
                if isComplete {
                    guard messages.follows else { return nil }
                    _ = try await commits.next()
                }
                let chunk = try await messages.cache.gate.runWhenOpen { try read() }
                isComplete = chunk.isComplete
                if !chunk.isEmpty { return chunk }
            }
        }

        private mutating func read() throws -> ChangeReader.Chunk {
            var next = try reader ?? messages.cache.changeReader(after: messages.token)
            let chunk = try next.next(messages.limits)
            reader = next
            return chunk
        }
    }
}

extension FeedEngine {
    /// - Parameter commits: of no other reader.
    package func messages(
        after token: ChangeToken? = nil, follows: Bool = false, limits: ChangeReader.Limits = ChangeReader.Limits(),
        commits: Commits? = nil
    ) -> FeedMessages {
        FeedMessages(cache: self, token: token, follows: follows, limits: limits, commits: commits)
    }
}
