import FeedMock
import FeedModel
import FeedSource
import FeedStore
import Foundation
import Synchronization
import TestSupport

@testable import FeedCache

/// A mock that answers requests from a table.
///
/// A request is named by its method, its path with the query, and its body: `GET /v1/list?page=2`,
/// `POST /graphql {"after":"x"}`. A host other than `api.example.com` comes before the path. What is not in the table is
/// 404.
final class TableServer: Sendable {
    typealias Answer = TableAnswer

    private struct State {
        var answers: [String: Answer]
        var onAsk: (@Sendable (String, TableServer) -> Void)?
    }

    private let mock: MockServer
    private let state: Mutex<State>

    init(_ answers: [String: Answer] = [:]) throws {
        mock = try MockServer()
        state = Mutex(State(answers: answers))
        mock.answer(.any()) { [weak self] in self?.answer($0) ?? .connectionLost }
    }

    var transport: MockTransport { MockTransport(mock: mock) }

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
    func asked() -> [JournalEntry] {
        defer { mock.journal.clear() }
        return mock.journal.entries
    }

    static func name(of request: JournalEntry) -> String {
        let host = request.headers["host"].flatMap { $0 == "api.example.com" ? nil : $0 } ?? ""
        let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
        return "\(request.method) \(host)\(request.target)\(body)"
    }

    private func answer(_ request: JournalEntry) -> MockAnswer {
        let name = Self.name(of: request)
        onAsk?(name, self)
        let answer = state.withLock { $0.answers[name] ?? Answer(status: 404) }
        // What the client knows is answered without any other header.
        let isKnown = answer.headers["ETag"].map { $0 == request.headers["if-none-match"] } ?? false
        return isKnown ? MockAnswer(status: 304, headers: [:], body: []) : answer.planned
    }
}

extension TableAnswer {
    fileprivate var planned: MockAnswer {
        status == 0 ? .connectionLost : MockAnswer(status: status, headers: headers, body: Array(body.utf8))
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
        server = try TableServer(answers)
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
            dependencies: .live(environment, source: manifest.source, transport: server.transport, clock: clock))
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
    var items: [FeedItem] {
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
