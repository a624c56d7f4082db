import FeedCache
import FeedMock
import FeedModel
import FeedShell
import FeedSource
import Foundation
import Synchronization

/// What a test was answered, and the cache that has it request by request: a run of the cache has what was answered until
/// then. The lock guards the answers.
final class MockReplay: Sendable {
    fileprivate struct Exchange {
        let name: String
        let question: Question
        let response: TransportResponse
    }

    /// In bytes, of all answers: the first ones are forgotten.
    private static let mostBytes = 256 << 20

    private let state = Mutex<(exchanges: [Exchange], bytes: Int)>(([], 0))

    func note(_ entry: JournalEntry, _ answer: DirectAnswer) {
        let answer = answer.unpacked
        let headers = answer.headers.map { HeaderFields.Field(name: $0.name, value: $0.value) }
        let exchange = Exchange(
            name: "\(entry.method) \(entry.shortTarget) \(entry.outcome)",
            question: Question(entry.method, entry.name, entry.query),
            response: TransportResponse(status: answer.status, headers: HeaderFields(headers), body: answer.body))
        state.withLock { state in
            state.exchanges.append(exchange)
            state.bytes += answer.body.count
            while state.bytes > Self.mostBytes { state.bytes -= state.exchanges.removeFirst().response.body.count }
        }
    }

    /// Shows it until Ctrl-C, by the program's command `preview`.
    ///
    /// - Parameters:
    ///   - manifest: the text of one; nil: the options name it.
    ///   - baseURL: the mock's own.
    func preview(_ manifest: String?, of baseURL: String, _ options: SharedOptions, in shell: Shell) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "feed.db")
        var options = options
        options.database = database.path
        if let manifest {
            let file = folder.appending(path: "feed.toml")
            try manifest.write(to: file, atomically: true, encoding: .utf8)
            options.source = file.path
        }
        let names = folder.appending(path: "requests.json")
        let runs = try await sync(shell.manifest(options.source), of: baseURL, into: database.path, shell)
        let object = JSONValue.object(runs.map { ("\($0.run)", .string($0.name)) })
        try Data(object.bytes).write(to: names)
        var command = try CommandLineParser.parse(["preview", "--requests", names.path], in: shell)
        command.shared = options
        _ = try await command.run(in: shell)
    }

    /// Syncs once after each request, from what was answered until then. Of more requests than the manifest keeps runs
    /// the last ones have one each.
    ///
    /// - Returns: the runs, with the requests that they are of.
    func sync(
        _ manifest: Manifest, of baseURL: String, into database: String, _ shell: Shell
    ) async throws -> [(run: Int64, name: String)] {
        let exchanges = state.withLock { $0.exchanges }
        let bases = [
            try await shell.dependencies(of: manifest).resolved(manifest).baseURL.path, try SourceURL(baseURL).path,
        ]
        let transport = ReplayTransport(
            bases: bases, sizes: Set(manifest.collections.compactMap { $0.paging.size?.param }),
            exchanges.dropLast(manifest.keep.runs))
        let engine = try FeedEngine(
            manifest: manifest, databasePath: database,
            dependencies: .live(shell.environment, source: manifest.source, transport: transport))
        var runs: [(run: Int64, name: String)] = []
        for exchange in exchanges.suffix(manifest.keep.runs) {
            transport.add(exchange)
            let options = SyncOptions(isFull: true, allowsShrink: true, acceptsOlder: true, ignoresWaits: true)
            if let run = try await engine.sync(options, delivers: false).run { runs.append((run, exchange.name)) }
        }
        engine.close()
        return runs
    }
}

/// What a request asks for.
private struct Question: Equatable {
    let method: String
    /// Below the base of the API, without a slash before it.
    let path: String
    let parameters: Set<String>

    init(_ method: String, _ path: String, _ query: String) {
        (self.method, self.path) = (method, String(path.drop { $0 == "/" }))
        parameters = Set(query.split(separator: "&").map(String.init))
    }

    /// Without the size of pages, and without the number that a first page has: clients write it or not.
    func reduced(_ sizes: Set<String>) -> Question {
        let kept = parameters.filter { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1).map(String.init)
            return !sizes.contains(parts.first ?? "") && parts.last != "0" && parts.last != "1"
        }
        return Question(method, path, kept.joined(separator: "&"))
    }
}

/// Answers as the test was answered last. The lock guards what is known.
private final class ReplayTransport: Transport {
    private let bases: [String]
    private let sizes: Set<String>
    private let known: Mutex<[MockReplay.Exchange]>

    /// - Parameters:
    ///   - bases: the paths that those of the API begin with, as the manifest and the mock have it.
    ///   - sizes: parameters that say how long a page is.
    init(bases: [String], sizes: Set<String>, _ exchanges: some Sequence<MockReplay.Exchange>) {
        (self.bases, self.sizes) = (bases, sizes)
        known = Mutex(Array(exchanges))
    }

    func add(_ exchange: MockReplay.Exchange) { known.withLock { $0.append(exchange) } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let path = request.url.path
        let base = bases.first { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") } ?? ""
        let name = path.dropFirst(base.count).drop { $0 == "/" }
        let question = Question(request.method.rawValue, String(name), request.url.query ?? "")
        let reduced = question.reduced(sizes)
        let found: MockReplay.Exchange? = known.withLock { known in
            // That nothing changed is no answer of its own.
            let answers = known.filter { $0.question.path == question.path && $0.response.status != 304 }
            return answers.last { $0.question == question }
                ?? answers.last { $0.question.reduced(sizes) == reduced }
        }
        return found?.response ?? TransportResponse(status: 404, body: Array("the test has not asked for this".utf8))
    }
}
