import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct RunsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "runs", abstract: "Show the ledger of runs, the last one first.")
    static let example = "runs --limit 5"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Option(help: "How many runs at most.")
    var limit: Int = 20

    @OptionGroup var choice: FieldOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let (runs, count) = try shell.cache(shared).read {
            (try $0.reader.runs(limit: limit), try $0.reader.runCount())
        }
        return try shell.show(
            Listing(runs, fields: RunRecord.fields).choosing(choice.fields), shared,
            note: count == 0 ? "no runs yet: sync" : nil, rest: count - runs.count)
    }
}

extension RunRecord {
    /// An element of `runs --json`.
    static let fields: Fields<RunRecord> = [
        Field("run", shown: .number("run")) { .integer($0.run) },
        Field("kind", shown: .text("kind")) { .string($0.kind) },
        Field("started", shown: .time("started")) { .time($0.started) }, Field("ended") { .time($0.ended) },
        Field("outcome", shown: .text("outcome", tone: Tone.ofOutcome), as: { $0.outcome ?? "under way" }) {
            .text($0.outcome)
        },
        Field("requests", shown: .number("requests")) { .number($0.requests) }, Field("bytes") { .number($0.bytes) },
        Field("sections") { $0.sections }, Field("collections") { .array($0.collections.map(\.json)) },
        .shown(.number("new")) { "\($0.sum(\.inserted))" }, .shown(.number("changed")) { "\($0.sum(\.updated))" },
        .shown(.number("removed")) { "\($0.sum(\.removed))" },
        .shown(.text("trouble", isFlexible: true)) { run in
            let failed = run.collections.filter { !$0.outcome.isSuccess }.map { "\($0.name) \($0.outcome.rawValue)" }
            return (failed + (run.sectionsError.map { ["sections: \($0)"] } ?? [])).joined(separator: ", ")
        },
    ]

    private func sum(_ count: KeyPath<ItemCounts, Int>) -> Int {
        collections.reduce(0) { $0 + $1.items[keyPath: count] }
    }

    private var sections: JSONValue {
        guard let sectionsOutcome else { return .null }
        return .object([
            ("outcome", .string(sectionsOutcome)), ("revision", .number(sectionsRevision)),
            ("error", .text(sectionsError)),
        ])
    }
}

struct ProblemsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "problems", abstract: "Show what was rejected, refused or doubted, and what was done about it.")
    static let example = "problems photos"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("Only those of this collection.", valueName: "collection"), completion: .collections)
    var name: String?

    @Option(help: "How many at most.")
    var limit: Int = 50

    @OptionGroup var choice: FieldOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let (problems, count) = try shell.cache(shared).read { snapshot in
            if let name { _ = try snapshot.list(name) }
            let problems = try snapshot.reader.problems(collection: name, limit: limit)
            return (problems, try snapshot.reader.problemCount(collection: name))
        }
        return try shell.show(
            Listing(problems, fields: ProblemRecord.fields).choosing(choice.fields), shared,
            note: count == 0 ? "no problems" : nil, rest: count - problems.count)
    }
}

extension ProblemRecord {
    /// An element of `problems --json`.
    static let fields: Fields<ProblemRecord> = [
        Field("collection", shown: .text("collection"), as: { $0.collection ?? "(sections)" }) { .text($0.collection) },
        Field("kind", shown: .text("kind")) { .string($0.problem.kind.rawValue) },
        Field("id", shown: .text("id")) { $0.problem.key.isEmpty ? .null : .string($0.problem.key) },
        Field("message") { .string($0.problem.message) }, Field("detail") { .text($0.problem.detail) },
        Field("times", shown: .number("times")) { .number($0.times) }, Field("first_run") { .integer($0.firstRun) },
        Field("last_run", shown: .number("last run")) { .integer($0.lastRun) },
        Field("last_seen") { .time($0.lastSeen) },
        .shown(.text("what", isFlexible: true)) { $0.problem.message },
    ]
}
