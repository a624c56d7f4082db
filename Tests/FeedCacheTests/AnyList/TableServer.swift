import FeedModel
import FeedSource
import FeedStore
import Foundation
import Synchronization

@testable import FeedCache

/// Answers requests from a table, and remembers what it was asked.
///
/// A request is named by its method, its path with the query, and its body: `GET /v1/list?page=2`,
/// `POST /graphql {"after":"x"}`. A host other than `api.example.com` comes before the path. What is not in the table is
/// 404.
final class TableServer: Transport {
    /// An answer without its length.
    struct Answer: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body = ""
    }

    private struct State {
        var answers: [String: Answer]
        var onAsk: (@Sendable (String, TableServer) -> Void)?
        var asked: [TransportRequest] = []
    }

    private let state: Mutex<State>

    init(_ answers: [String: Answer] = [:]) {
        state = Mutex(State(answers: answers))
    }

    /// Puts answers in place of those of the same requests.
    func set(_ answers: [String: Answer]) {
        state.withLock { $0.answers.merge(answers) { $1 } }
    }

    /// Called with the name of each request, before it is answered.
    var onAsk: (@Sendable (String, TableServer) -> Void)? {
        get { state.withLock(\.onAsk) }
        set { state.withLock { $0.onAsk = newValue } }
    }

    /// The requests since the last call.
    func asked() -> [TransportRequest] {
        state.withLock { state in
            defer { state.asked.removeAll() }
            return state.asked
        }
    }

    static func name(of request: TransportRequest) -> String {
        let host = request.url.origin.host == "api.example.com" ? "" : request.url.origin.host
        let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
        return "\(request.method.rawValue) \(host)\(request.url.pathAndQuery)\(body)"
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        onAsk?(Self.name(of: request), self)
        let answer = state.withLock { state in
            state.asked.append(request)
            return state.answers[Self.name(of: request)] ?? Answer(status: 404)
        }
        if answer.status == 0 { throw SourceError(.connection("the connection broke off"), url: request.url) }
        return TransportResponse(
            status: answer.status,
            headers: HeaderFields(answer.headers.map { HeaderFields.Field(name: $0.key, value: $0.value) }),
            body: Array(answer.body.utf8))
    }
}

/// A cache in a folder of its own before a table server.
final class TableBench {
    let server: TableServer
    let clock = VirtualClock()
    private let folder: URL
    private let environment: [String: String]
    private(set) var cache: FeedEngine

    init(
        _ toml: String, _ answers: [String: TableServer.Answer] = [:], environment: [String: String] = [:]
    ) throws {
        server = TableServer(answers)
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.environment = environment
        cache = try Self.open(toml, folder, server, clock, environment)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func open(
        _ toml: String, _ folder: URL, _ server: TableServer, _ clock: VirtualClock, _ environment: [String: String]
    ) throws -> FeedEngine {
        let manifest = try Manifest(toml: toml, file: "feed.toml")
        return try FeedEngine(
            manifest: manifest, databasePath: folder.appending(path: "feed.db").path,
            dependencies: .live(environment, source: manifest.source, transport: server, clock: clock))
    }

    /// Opens the database again, as another process would.
    func reopen(_ toml: String, environment: [String: String]? = nil) throws {
        cache = try Self.open(toml, folder, server, clock, environment ?? self.environment)
    }

    func sync() async throws -> CollectionReport {
        guard let report = try await cache.sync().collections.first else { throw Nothing() }
        return report
    }

    struct Nothing: Error {}

    /// The items of the first collection.
    var items: [CachedItem] {
        get throws {
            let name = cache.manifest.collections.first?.name ?? ""
            return try cache.read { try $0.list(name).window(offset: 0, limit: .max) }
        }
    }

    var keys: [String] { get throws { try items.map(\.key) } }

    /// Every byte of the database and of what belongs to it.
    var storedText: String {
        get throws {
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            return try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }.joined()
        }
    }

    /// Names of the requests since the last call.
    func asked() -> [String] { server.asked().map(TableServer.name) }
}
