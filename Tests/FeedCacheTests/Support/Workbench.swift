import FeedModel
import FeedSource
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedCache

/// A cache in a folder of its own, a scripted server, and the clock that both go by.
final class Workbench: Sendable {
    static let minute: Int64 = 60
    static let hour: Int64 = 3_600
    static let day: Int64 = 86_400

    let clock = VirtualClock()
    let server: ScriptedServer
    let folder: URL
    private let random: SharedRandom
    private let opened: Mutex<FeedEngine>
    private let mostPages: Int

    /// - Parameters:
    ///   - collections: the tables of the manifest; by default one for `list`.
    ///   - extra: more lines of the collection's table.
    ///   - source: more lines of the source's table.
    init(
        list: ServerList = ServerList(style: .pageHasNext), extra: String = "", sections: String? = nil,
        collections: String? = nil, source: String = "", concurrency: Int = 1, mostPages: Int = 10_000,
        seed: UInt64 = 1
    ) throws {
        self.mostPages = mostPages
        server = ScriptedServer(clock: clock)
        server.edit { state in
            state.lists["list"] = list
            state.sections = sections
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        random = SharedRandom(seed: seed)
        let tables = collections ?? Self.collection("list", list, extra: extra)
        let manifest = try Manifest(
            toml: Self.source(concurrency: concurrency) + source
                + (sections == nil ? "" : "[sections]\npath = \"sections\"\n")
                + tables,
            file: "feed.toml")
        opened = Mutex(
            try Self.open(
                manifest, at: folder, clock: clock, server: server, random: random, mostPages: mostPages))
    }

    deinit {
        // Else its lock stays open, and twenty thousand worlds are more than a process may have.
        cache.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// - Parameter concurrency: with one request at a time the same seed gives the same requests in the same order.
    static func source(host: String = "api.example.com", concurrency: Int = 1) -> String {
        """
        [source]
        name = "test"
        base_url = "https://\(host)/v1"
        concurrency = \(concurrency)
        retry = { attempts = 3, base_delay_ms = 200, max_delay_ms = 30000 }

        """
    }

    static func collection(_ name: String, _ list: ServerList, extra: String = "") -> String {
        """
        [[collections]]
        name = "\(name)"
        path = "\(name)"
        items = "items"
        id = "id"
        \(list.hasVersions ? #"version = "v""# : "")
        deleted = "gone"
        paging = \(list.style.manifest(size: list.size, reportsTotal: list.reportsTotal))
        \(list.tags == .list ? #"validator = "list""# : "")
        \(extra)

        """
    }

    private static func open(
        _ manifest: Manifest, at folder: URL, clock: VirtualClock, server: ScriptedServer,
        random: SharedRandom, mostPages: Int, environment: [String: String] = [:]
    ) throws -> FeedEngine {
        let dependencies = Dependencies(
            environment: environment, now: { clock.now },
            client: { source in
                SourceClient(source: source, transport: server, version: "0", clock: clock, random: random.next)
            }, mostPages: mostPages)
        return try FeedEngine(
            manifest: manifest, databasePath: folder.appending(path: "feed.db").path, dependencies: dependencies)
    }

    // MARK: Acting

    var cache: FeedEngine { opened.withLock(\.self) }

    /// Opens the database again, as another process would; with another manifest where one is given.
    func reopen(manifest: Manifest? = nil, environment: [String: String] = [:]) throws {
        let manifest = manifest ?? cache.manifest
        let cache = try Self.open(
            manifest, at: folder, clock: clock, server: server, random: random, mostPages: mostPages,
            environment: environment)
        opened.withLock { $0 = cache }
    }

    /// The manifest with its collection read in another way.
    func manifest(host: String = "api.example.com", list: ServerList, extra: String = "") throws -> Manifest {
        try Manifest(toml: Self.source(host: host) + Self.collection("list", list, extra: extra), file: "feed.toml")
    }

    @discardableResult
    func sync(_ options: SyncOptions = SyncOptions()) async throws -> CollectionReport {
        try await only(cache.sync(options))
    }

    @discardableResult
    func refresh() async throws -> CollectionReport {
        try await only(cache.refresh("list"))
    }

    @discardableResult
    func more() async throws -> CollectionReport {
        try await only(cache.more("list"))
    }

    /// Does something in a task that the server's script can cancel.
    func cancellable(
        _ body: @escaping @Sendable (Workbench) async throws -> CollectionReport
    ) async throws -> CollectionReport {
        let (start, go) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in start { break }
            return try await body(self)
        }
        server.edit { $0.cancel = { task.cancel() } }
        go.yield()
        defer { server.edit { $0.cancel = nil } }
        return try await task.value
    }

    private func only(_ run: SyncReport) throws -> CollectionReport {
        try #require(run.collections.first)
    }

    /// Changes the server's list.
    func change(_ body: (inout ServerList) -> Void) {
        server.edit { state in
            guard var list = state.lists["list"] else { return }
            body(&list)
            state.lists["list"] = list
        }
    }

    /// Lets the next requests meet these, one by one.
    func script(_ events: [ScriptedServer.Event?]) {
        server.edit { $0.script = events }
    }

    /// The requests since the last call.
    func asked(_ name: String = "list") -> [ScriptedServer.Asked] {
        server.edit { state in
            defer { state.journal.removeAll() }
            return state.journal.filter { $0.name == name }
        }
    }

    // MARK: Looking

    var items: [FeedItem] {
        get throws { try cache.read { try $0.list("list").window(offset: 0, limit: .max) } }
    }

    var keys: [String] { get throws { try items.map(\.key) } }

    var status: CollectionStatus {
        get throws { try #require(try cache.read { try $0.status() }.first) }
    }

    func problems(_ kind: Problem.Kind) throws -> [ProblemRecord] {
        try cache.read { try $0.reader.problems(collection: nil, limit: .max) }.filter { $0.problem.kind == kind }
    }
}

/// Draws for the jitter, the same for a seed.
private final class SharedRandom: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    @Sendable func next() -> Double {
        generator.withLock { Double.random(in: 0..<1, using: &$0) }
    }
}

extension [ServerItem] {
    /// Items with the IDs of `range` at version 1.
    static func numbered(_ range: ClosedRange<Int>, version: Int? = 1) -> [ServerItem] {
        range.map { ServerItem("\($0)", version: version) }
    }
}
