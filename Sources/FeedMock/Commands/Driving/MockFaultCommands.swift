import ArgumentParser
import FeedMock
import FeedModel
import FeedShell
import TerminalKit

struct MockFaultsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults", abstract: "List what goes wrong at a running mock API, or drop it all.")
    static let example = "mock faults --drop"

    @OptionGroup var shared: SharedOptions
    @OptionGroup var address: MockAddress

    @Flag(help: "Drop all faults first.")
    var drop = false

    func run(in shell: Shell) async throws -> ExitStatus {
        let client = try MockClient(address, in: shell)
        let rules: [String] = try await client.ask(
            "faults", drop ? [("replace", "true")] : [], post: drop ? "" : nil)
        return try shell.show(rules, named: "fault", shared, none: "no faults")
    }
}

struct MockFaultCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault",
        abstract: "Let something go wrong at a running mock API.",
        discussion: """
            A fault is PATH:KIND, then how often, as in “help mock serve”. Kinds: \(Fault.syntax).
            """)
    static let example = "mock fault photos:503*2"

    @OptionGroup var shared: SharedOptions
    @OptionGroup var address: MockAddress

    @Argument(help: ArgumentHelp("What goes wrong, such as photos:503*2.", valueName: "fault"))
    var faults: [String]

    func run(in shell: Shell) async throws -> ExitStatus {
        let client = try MockClient(address, in: shell)
        let rules: [FaultRule]
        do {
            rules = try faults.map { text in try FaultRule(parsing: text) }
        } catch {
            throw CommandError(.usage, "\(error)", advice: "see “help mock fault”")
        }
        let text = rules.map(\.description).joined(separator: "\n")
        return try shell.show(try await client.ask("faults", post: text), named: "fault", shared, none: "no faults")
    }
}

struct MockOfflineCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "offline",
        abstract: "Make a running mock API’s network go away, or come back.",
        discussion: """
            While it is off, every connection for the feed is reset. Without an argument: whether it is. “mock” itself \
            goes on working.
            """)
    static let example = "mock offline on"

    @OptionGroup var shared: SharedOptions
    @OptionGroup var address: MockAddress

    @Argument(help: ArgumentHelp("on: the network is away; off: it is back.", valueName: "on|off"))
    var setting: OnOff?

    enum OnOff: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    private struct State: Decodable {
        let offline: Bool
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let client = try MockClient(address, in: shell)
        let query = setting.map { [(name: "on", value: $0 == .on ? "true" : "false")] }
        let state: State = try await client.ask("offline", query ?? [], post: query == nil ? nil : "")
        return try shell.show(.object([("offline", .bool(state.offline))]), shared) {
            try shell.output.line(state.offline ? "the mock API is offline" : "the mock API is online")
        }
    }
}

extension Shell {
    /// Lists texts, each a record of one field.
    func show(
        _ texts: [String], named name: String, _ options: SharedOptions, none: String
    ) throws -> ExitStatus {
        let listing = Listing(texts, fields: [Field(name, shown: .text(name)) { .string($0) }])
        return try show(listing, options, note: texts.isEmpty ? none : nil)
    }
}
