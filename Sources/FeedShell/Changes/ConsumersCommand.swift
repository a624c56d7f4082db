import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct ConsumersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consumers", abstract: "Show who is notified of changes, or forget one of them.",
        subcommands: [ConsumersListCommand.self, ConsumersForgetCommand.self],
        defaultSubcommand: ConsumersListCommand.self)
}

struct ConsumersListCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show who is notified of changes, and how far each has come.",
        discussion: """
            Commands of “sync --on-change” are here by their text, readers of “changes --as” by their names. What one of \
            them has not taken is kept by “prune” for 30 days after it last took something.
            """)
    static let example = "consumers"

    @OptionGroup var shared: SharedOptions

    @OptionGroup var choice: FieldOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let consumers = try shell.cache(shared).read { try $0.reader.consumers() }
        return try shell.show(
            Listing(consumers, fields: ConsumerRecord.fields).choosing(choice.fields), shared,
            note: consumers.isEmpty ? "nobody is notified of changes yet: sync --on-change, changes --as" : nil)
    }
}

struct ConsumersForgetCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a consumer: what it has not taken is kept for it no longer.")
    static let example = "consumers forget mirror"

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("Its name, or the text of its command.", valueName: "consumer"), completion: .consumers)
    var name: String

    func run(in shell: Shell) async throws -> ExitStatus {
        try shell.cache(shared).forgetConsumer(name)
        try shell.show(.object([("forgotten", .string(name))]), shared) {}
        shell.say("forgotten", shared)
        return .done
    }
}

extension ConsumerRecord {
    static let fields: Fields<ConsumerRecord> = [
        Field("name", shown: .text("name", isFlexible: true, isTopic: true)) { .string($0.name) },
        Field("kind") { .string($0.token == nil ? "command" : "reader") },
        Field("run", shown: .number("run")) { .integer($0.run) }, Field("change") { .integer($0.change) },
        Field("runs_behind", shown: .number("runs behind")) { .number($0.runsBehind) },
        Field("changes_behind", shown: .number("changes behind")) { .integer($0.changesBehind) },
        Field("taken", shown: .text("taken")) { .time($0.taken) },
        Field("failures", shown: .number("failures")) { .number($0.failures) },
        Field("token") { .text($0.token) },
    ]
}
