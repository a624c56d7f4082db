import ArgumentParser
import FeedCache

struct StatusCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of every collection, also while a sync runs.")
    static let example = "status"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let (collections, outbox, sectionsWait) = try cache.read {
            (try $0.status(), try $0.outbox(), try $0.sectionsWait())
        }
        let run = try cache.currentRun()
        let (source, isSyncing) = (cache.manifest.source.name, cache.isSyncing)
        var listing = Listing(
            collections, fields: CollectionStatus.fields,
            columns: [
                .text("collection", isFlexible: true), .number("items"), .text("outcome").toned(Tone.ofOutcome),
                .text("last success"), .text("notes", isFlexible: true),
            ]
        ) { status in
            [
                status.name, "\(status.items)", status.outcome?.rawValue ?? "never synced",
                status.lastSuccess?.description ?? "", Self.notes(status),
            ]
        }
        listing.document = { collections in
            .object(
                [
                    ("source", .string(source)), ("database", .string(cache.databasePath)),
                    ("syncing", .bool(isSyncing)),
                    ("collections", collections), ("run", run.map(\.holder) ?? .null),
                    ("sections", .object(CollectionWait.members(sectionsWait))),
                ] + (outbox.pending > 0 ? [("events", outbox.json)] : []))
        }
        if shared.mode.isForPeople {
            try shell.output.line(Defusing.line("\(source) in \(cache.databasePath)\(isSyncing ? ", syncing" : "")"))
            if let run { try shell.output.line(Defusing.line(run.progress(of: collections.count))) }
            if let sectionsWait { try shell.output.line(Defusing.line("section config \(sectionsWait.note)")) }
        }
        try shell.show(listing, shared, note: outbox.note(isDelivered: cache.manifest.events != nil))
        return .done
    }

    private static func notes(_ status: CollectionStatus) -> String {
        let wait = status.wait.map(\.note)
        let walk = status.walk.map { walk in
            let total = walk.total.map { " of \($0) items" } ?? ""
            return "\(walk.kind == .sync ? "a walk" : "a browse") has read \(walk.pages) pages\(total)"
        }
        return [wait, walk].compactMap(\.self).joined(separator: "; ")
    }
}

extension CollectionStatus {
    /// An element of `collections` in `status --json`.
    fileprivate static let fields: Fields<CollectionStatus> = [
        Field("name") { .string($0.name) }, Field("items") { .number($0.items) },
        Field("outcome") { .text($0.outcome?.rawValue) }, Field("last_success") { .time($0.lastSuccess) },
        Field("last_attempt") { .time($0.lastAttempt) }, Field("next_attempt") { .time($0.wait?.until) },
        Field("wait_reason") { .text($0.wait?.reason) }, Field("walk") { $0.walk.map(\.json) ?? .null },
    ]
}

extension WalkState {
    fileprivate var json: JSONValue {
        .object([
            ("number", .integer(number)), ("kind", .string(kind.rawValue)), ("pages", .integer(pages)),
            ("total", .number(total)), ("started", .time(started)), ("advanced", .time(advanced)),
            ("drift", .text(drift)),
        ])
    }
}

struct RunsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "runs", abstract: "Show the ledger of runs, the last one first.")
    static let example = "runs --limit 5"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Option(help: "How many runs at most.")
    var limit: Int = 20

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let (runs, count) = try shell.cache(shared).read { (try $0.runs(limit: limit), try $0.runCount()) }
        let listing = Listing(
            runs, fields: RunRecord.fields,
            columns: [
                .number("run"), .text("kind"), .text("started"), .text("outcome").toned(Tone.ofOutcome),
                .number("requests"), .number("new"), .number("changed"), .number("removed"),
                .text("trouble", isFlexible: true),
            ]
        ) { run in
            let items = run.collections.map(\.items)
            let trouble =
                run.collections.filter { !$0.outcome.isSuccess }.map { "\($0.name) \($0.outcome.rawValue)" }
                + (run.sectionsError.map { ["sections: \($0)"] } ?? [])
            return [
                "\(run.run)", run.kind, run.started.description, run.outcome ?? "under way", "\(run.requests)",
                "\(items.map(\.inserted).reduce(0, +))", "\(items.map(\.updated).reduce(0, +))",
                "\(items.map(\.removed).reduce(0, +))", trouble.joined(separator: ", "),
            ]
        }
        try shell.show(listing, shared, note: count == 0 ? "no runs yet: sync" : Shell.more(count - runs.count))
        return .done
    }
}

struct ProblemsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "problems", abstract: "Show what was rejected, refused or doubted, and what was done about it.")
    static let example = "problems photos"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("Only those of this collection.", valueName: "collection"),
        completion: .custom(Completions.collections))
    var name: String?

    @Option(help: "How many at most.")
    var limit: Int = 50

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let (problems, count) = try shell.cache(shared).read { snapshot in
            (try snapshot.problems(in: name, limit: limit), try snapshot.problemCount(in: name))
        }
        let listing = Listing(
            problems, fields: ProblemRecord.fields,
            columns: [
                .text("collection"), .text("kind"), .text("id"), .number("times"), .number("last run"),
                .text("what", isFlexible: true),
            ]
        ) { problem in
            [
                problem.collection ?? "(sections)", problem.problem.kind.rawValue, problem.problem.key,
                "\(problem.times)", "\(problem.lastRun)", problem.problem.message,
            ]
        }
        try shell.show(listing, shared, note: count == 0 ? "no problems" : Shell.more(count - problems.count))
        return .done
    }
}
