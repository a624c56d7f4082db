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
        let (runs, count) = try shell.cache(shared).read { (try $0.runs(limit: limit), try $0.runCount()) }
        let listing = Listing(
            runs, fields: RunRecord.fields,
            columns: [
                .number("run"), .text("kind"), .time("started"), .text("outcome").toned(Tone.ofOutcome),
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
        try shell.show(
            listing.choosing(choice.fields), shared,
            note: count == 0 ? "no runs yet: sync" : nil,
            rest: count - runs.count)
        return .done
    }
}

extension RunRecord {
    /// An element of `runs --json`.
    static let fields: Fields<RunRecord> = [
        Field("run") { .integer($0.run) }, Field("kind") { .string($0.kind) }, Field("started") { .time($0.started) },
        Field("ended") { .time($0.ended) }, Field("outcome") { .text($0.outcome) },
        Field("requests") { .number($0.requests) }, Field("bytes") { .number($0.bytes) },
        Field("sections") { $0.sections }, Field("collections") { .array($0.collections.map(\.json)) },
    ]

    private var sections: JSONValue {
        guard let sectionsOutcome else { return .null }
        return .object([
            ("outcome", .string(sectionsOutcome)), ("revision", .number(sectionsRevision)),
            ("error", .text(sectionsError)),
        ])
    }
}
