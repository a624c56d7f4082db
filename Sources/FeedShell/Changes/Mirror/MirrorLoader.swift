import FeedCache
import FeedModel
import FeedStore
import FeedStream

/// Brings the mirror of a cache in PostgreSQL up to date: from where it stopped, a batch a transaction.
///
/// Killed or cut off at any moment it leaves whole batches with their token, and goes on there the next time. Several may
/// run at once: PostgreSQL takes a batch only after the token that it holds.
struct MirrorLoader {
    /// The tables that it writes, as the first lines of `Schema/mirror/tables.sql` number them.
    private static let layout = "3"

    let cache: FeedEngine
    let session: PostgreSQLSession
    /// Under which name the cache notes how far the mirror is; nil: it does not.
    let consumer: String?
    /// After how many lines a transaction ends.
    let batch: Int
    /// Whether it goes on with what is written later.
    let isEndless: Bool
    let shell: Shell

    /// - Throws: `CommandError`; `ChangeStreamError`; `StoreError`.
    func run() async throws {
        try await checkLayout()
        let name = try await cacheName()
        while try await !load(name) {}
    }

    private func checkLayout() async throws {
        let found = try await session.ask(
            "SELECT to_regclass('feed_mirror') IS NOT NULL, current_setting('server_encoding');")
        guard found.hasPrefix("t") else {
            throw CommandError(
                .badData, "there is no mirror in this database",
                advice: "make one: feedcache changes --sql postgresql | psql -v ON_ERROR_STOP=1 URL")
        }
        let layout = try await session.ask("SELECT max(version) FROM feed_mirror;")
        guard layout == Self.layout, found == "t|UTF8" else {
            throw CommandError(
                .badData,
                "the mirror has layout \(layout) in \(found.dropFirst(2)), and has to have \(Self.layout) in UTF8",
                advice: "make it anew in a schema of its own")
        }
    }

    private func cacheName() async throws -> String {
        var messages = cache.messages(limits: ChangeReader.Limits(lines: 1)).makeAsyncIterator()
        return try await messages.nextChunk()?.lines.first?.cache ?? ""
    }

    /// - Returns: false where another loader was faster: what it has left is next.
    private func load(_ name: String) async throws -> Bool {
        var token = try await session.ask(
            "SELECT coalesce((SELECT token FROM cache WHERE cache = \(Self.literal(name))), '');")
        try take(token)
        let lines = min(batch, ChangeReader.Limits().lines)
        var messages = cache.messages(
            after: token.isEmpty ? nil : try ChangeToken(text: token), follows: isEndless,
            limits: ChangeReader.Limits(lines: lines)
        ).makeAsyncIterator()
        var hello: FeedMessage?
        var next = try await messages.nextChunk()
        while let first = next {
            try await session.send(Self.opening + Self.rows([hello].compactMap(\.self)))
            hello = hello ?? first.lines.first
            let last = try await copy(first, &messages)
            let statements = closing(after: token)
            // What follows is there: it is read while PostgreSQL loads.
            if last.isComplete {
                guard try await session.ask(statements) != "moved" else { return false }
                token = try taken(last)
                next = try await messages.nextChunk()
            } else {
                async let outcome = session.ask(statements)
                let read = await Result { try await messages.nextChunk() }
                guard try await outcome != "moved" else { return false }
                token = try taken(last)
                next = try read.get()
            }
        }
        return true
    }

    /// Sends chunks up to one that a transaction can end with.
    ///
    /// - Returns: that one.
    private func copy(
        _ first: ChangeReader.Chunk, _ messages: inout FeedMessages.AsyncIterator
    ) async throws -> ChangeReader.Chunk {
        var chunk = first
        var lines = 0
        while true {
            if let reason = chunk.reason { shell.report(reason) }
            lines += chunk.lines.count
            try await session.send(Self.rows(chunk.lines))
            if chunk.isComplete || chunk.token != nil && lines >= batch { return chunk }
            guard let more = try await messages.nextChunk() else { return chunk }
            chunk = more
        }
    }

    private func taken(_ chunk: ChangeReader.Chunk) throws -> String {
        let token = chunk.token?.text ?? ""
        try take(token)
        return token
    }

    /// What PostgreSQL has is taken.
    private func take(_ token: String) throws {
        guard let consumer, !token.isEmpty else { return }
        try cache.take(ChangeToken(text: token), as: consumer)
    }

    // MARK: What psql is told

    private static let opening = Array(
        """
        BEGIN;
        CREATE TEMPORARY TABLE feed_batch (
            n bigint GENERATED ALWAYS AS IDENTITY, type text, cache text, snapshot bigint, change bigint, source text,
            account text, collection text, id text, live boolean, version text, version_order text, removed_by text,
            place text, time_ms bigint, body text
        ) ON COMMIT DROP;
        COPY feed_batch (\(FeedMessage.columns.joined(separator: ", "))) FROM STDIN;

        """.utf8)

    private static func rows(_ messages: [FeedMessage]) -> [UInt8] {
        var bytes: [UInt8] = []
        for message in messages { message.appendCopy(to: &bytes) }
        return bytes
    }

    /// Where the cache does not note what is taken, a commit need not wait for the disk: should the server crash within the
    /// second, it forgets rows and token together, and they are sent again.
    private func closing(after token: String) -> String {
        """
        \\.
        SET LOCAL synchronous_commit = \(consumer == nil ? "off" : "on");
        SELECT feed_load(\(Self.literal(token))) AS outcome \\gset
        COMMIT;
        SELECT :'outcome';
        """
    }

    private static func literal(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}
