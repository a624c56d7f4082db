import ArgumentParser
import FeedCache
import FeedMock
import FeedModel
import FeedShell
import FeedSource
import FeedStore
import TerminalKit

struct MockRecordCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record what a real API answers, for “mock serve --directory”.",
        discussion: """
            Reads the section config and every list as a first sync does, page after page, and keeps bodies, statuses, \
            headers and timing; what fails fails as it does there, first tries too. Request headers are not kept; secrets of the manifest and \
            tokens are replaced. Then the recording is read back: where a sync from it reads other items, the exit code is \
            65. A second recording in the same folder is what the world becomes at the next tick.
            """)
    static let example = "mock record --source feed.toml --into recorded --redact author.email"

    @OptionGroup var shared: SharedOptions

    @Option(
        help: ArgumentHelp("The folder: a new one, or one of recordings.", valueName: "folder"), completion: .directory)
    var into: String

    @Option(
        help: ArgumentHelp(
            "Replace these members of all answers: a name, or the end of a path such as author.email.",
            valueName: "path"))
    var redact: [String] = []

    func validate() throws {
        if into.isEmpty { throw ValidationError("--into is empty") }
        if redact.contains(where: { $0.split(separator: ".").isEmpty }) {
            throw ValidationError("--redact is a name, or names joined by dots")
        }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let manifest = try shell.manifest(shared.source)
        let recorder = RecordingTransport(
            HTTPTransport(maxBodyBytes: manifest.source.maxBodyBytes, environment: shell.environment)
        ) { [shared] exchange in shell.say("\(exchange.method) \(exchange.path) \(exchange.status)", shared) }
        let dependencies = Dependencies.live(shell.environment, source: manifest.source, transport: recorder)
        let baseURL = try await dependencies.resolved(manifest).baseURL
        let (report, lists) = try await Self.lists(of: manifest, .milliseconds(250), dependencies)
        try Task.checkCancellation()
        let status = ExitStatus(of: report)
        let lines = shared.quiet && report.isUnsaidWhenQuiet(status) ? [] : report.errorLines
        guard status == .done || status == .partlyDone else {
            return try shell.conclude(with: status, reporting: lines) {}
        }
        let failed = Set(report.collections.filter { $0.failure != nil }.map(\.name.text))
        let recording = recorder.secrets.removed(
            from: Recording(
                origin: "\(baseURL.origin)", basePath: baseURL.withoutSecrets.path,
                exchanges: recorder.exchanges(at: baseURL.origin),
                lists: lists.filter { !failed.contains($0.spec.name) }.compactMap {
                    Recording.List($0.spec, items: $0.items.map(baseURL.hidingRecordedSecrets))
                },
                ownParameters: manifest.source.query.map(\.name)
            ).redacted(redact))
        let number = try RecordingFolder(path: into).add(recording)
        let playback = PlaybackTransport(
            server: try playing(number, isTLS: baseURL.origin.scheme == .https),
            others: recorder.answers(besides: baseURL.origin))
        let differences = try await differences(
            of: recording, from: Dependencies.live(shell.environment, source: manifest.source, transport: playback),
            manifest)
        let complaints = differences.map { ErrorLine("mock_not_played_back", "recording \(number): \($0)") }
        return try shell.conclude(with: complaints.isEmpty ? status : .badData, reporting: lines + complaints) {
            let counts = lists.map { spec, items in
                JSONValue.object([("name", .string(spec.name)), ("items", .number(items.count))])
            }
            let document = JSONValue.object([
                ("folder", .string(into)), ("recording", .number(number)),
                ("requests", .number(recording.exchanges.count)), ("collections", .array(counts)),
            ])
            try shell.show(document, shared) {
                let items = lists.reduce(0) { $0 + $1.items.count }
                let counts = "\(recording.exchanges.count) requests, \(items) items"
                try shell.output.line("recording \(number) in \(TerminalSanitizer.line(into)): \(counts)")
            }
        }
    }

    private typealias Lists = [(spec: CollectionSpec, items: [[UInt8]])]

    private static func lists(
        of manifest: Manifest, _ spacing: Duration, _ dependencies: Dependencies
    ) async throws -> (SyncReport, Lists) {
        try await FeedEngine.trial(of: manifest, SyncOptions(pageSpacing: spacing), dependencies) { snapshot in
            try manifest.collections.map { spec in
                let items = try snapshot.list(spec.name).window(offset: 0, limit: .max).map { Array($0.payload.utf8) }
                return (spec: spec, items: items)
            }
        }
    }

    // MARK: - Reading it back

    /// A server, in memory, of the recording of that number.
    private func playing(_ number: Int, isTLS: Bool) throws -> MockServer {
        var configuration = MockConfiguration()
        configuration.content = .directory(path: into)
        // It is called by the real server's name, and URLs stay what they are.
        configuration.host = "0.0.0.0"
        configuration.isTLS = isTLS
        let server = try MockServer(configuration)
        server.clock.advance(by: number - 1)
        return server
    }

    /// What a sync from the recording reads otherwise than the one that made it, a line for each list.
    private func differences(
        of recording: Recording, from dependencies: Dependencies, _ manifest: Manifest
    ) async throws -> [String] {
        let (_, lists) = try await Self.lists(of: manifest, .zero, dependencies)
        return recording.lists.compactMap { list in
            let played = lists.first { $0.spec.name == list.name }?.items ?? []
            if played == list.items { return nil }
            let counts = "\(played.count) items, \(list.items.count) were read"
            return "“\(list.name)” is not played back as it was read: \(counts)"
        }
    }
}

extension Recording.List {
    /// Nil where the ID is not one member of an item.
    fileprivate init?(_ spec: CollectionSpec, items: [[UInt8]]) {
        guard case .path(let path) = spec.id, path.components.count == 1, let step = path.components.first,
            step.condition == nil
        else { return nil }
        self.init(name: spec.name, idField: step.key, items: items)
    }
}
