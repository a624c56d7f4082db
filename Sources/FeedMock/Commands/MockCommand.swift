import ArgumentParser
import FeedCache
import FeedMock
import FeedModel
import FeedShell
import TerminalKit

/// `mock serve`, what makes manifests and recordings for it, and what drives a mock API that runs.
struct MockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mock", abstract: "The mock API: serve it, break it, see what was asked.",
        subcommands: [
            MockServeCommand.self, MockRunCommand.self, MockManifestCommand.self, MockRecordCommand.self,
            MockAnswerCommand.self, MockFaultsCommand.self, MockFaultCommand.self, MockOfflineCommand.self,
            MockTickCommand.self, MockJournalCommand.self, MockVerifyCommand.self, MockResetCommand.self,
        ])
}

struct MockServeCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the gourmet world, own data, or a folder of JSON files, until Ctrl-C.",
        discussion: """
            A fault is PATH:KIND, and PATH may be * for any, or end in a query such as photos?page=3. It happens once, \
            with *TIMES so many times, with *all always; %PERCENT gives each request that chance: photos:503*2 answers \
            two requests for photos with 503, *:reset%10 breaks one in ten. Kinds: \(Fault.syntax).
            """)
    static let example = "mock serve --port 3000 --size 1000 --latency 200ms"

    @OptionGroup var shared: SharedOptions

    @OptionGroup var address: MockAddressOptions

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

    @OptionGroup var plan: MockPlanOptions

    @OptionGroup var own: MockDataOptions

    @Flag(help: "Save changes that requests make to the file of --data.")
    var write = false

    @Flag(help: "Play recordings of --directory back as slowly as the real server answered.")
    var timing = false

    @Option(
        help: ArgumentHelp(
            "Hold requests and answers against this OpenAPI document, in JSON or YAML; what differs is in the journal.",
            valueName: "file"),
        completion: .file())
    var check: String?

    func validate() throws {
        if write, own.data == nil { throw ValidationError("--write needs --data") }
        if timing, own.directory == nil { throw ValidationError("--timing needs --directory") }
        try latency.check("--latency", in: .zero...DurationArgument(seconds: 600))
        guard (1...1_000).contains(perPage) else { throw ValidationError("--per-page is 1 to 1000") }
        try changeEvery?.check(
            "--change-every", in: DurationArgument(milliseconds: 10)...DurationArgument(seconds: 86_400))
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        try await withMockServer(try configuration(shell)) { server, baseURL in
            let fingerprint = server.fingerprint.map { [("fingerprint", JSONValue.string($0))] } ?? []
            try shell.show(.object([("base_url", .string(baseURL))] + fingerprint), shared) {
                try shell.output.line("serving \(baseURL)")
                if let fingerprint = server.fingerprint { try shell.output.line("certificate SHA-256 \(fingerprint)") }
            }
            while !Task.isCancelled { try await Task.sleep(for: .seconds(3_600)) }
            return .done
        }
    }

    private func configuration(_ shell: Shell) throws -> MockConfiguration {
        var configuration = MockConfiguration()
        address.apply(to: &configuration)
        configuration.seed = seed
        configuration.perPage = perPage
        configuration.latency = Latency(milliseconds: Int(latency.milliseconds))
        configuration.keepsTiming = timing
        configuration.documentPath = check
        if let directory = own.directory { configuration.content = .directory(path: directory) }
        if let lists = try own.lists(isSaved: write) { configuration.content = .data(lists) }
        if let changeEvery { configuration.clock = .every(changeEvery.duration) }
        do {
            if !size.isEmpty { configuration.sizes = try ListSizes(parsing: size) }
        } catch {
            throw CommandError(.usage, "\(error)", advice: "see “help mock serve”")
        }
        try plan.apply(to: &configuration)
        if shared.verbose {
            configuration.onRequest = { entry, _ in
                shell.say("\(entry.method) \(entry.path) \(entry.status.map(String.init) ?? "dropped")", shared)
                for violation in entry.violations { shell.say("  \(violation)", shared) }
            }
        }
        return configuration
    }
}

/// Where a mock listens, and who reaches it.
struct MockAddressOptions: ParsableArguments {
    @Option(help: "The port; 0 takes any that is free.")
    var port: Int = 3000

    @Option(help: "The address to listen on; 0.0.0.0 lets other machines in.")
    var host = MockConfiguration.standardHost

    @Option(
        help: ArgumentHelp(
            "The web pages that may read the API: an origin such as https://app.example.com, or * for any.",
            valueName: "origin"))
    var cors: [String] = []

    @Flag(help: "Speak HTTPS, with a certificate made at the start; its SHA-256 is printed.")
    var tls = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
        if host.isEmpty { throw ValidationError("--host is empty") }
    }

    func apply(to configuration: inout MockConfiguration) {
        configuration.port = port
        configuration.host = host
        configuration.corsOrigins = cors
        configuration.isTLS = tls
    }
}

/// What a mock answers and breaks from its start.
struct MockPlanOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What goes wrong, such as photos:503*2.", valueName: "fault"))
    var fault: [String] = []

    @Option(
        help: ArgumentHelp(
            "Answer as the JSON files of this folder say, each with what POST /__mock/answers takes.",
            valueName: "folder"),
        completion: .directory)
    var answers: String?

    /// - Throws: `CommandError` for a fault that is none, or that no request could meet
    func apply(to configuration: inout MockConfiguration) throws {
        configuration.answersPath = answers
        guard !fault.isEmpty else { return }
        do {
            configuration.faults = try fault.map { text in try FaultRule(parsing: text) }
            try MockServer(configuration).checkFaults()
        } catch let error as MockServerError {
            throw error
        } catch {
            throw CommandError(.usage, "\(error)", advice: "see “help mock serve”")
        }
    }
}
