import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

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
