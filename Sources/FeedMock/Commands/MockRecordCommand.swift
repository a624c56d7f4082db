import ArgumentParser
import FeedCache
import FeedMock
import FeedModel
import FeedShell
import FeedSource
import FeedStore
import Synchronization
import TerminalKit

struct MockRecordCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record what a real API answers, for “mock serve --directory”.",
        discussion: """
            Reads the section config and every list as a first sync does, page after page, and keeps bodies, statuses, \
            headers and timing; what fails fails as it does there. Request headers are not kept; secrets of the manifest are replaced. A second \
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
        let exchanges = Mutex<[RecordedExchange]>([])
        let dependencies = shell.dependencies(of: manifest).telling { [shared] exchange in
            guard let recorded = RecordedExchange(exchange) else { return }
            exchanges.withLock { $0.append(recorded) }
            shell.say("\(recorded.method) \(recorded.path) \(recorded.status)", shared)
        }
        let baseURL = try await dependencies.resolved(manifest).baseURL
        let (report, lists) = try await FeedEngine.trial(
            of: manifest, SyncOptions(pageSpacing: .milliseconds(250)), dependencies
        ) { snapshot in
            try manifest.collections.map { spec in
                let payloads = try snapshot.list(spec.name).window(offset: 0, limit: .max).map(\.payload)
                return (spec, payloads.map { baseURL.hidingRecordedSecrets(in: Array($0.utf8)) })
            }
        }
        try Task.checkCancellation()
        let status = ExitStatus(of: report)
        let lines = shared.quiet && report.isUnsaidWhenQuiet(status) ? [] : report.errorLines
        guard status == .done || status == .partlyDone else {
            return try shell.conclude(with: status, reporting: lines) {}
        }
        let failed = Set(report.collections.filter { $0.failure != nil }.map(\.name))
        let recording = Recording(
            origin: "\(baseURL.origin)", basePath: baseURL.withoutSecrets.path, exchanges: exchanges.withLock(\.self),
            lists: lists.filter { !failed.contains($0.0.name) }.compactMap { Recording.List($0.0, items: $0.1) })
        let number = try write(recording.redacted(redact))
        return try shell.conclude(with: status, reporting: lines) {
            let counts = lists.map { spec, items in
                JSONValue.object([("name", .string(spec.name)), ("items", .number(items.count))])
            }
            let document = JSONValue.object([
                ("folder", .string(into)), ("recording", .number(number)),
                ("requests", .number(recording.exchanges.count)), ("collections", .array(counts)),
            ])
            try shell.show(document, shared) {
                let items = lists.reduce(0) { $0 + $1.1.count }
                let counts = "\(recording.exchanges.count) requests, \(items) items"
                try shell.output.line("recording \(number) in \(TerminalSanitizer.line(into)): \(counts)")
            }
        }
    }

    private func write(_ recording: Recording) throws -> Int {
        try RecordingFolder(path: into).add(recording)
    }
}

extension RecordedExchange {
    /// Without the secrets of the manifest. Nil where there was no answer of its own: none, or that nothing changed.
    fileprivate init?(_ exchange: SourceExchange) {
        let (request, url) = (exchange.request, exchange.request.url)
        let (status, headers, body): (Int, [HeaderFields.Field], [UInt8])
        switch exchange.answer {
        case .success(let content):
            if content.isUnmodified { return nil }
            (status, headers, body) = (content.status, content.headers.fields, content.body)
        case .failure(let error):
            guard let refused = error.status else { return nil }
            (status, headers, body) = (refused, [], Array("{}".utf8))
        }
        let target = url.withoutSecrets
        self.init(
            method: request.method.rawValue, path: target.path, query: target.query,
            requestBody: request.body.map(url.hidingRecordedSecrets) ?? [], status: status,
            headers: headers.map { Header(name: $0.name, value: url.hidingRecordedSecrets(in: $0.value)) },
            body: url.hidingRecordedSecrets(in: body),
            milliseconds: max(0, Int64(exchange.duration / .milliseconds(1))))
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
