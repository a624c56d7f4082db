import ArgumentParser
import FeedMock
import FeedModel
import FeedShell
import FeedSource
import Foundation
import TerminalKit

struct MockRunCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a command with a mock API of its own, and end as it does.",
        discussion: """
            The mock listens on a free port; its URL is in FEEDCACHE_MOCK_URL, and in FEEDCACHE_MOCK for “feedcache mock”. It \
            serves what “mock serve” serves with the same options, or with --upstream nothing else than planned answers. What it \
            has no answer to goes to --upstream, unless --offline forbids it; --record keeps that for --directory, \
            without tokens, keys and cookies. In the end requests without an answer are named. The exit code is the \
            command’s, 128 and the signal’s number where one ended it; with --strict 65 where the command ended with 0 \
            and requests were unmatched, or a fault was not met or changed nothing. With --preview a preview comes after \
            the command: for each of its requests, the last 50, it shows the feed of what it was answered until then. \
            Ctrl-C ends it with 130.
            """)
    static let example = "mock run --upstream https://api.example.com/v1 --record recorded -- npm test"

    @OptionGroup var shared: SharedOptions

    @Option(help: ArgumentHelp("The real API, which is asked what the mock has no answer to.", valueName: "url"))
    var upstream: String?

    @Option(
        help: ArgumentHelp("Record what --upstream answers into this folder.", valueName: "folder"),
        completion: .directory)
    var record: String?

    @Flag(help: "Ask no real server: what is not there is a near miss.")
    var offline = false

    @Flag(help: "End with 65 where a request was unmatched, or a fault had no effect.")
    var strict = false

    @Flag(help: "Show in a browser what was on screen after each request; --source says how to read other data.")
    var preview = false

    @OptionGroup var plan: MockPlanOptions

    @OptionGroup var own: MockDataOptions

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command, after --.", valueName: "command"))
    var command: [String]

    func validate() throws {
        if command.isEmpty { throw ValidationError("there is no command after --") }
        if record != nil, upstream == nil { throw ValidationError("--record needs --upstream") }
        if record != nil, offline { throw ValidationError("--record and --offline exclude each other") }
        if let record, record == own.directory { throw ValidationError("--record and --directory are one folder") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let client = try upstream.map { UpstreamClient(try Self.url($0)) }
        var configuration = try configuration()
        configuration.upstream = client?.upstream
        configuration.upstream?.isAsked = !offline
        try plan.apply(to: &configuration)
        let replay = preview ? MockReplay() : nil
        if let replay { configuration.onRequest = { entry, answer in answer.map { replay.note(entry, $0) } } }
        var (manifest, place): (String?, String) = (nil, "")
        let (end, complaint) = try await withMockServer(configuration) { server, baseURL in
            place = baseURL
            if preview { manifest = try servedManifest(at: baseURL) }
            let end = try await runCommand(in: shell, baseURL)
            return (end, try objection(to: server, end, in: shell))
        }
        if let record, let client { try save(client.recording, into: record, in: shell) }
        try await replay?.preview(manifest, of: place, shared, in: shell)
        if let complaint { throw complaint }
        switch end {
        case .exited(0): return .done
        case .exited(let code): throw ProgramEnd(code: code)
        case .signalled(let number): throw ProgramEnd(code: 128 + number)
        }
    }

    /// How the preview reads what the mock serves: the text of a manifest; nil: that of `--source`.
    private func servedManifest(at baseURL: String) throws -> String? {
        guard shared.source == nil else { return nil }
        // Without data nothing but planned answers is served beside an upstream.
        let hasNoWorld = try upstream != nil && own.lists() == nil
        guard !hasNoWorld, let text = try own.manifest(at: baseURL, perPage: 20) else {
            throw CommandError(
                .usage, "--preview needs a manifest of what is served", advice: "name it with --source")
        }
        return text
    }

    private static func url(_ text: String) throws -> SourceURL {
        do {
            return try SourceURL(text)
        } catch {
            throw CommandError(.usage, "--upstream “\(TerminalSanitizer.line(text))” is no URL: \(error.message)")
        }
    }

    private func configuration() throws -> MockConfiguration {
        var configuration = MockConfiguration()
        if upstream != nil { configuration.content = .nothing }
        if let directory = own.directory { configuration.content = .directory(path: directory) }
        if let lists = try own.lists() { configuration.content = .data(lists) }
        return configuration
    }

    /// Runs the command to its end. Where this command is to end, it is asked to, and waited for.
    private func runCommand(in shell: Shell, _ baseURL: String) async throws -> ShellProcess.End {
        var environment = shell.environment
        environment["FEEDCACHE_MOCK_URL"] = baseURL
        environment["FEEDCACHE_MOCK"] = baseURL
        let line = "exec " + command.map(ShellWords.quote).joined(separator: " ")
        guard
            let process = ShellProcess(
                line, environment: environment, input: STDIN_FILENO, output: STDOUT_FILENO, leadsGroup: false)
        else { throw CommandError(.inputOutput, "/bin/sh could not be started") }
        return await withTaskCancellationHandler {
            await process.waitUntilEnded()
        } onCancel: {
            kill(process.process, SIGTERM)
        }
    }

    /// Names what was unmatched.
    ///
    /// - Returns: the error that this is with `--strict`
    private func objection(
        to server: MockServer, _ end: ShellProcess.End, in shell: Shell
    ) throws -> CommandError? {
        var complaints: [String] = []
        for check in [server.checkUnmatched, server.checkFaultEffects] {
            do { try check() } catch { complaints.append("\(error)") }
        }
        if !shared.quiet || strict {
            for line in complaints.flatMap({ $0.split(separator: "\n") }) {
                try shell.errors.line("mock: \(TerminalSanitizer.line(String(line)))")
            }
        }
        guard strict, !complaints.isEmpty, end == .exited(0) else { return nil }
        return CommandError(
            .badData, "the command ended with 0, but not every request was answered as planned",
            advice: "plan an answer with “mock answer” or --answers, or drop --strict")
    }

    private func save(_ recording: Recording, into folder: String, in shell: Shell) throws {
        let number = try RecordingFolder(path: folder).add(recording)
        guard !shared.quiet else { return }
        try shell.errors.line(
            "mock: recording \(number) in \(TerminalSanitizer.line(folder)): \(recording.exchanges.count) requests")
    }
}
