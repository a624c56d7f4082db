import ArgumentParser
import FeedCache
import FeedModel
import FeedSchema
import TerminalKit

struct ChangesCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes", abstract: "Print what has changed since a token, for a mirror in another database.",
        discussion: """
            Each thing comes in its newest state, at least once; what it was in between is not told. Without --after, and \
            where the cache cannot say what the reader has missed (it was put back or copied, or has forgotten old \
            removals), everything comes: a snapshot. All lines have the same names, in ndjson and in csv: type, cache, \
            snapshot, change, source, account, collection, id, live, version, version_order, removed_by, place, time_ms, \
            body. A line of type state ends what belongs together; its body has the token to go on after, and complete \
            where the reader now holds what the cache holds, once it drops what is of an older snapshot: items that \
            are live and all that is no run, problem or event. All sources of the database are told.

            With --to all of it goes into a mirror in PostgreSQL through psql, from where the mirror is, a batch a transaction. \
            Killed at any moment it leaves whole batches, and goes on there the next time; several may run at once. The mirror \
            is made once: feedcache changes --sql postgresql | psql -v ON_ERROR_STOP=1 URL.
            """)
    static let example = "changes --limit 1000"
    static let modes: [OutputMode] = [.ndjson, .csv]

    @OptionGroup var shared: SharedOptions

    @Option(
        help: ArgumentHelp("Only what came after this: the token of the last line of type state.", valueName: "token"))
    var after: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Who reads. With --after it has all up to there, which is noted; without, it goes on after what it had.",
            valueName: "name"))
    var consumer: String?

    @Flag(help: "Go on with every change that is written, until Ctrl-C.")
    var follow = false

    @Option(help: "End at the first line of type state after so many lines.")
    var limit: Int?

    @Option(
        help: ArgumentHelp("Bring this mirror up to date: postgresql://[USER@][HOST][/DATABASE].", valueName: "url"))
    var to: String?

    @Option(help: ArgumentHelp("With --to: how many lines a transaction takes at least.", valueName: "lines"))
    var batch: Int?

    @Flag(help: "Give this cache another name: for the copy of a file that goes its own way.")
    var newCache = false

    @Option(help: "Print the tables and views that a mirror needs.")
    var sql: MirrorDialect?

    func validate() throws {
        guard limit ?? 1 >= 1 else { throw ValidationError("--limit is 1 or more") }
        if consumer?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--as needs a name") }
        guard batch ?? 1 >= 1 else { throw ValidationError("--batch is 1 or more") }
        if let to, !["postgresql://", "postgres://"].contains(where: to.hasPrefix) {
            throw ValidationError("--to is a URL that begins with postgresql://")
        }
        if to != nil, after != nil || limit != nil {
            throw ValidationError("--to goes with neither --after nor --limit: the mirror knows where it is")
        }
        if to == nil, batch != nil { throw ValidationError("--batch goes with --to") }
        let actions = [after != nil || follow || limit != nil || consumer != nil || to != nil, newCache, sql != nil]
        if actions.count(where: \.self) > 1 {
            throw ValidationError("--sql and --new-cache go with no other option of “changes”")
        }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        if sql == .postgresql {
            try shell.output.write(FeedSchema.postgreSQLMirror)
            return .done
        }
        var token = try after.map { text throws(ChangeStreamError) in try ChangeToken(text: text) }
        let cache = try shell.cache(shared)
        if newCache {
            try shell.output.write("\(try cache.database.renameCache())\n")
            return .done
        }
        if let to { return try await load(cache, into: to, shell) }
        if let consumer {
            if let token { try cache.take(token, as: consumer) }
            token = try cache.token(of: consumer)
        }
        let changes = ChangeOutput(cache: cache, shell: shell, options: shared)
        try await changes.write(after: token, isEndless: follow, limit: limit)
        return .done
    }

    private func load(_ cache: FeedEngine, into url: String, _ shell: Shell) async throws -> ExitStatus {
        let session = try PostgreSQLSession(url, environment: shell.environment)
        let loader = MirrorLoader(
            cache: cache, session: session, consumer: consumer, batch: batch ?? 10_000, isEndless: follow, shell: shell)
        let result = await withTaskCancellationHandler {
            await Result { try await loader.run() }
        } onCancel: {
            session.cancel()
        }
        await session.end()
        try result.get()
        return .done
    }
}

enum MirrorDialect: String, CaseIterable, ExpressibleByArgument, Sendable {
    case postgresql
}
