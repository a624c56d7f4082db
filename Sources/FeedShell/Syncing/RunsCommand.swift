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
