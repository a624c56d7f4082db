import ArgumentParser
import FeedCache
import FeedModel
import TerminalKit

struct ForgetCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget an account or a collection, with all that is known of it.",
        discussion: """
            Items, walks, validators, history, problems, ads and events go, and of an account its runs and consumers. Nothing is \
            requested. Mirrors that read “changes” forget it too. A collection that the manifest still names comes back with \
            the next sync. Events that wait for delivery would be lost: then nothing is forgotten, unless --force says so.
            """)
    static let example = "forget --collection photos --dry-run"

    @OptionGroup var shared: SharedOptions

    @Option(help: ArgumentHelp("An account of the manifest’s source, or what “changes” calls it.", valueName: "name"))
    var account: String?

    @Option(
        help: ArgumentHelp(
            "A list of the source and account, also one of an earlier manifest.", valueName: "collection"),
        completion: .collections)
    var collection: String?

    @Flag(help: "Events that wait for delivery are lost.")
    var force = false

    @Flag(help: "Say what would be forgotten, and forget nothing.")
    var dryRun = false

    func validate() throws {
        guard (account == nil) != (collection == nil) else {
            throw ValidationError("name one: --account or --collection")
        }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let part = account.map(FeedEngine.ForgottenPart.account) ?? .collection(collection ?? "")
        let report = try await shell.cache(shared).forget(part, losesEvents: force, isDryRun: dryRun)
        let record = JSONValue.object([
            ("items", .number(report.items)), ("runs", .number(report.runs)), ("events", .number(report.events)),
            ("waiting_events", .number(report.waitingEvents)),
        ])
        return try shell.show(record, shared) {
            let lost = report.waitingEvents > 0 ? ", \(report.waitingEvents) of them not delivered" : ""
            try shell.output.line(
                "\(dryRun ? "would forget" : "forgot") \(report.items) items, \(report.runs) runs, \(report.events) events\(lost)"
            )
        }
    }
}
