public import FeedCache
import FeedModel

extension FeedRepository {
    /// What has changed in the database since a token, of all its sources, for a mirror in another place.
    ///
    /// - Parameters:
    ///   - token: what the mirror has; nil for everything. See `FeedMessage.token`.
    ///   - follows: whether it goes on with what is written later, until the task is cancelled.
    /// - Throws: `FeedError` with the code `token` where it is none.
    public func messages(after token: String? = nil, follows: Bool = false) throws -> FeedMessages {
        let token = try FeedError.wrapping { try token.map { text throws in try ChangeToken(text: text) } }
        return engine.messages(after: token, follows: follows)
    }

    /// What has changed in the database since a named consumer last took something, as `messages(after:follows:)` tells
    /// it. One that is new gets everything.
    ///
    /// ```swift
    /// for try await message in try repository.messages(for: "notifications") {
    ///     notify(message)
    ///     if let token = message.token { try await repository.take(token, for: "notifications") }
    /// }
    /// ```
    ///
    /// Each message comes at least once: those after the last token that was taken come again.
    ///
    /// - Parameters:
    ///   - consumer: a name of your own, not empty.
    ///   - follows: whether it goes on with what is written later, until the task is cancelled.
    /// - Throws: `FeedError`.
    public func messages(for consumer: String, follows: Bool = false) throws -> FeedMessages {
        let token = try FeedError.wrapping { try engine.gate.runNow { try engine.token(of: consumer) } }
        return engine.messages(after: token, follows: follows)
    }

    /// Notes that a consumer has taken all messages up to the one with this token. What it has not taken is kept by
    /// `prune` for 30 days after it last took something.
    ///
    /// - Parameters:
    ///   - token: see `FeedMessage.token`.
    ///   - consumer: its name.
    /// - Throws: `FeedError` with the code `token` where it is none of this database.
    public func take(_ token: String, for consumer: String) async throws {
        try await calling { [engine] in try engine.take(ChangeToken(text: token), as: consumer) }
    }

    /// Forgets a consumer: what it has not taken is kept for it no longer.
    ///
    /// - Throws: `FeedError` with the code `unknownName` where there is none of that name.
    public func forgetConsumer(_ name: String) async throws {
        try await calling { [engine] in try engine.forgetConsumer(name) }
    }
}
