import ArgumentParser
import FeedCache
import FeedInit
import FeedMock
import FeedModel
import FeedShell
import FeedSource
import TerminalKit

struct MockRecordCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record what a real API answers, for “mock serve --directory”.",
        discussion: """
            Reads the section config and every list as the manifest says, page after page, and keeps bodies, statuses, \
            headers and timing. Request headers are not kept; secrets of the manifest are replaced. A second \
            recording in the same folder is what the world becomes at the next tick.
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
        let recorder = ManifestRecorder(manifest: manifest, dependencies: shell.dependencies(of: manifest))
        var exchanges: [RecordedExchange] = []
        let (baseURL, lists) = try await recorder.record { exchange in
            exchanges.append(RecordedExchange(exchange))
            shell.say("\(exchange.method) \(exchange.path) \(exchange.status)", shared)
        }
        let failures = lists.compactMap { list in list.failure.map { (list.name, $0.failure) } }
        let errors = failures.map { ErrorLine($0.1.code.rawValue, "\($0.0): \($0.1.message)", advice: $0.1.advice) }
        if failures.count == lists.count, !lists.isEmpty {
            return try shell.conclude(with: ExitStatus(ofProbe: failures[0].1), reporting: errors) {}
        }
        let recording = Recording(
            origin: "\(baseURL.origin)", basePath: baseURL.path, exchanges: exchanges,
            lists: lists.filter { $0.failure == nil }.compactMap(Recording.List.init))
        let number = try write(recording.redacted(redact))
        return try shell.conclude(with: errors.isEmpty ? .done : .partlyDone, reporting: errors) {
            let counts = lists.map { list in
                JSONValue.object([("name", .string(list.name)), ("items", .number(list.items.count))])
            }
            let document = JSONValue.object([
                ("folder", .string(into)), ("recording", .number(number)), ("requests", .number(exchanges.count)),
                ("collections", .array(counts)),
            ])
            try shell.show(document, shared) {
                let items = lists.reduce(0) { $0 + $1.items.count }
                try shell.output.line(
                    "recording \(number) in \(TerminalSanitizer.line(into)): \(exchanges.count) requests, \(items) items"
                )
            }
        }
    }

    private func write(_ recording: Recording) throws -> Int {
        try RecordingFolder(path: into).add(recording)
    }
}

extension RecordedExchange {
    fileprivate init(_ exchange: ManifestRecorder.Exchange) {
        self.init(
            method: exchange.method, path: exchange.path, query: exchange.query, requestBody: exchange.requestBody,
            status: exchange.status, headers: exchange.headers.map { Header(name: $0.name, value: $0.value) },
            body: exchange.body, milliseconds: exchange.milliseconds)
    }
}

extension Recording.List {
    /// Nil where the ID is not one member of an item.
    fileprivate init?(_ list: ManifestRecorder.List) {
        guard let idField = list.idField else { return nil }
        self.init(name: list.name, idField: idField, items: list.items)
    }
}
