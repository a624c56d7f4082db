import FeedCache
import FeedModel
import FeedStore
import FeedStream

/// Brings the mirror of a cache in PostgreSQL up to date: from where it stopped, a batch a transaction.
///
/// Killed or cut off at any moment it leaves whole batches with their token, and goes on there the next time. Several may
/// run at once: PostgreSQL takes a batch only after the token that it holds.
struct MirrorLoader {
    /// The tables that it writes, as the first lines of `Schema/mirror/tables.sql` number them, and their encoding.
    private static let layout = "4 in UTF8"

    let cache: FeedEngine
    let session: PostgreSQLSession
    /// Under which name the cache notes how far the mirror is; nil: it does not.
    let consumer: String?
    /// After how many lines a transaction ends.
    let batch: Int
    /// Whether it goes on with what is written later.
    let isEndless: Bool
    let shell: Shell

    func run() async throws {
        try await checkLayout()
        var messages = cache.messages(limits: ChangeReader.Limits(lines: 1)).makeAsyncIterator()
        guard let name = try await messages.nextChunk()?.lines.first?.cache else { return }
        while try await !load(name) {}
    }

    private func checkLayout() async throws {
        guard try await session.ask("SELECT to_regclass('feed_mirror') IS NOT NULL;") == "t" else {
            throw CommandError(
                .badData, "there is no mirror in this database",
                advice: "make one: feedcache changes --sql postgresql | psql -v ON_ERROR_STOP=1 URL")
        }
        let found = try await session.ask(
            "SELECT max(version) || ' in ' || current_setting('server_encoding') FROM feed_mirror;")
        guard found == Self.layout else {
            throw CommandError(
                .badData, "the mirror has layout \(found), and has to have \(Self.layout)",
                advice: "make it anew in a schema of its own")
        }
    }

    /// - Returns: false where another loader was faster: what it has left is next.
    private func load(_ name: String) async throws -> Bool {
        var token = try await session.ask(
            "SELECT coalesce((SELECT token FROM cache WHERE cache = \(Self.literal(name))), '');")
        try take(token)
        var messages = cache.messages(
            after: token.isEmpty ? nil : try ChangeToken(text: token), follows: isEndless,
            limits: ChangeReader.Limits(lines: min(batch, ChangeReader.Limits().lines))
        ).makeAsyncIterator()
        var hello: FeedMessage?
        var next = try await messages.nextChunk()
        while let first = next {
            try await session.send(Self.opening + Self.rows([hello].compactMap(\.self)))
            hello = hello ?? first.lines.first
            let last = try await copy(first, &messages)
            let statements = closing(after: token)
            async let outcome = session.ask(statements)
            // What follows is there: it is read while PostgreSQL loads.
            let read = last.isComplete ? nil : await Result { try await messages.nextChunk() }
            guard try await outcome != "moved" else { return false }
            token = last.token?.text ?? ""
            try take(token)
            next = if let read { try read.get() } else { try await messages.nextChunk() }
        }
        return true
    }

    /// Sends chunks up to one that a transaction can end with, and returns that.
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

    /// What PostgreSQL has is taken.
    private func take(_ token: String) throws {
        guard let consumer, !token.isEmpty else { return }
        try cache.take(ChangeToken(text: token), as: consumer)
    }

    // MARK: Input of psql

    private static let opening = Array(
        "BEGIN; CALL feed_open(); COPY feed_batch (\(FeedMessage.columns.joined(separator: ", "))) FROM STDIN;\n".utf8)

    private static func rows(_ messages: [FeedMessage]) -> [UInt8] {
        messages.reduce(into: []) { $1.appendCopy(to: &$0) }
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
