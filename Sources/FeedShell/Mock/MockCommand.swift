import ArgumentParser
import FeedCache
import FeedMock
import FeedModel
import TerminalKit

/// `mock serve`, and what drives a mock API that runs.
struct MockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mock", abstract: "The mock API: serve it, break it, see what was asked.",
        subcommands: [
            MockServeCommand.self, MockFaultsCommand.self, MockFaultCommand.self, MockOfflineCommand.self,
            MockTickCommand.self, MockJournalCommand.self, MockVerifyCommand.self, MockResetCommand.self,
        ])
}

struct MockServeCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the gourmet world, or a folder of JSON files, on 127.0.0.1 until Ctrl-C.",
        discussion: """
            A fault is PATH:KIND, and PATH may be * for any, or end in a query such as photos?page=3. It happens once, \
            with *TIMES so many times, with *all always; %PERCENT gives each request that chance: photos:503*2 answers \
            two requests for photos with 503, *:reset%10 breaks one in ten. Kinds: \(Fault.syntax).
            """)
    static let example = "mock serve --port 3000 --size 1000 --latency 200ms"

    @OptionGroup var shared: SharedOptions

    @Option(help: "The port; 0 takes any that is free.")
    var port: Int = 3000

    @Option(help: "What all content is made from: the same seed, the same answers.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "How long the lists are: a number for all, or LIST=NUMBER for one; up to a million and more.",
            valueName: "size"))
    var size: [String] = []

    @Option(
        help: ArgumentHelp("How long every answer takes, such as 200ms.", valueName: DurationArgument.valueName))
    var latency = DurationArgument.zero

    @Option(
        help: ArgumentHelp(
            "How often items come, change and go, such as 60s; without it never.",
            valueName: DurationArgument.valueName))
    var changeEvery: DurationArgument?

    @Option(help: "How many items a page has unless the request says so.")
    var perPage: Int = 20

    @Option(help: ArgumentHelp("What goes wrong, such as photos:503*2.", valueName: "fault"))
    var fault: [String] = []

    @Option(
        help: ArgumentHelp("Serve the JSON files of this folder instead.", valueName: "folder"),
        completion: .directory)
    var directory: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
        try latency.check("--latency", in: .zero...DurationArgument(seconds: 600))
        guard (1...1_000).contains(perPage) else { throw ValidationError("--per-page is 1 to 1000") }
        try changeEvery?.check(
            "--change-every", in: DurationArgument(milliseconds: 10)...DurationArgument(seconds: 86_400))
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        do {
            return try await withMockServer(try configuration(shell)) { _, baseURL in
                try shell.show(.object([("base_url", .string(baseURL))]), shared) {
                    try shell.output.line("serving \(baseURL)")
                }
                while !Task.isCancelled { try await Task.sleep(for: .seconds(3_600)) }
                return .done
            }
        } catch let error as MockServerError {
            throw CommandError(.unavailable, "\(error)")
        }
    }

    private func configuration(_ shell: Shell) throws -> MockConfiguration {
        var configuration = MockConfiguration()
        configuration.port = port
        configuration.seed = seed
        configuration.perPage = perPage
        configuration.latency = Latency(milliseconds: Int(latency.milliseconds))
        if let directory { configuration.content = .directory(path: directory) }
        if let changeEvery { configuration.clock = .every(changeEvery.duration) }
        do {
            if !size.isEmpty { configuration.sizes = try ListSizes(parsing: size) }
            configuration.faults = try fault.map { text in try FaultRule(parsing: text) }
        } catch {
            throw CommandError(.usage, "\(error)", advice: "see “help mock serve”")
        }
        if shared.verbose {
            configuration.onRequest = { entry in
                shell.say("\(entry.method) \(entry.path) \(entry.status.map(String.init) ?? "dropped")", shared)
            }
        }
        return configuration
    }
}
