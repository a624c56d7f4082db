import ArgumentParser
import FeedCache

struct StatusCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of every collection, also while a sync runs.")
    static let example = "status"

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let (collections, outbox) = try cache.read { (try $0.status(), try $0.outbox()) }
        if shared.json {
            try shell.show(
                .object(
                    [
                        ("source", .string(cache.manifest.source.name)), ("database", .string(cache.databasePath)),
                        ("syncing", .bool(cache.isSyncing)), ("collections", .array(collections.map(\.json))),
                    ] + (outbox.pending > 0 ? [("events", outbox.json)] : [])))
            return .done
        }
        try shell.output.line(
            Defusing.line("\(cache.manifest.source.name) in \(cache.databasePath)\(cache.isSyncing ? ", syncing" : "")")
        )
        var table = Table(columns: [
            .text("collection", isFlexible: true), .number("items"), .text("outcome").toned(Tone.ofOutcome),
            .text("last success"),
            .text("notes", isFlexible: true),
        ])
        table.rows = collections.map { status in
            [
                status.name, "\(status.items)", status.outcome?.rawValue ?? "never synced",
                status.lastSuccess?.description ?? "", Self.notes(status),
            ]
        }
        try shell.show(table, shared, note: outbox.note(isDelivered: cache.manifest.events != nil))
        return .done
    }

    private static func notes(_ status: CollectionStatus) -> String {
        let wait = status.wait.map { "asks again at \($0.until): \($0.reason)" }
        let walk = status.walk.map { walk in
            let total = walk.total.map { " of \($0) items" } ?? ""
            return "\(walk.kind == .sync ? "a walk" : "a browse") has read \(walk.pages) pages\(total)"
        }
        return [wait, walk].compactMap(\.self).joined(separator: "; ")
    }
}

extension CollectionStatus {
    fileprivate var json: JSONValue {
        .object([
            ("name", .string(name)), ("items", .number(items)), ("outcome", .text(outcome?.rawValue)),
            ("last_success", .time(lastSuccess)), ("last_attempt", .time(lastAttempt)),
            ("next_attempt", .time(wait?.until)), ("walk", walk.map(\.json) ?? .null),
        ])
    }
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

    @OptionGroup var shared: SharedOptions

    @Option(help: "How many runs at most.")
    var limit: Int = 20

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let runs = try shell.cache(shared).read { try $0.runs(limit: limit) }
        if shared.json {
            try shell.show(.array(runs.map(\.json)))
            return .done
        }
        var table = Table(columns: [
            .number("run"), .text("kind"), .text("started"), .text("outcome").toned(Tone.ofOutcome),
            .number("requests"), .number("new"),
            .number("changed"), .number("removed"), .text("trouble", isFlexible: true),
        ])
        table.rows = runs.map { run in
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
        try shell.show(table, shared, note: runs.isEmpty ? "no runs yet: sync" : nil)
        return .done
    }
}

struct ProblemsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "problems", abstract: "Show what was rejected, refused or doubted, and what was done about it.")
    static let example = "problems photos"

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
        let problems = try shell.cache(shared).read { try $0.problems(in: name, limit: limit) }
        if shared.json {
            try shell.show(.array(problems.map(\.json)))
            return .done
        }
        var table = Table(columns: [
            .text("collection"), .text("kind"), .text("id"), .number("times"), .number("last run"),
            .text("what", isFlexible: true),
        ])
        table.rows = problems.map { problem in
            [
                problem.collection ?? "(sections)", problem.problem.kind.rawValue, problem.problem.key,
                "\(problem.times)", "\(problem.lastRun)", problem.problem.message,
            ]
        }
        try shell.show(table, shared, note: problems.isEmpty ? "no problems" : nil)
        return .done
    }
}
