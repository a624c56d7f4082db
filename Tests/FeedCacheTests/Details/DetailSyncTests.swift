import FeedModel
import FeedSource
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedCache

@Suite("A sync of details")
struct DetailSyncTests {
    @Test("asks once for each new item, and for those that have changed")
    func requests() async throws {
        let bench = try DetailBench(1...30)
        let first = try await bench.sync()
        #expect(first.details == DetailCounts(stored: 30))
        #expect(bench.server.asked().flatMap(\.self).sorted() == bench.ids.sorted())
        #expect(try bench.details == bench.served)
        #expect(try await bench.sync().outcome == .unchanged)
        #expect(bench.server.asked() == [])
        bench.server.edit { state in
            state.items[4].version = 2
            state.texts["5"] = 2
            state.items[5].version = 2
            state.items.append((id: "31", version: 1))
        }
        let next = try await bench.sync()
        #expect(next.details == DetailCounts(stored: 2, unchanged: 1))
        #expect(Set(bench.server.asked()) == [["5"], ["6"], ["31"]])
        #expect(bench.server.edit { $0.unmodified } == 1, "with its own validator")
        #expect(try bench.details == bench.served)
    }

    @Test("asks for all that are a week old, with their validators, and without where everything is asked for")
    func old() async throws {
        let bench = try DetailBench(1...5)
        try await bench.sync()
        bench.clock.step(by: 6 * 86_400)
        #expect(try await bench.sync().details == DetailCounts())
        bench.clock.step(by: 2 * 86_400)
        #expect(try await bench.sync().details == DetailCounts(unchanged: 5))
        #expect(bench.server.edit { $0.unmodified } == 5)
        #expect(try await bench.sync(SyncOptions(isFull: true)).details == DetailCounts(unchanged: 5))
        #expect(bench.server.edit { $0.unmodified } == 5)
    }

    @Test("asks for several at once where the API has that")
    func batches() async throws {
        let bench = try DetailBench(1...25, detail: #"{ path = "list?ids={ids}", batch = 10 }"#)
        bench.server.edit { $0.faults["7"] = 404 }
        #expect(try await bench.sync().details == DetailCounts(stored: 24, failed: 1))
        #expect(bench.server.asked().map(\.count).sorted() == [5, 10, 10])
        #expect(try bench.record("7").detail?.error == "it was not in the answer")
        #expect(try await bench.sync().details == DetailCounts())
        bench.server.edit { $0.faults = [:] }
        bench.clock.step(by: 61)
        #expect(try await bench.sync().details == DetailCounts(stored: 1))
        #expect(try bench.details == bench.served)
    }

    @Test("an ID goes into the path as one step")
    func encoded() async throws {
        let bench = try DetailBench(1...1)
        bench.server.edit { $0.items = [(id: "a/b?c#d é", version: 1), (id: "..", version: 1)] }
        #expect(try await bench.sync().details == DetailCounts(stored: 1, failed: 1))
        #expect(try bench.details.first == DetailServer.detail("a/b?c#d é", 1))
    }

    @Test("a detail that could not be read inside its item is refused, and one level less is stored")
    func deep() async throws {
        let bench = try DetailBench(1...2)
        // The object around the arrays is a level, too.
        bench.server.edit { $0.depths = ["1": 510, "2": 509] }
        #expect(try await bench.sync().details == DetailCounts(stored: 1, failed: 1))
        let error = try #require(try bench.record("1").detail?.error)
        #expect(error.contains("a detail is"))
        // All items are decoded anew.
        let other = try bench.reopened(with: "deleted = \"gone\"\ndetail = { path = \"list/{id}\", items = \"data\" }")
        #expect(try await other.sync().collections.first?.outcome.isSuccess == true)
        other.close()
    }

    @Test("without `detail` an item that is written loses its own, and gets it again with it")
    func noLongerAsked() async throws {
        let bench = try DetailBench(1...3)
        try await bench.sync()
        let without = try bench.reopened(with: "")
        _ = try await without.sync()
        bench.server.edit { $0.items[1].version = 2 }
        let report = try #require(try await without.sync().collections.first)
        #expect((report.items.updated, report.items.unchanged) == (1, 2))
        let served = bench.served
        #expect(try bench.details == [served[0], nil, served[2]])
        without.close()
        try await bench.sync()
        #expect(try bench.details == served)
        #expect(try bench.cache.database.read { try $0.checkIntegrity() } == [])
    }

    @Test("a detail that is refused removes nothing, and is said", arguments: [404, 410, 500])
    func refused(status: Int) async throws {
        let bench = try DetailBench(1...5)
        try await bench.sync()
        bench.server.edit { state in
            for index in state.items.indices { state.items[index].version = 2 }
            state.faults["3"] = status
            state.texts["4"] = 2
        }
        let report = try await bench.sync()
        #expect(report.outcome == .complete)
        #expect(report.details == DetailCounts(stored: 1, unchanged: 3, failed: 1))
        #expect(report.warnings.contains { $0.contains("1 detail could not be had") && $0.contains("\(status)") })
        #expect(try bench.details[2] == DetailServer.detail("3", 1))
    }

    @Test("one that failed is told as a problem, and is asked for before its time where waits are ignored")
    func failed() async throws {
        let bench = try DetailBench(1...3)
        bench.server.edit { $0.faults = ["2": 500] }
        try await bench.sync()
        let problems = try bench.cache.read { try $0.reader.problems(collection: "list", limit: 9) }
        #expect(problems.map(\.problem.key) == ["2"])
        #expect(
            problems.first?.problem.message == "its detail could not be had: the server answered 500 (server error)")
        #expect(try await bench.sync().details == DetailCounts())
        #expect(try await bench.sync(SyncOptions(ignoresWaits: true)).details == DetailCounts(failed: 1))
        bench.server.edit { $0.faults = [:] }
        #expect(try await bench.sync(SyncOptions(ignoresWaits: true)).details == DetailCounts(stored: 1))
        #expect(try bench.details == bench.served)
    }

    @Test("a path that leads nowhere costs twenty requests")
    func slip() async throws {
        let bench = try DetailBench(1...100)
        bench.server.edit { state in for item in state.items { state.faults[item.id] = 404 } }
        let report = try await bench.sync()
        #expect(report.outcome == .interrupted)
        #expect(report.failure?.status == 404)
        #expect((20...24).contains(bench.server.asked().count))
        #expect(try bench.details.allSatisfy { $0 == nil })
    }

    @Test("a server that is gone for its list is not asked for each item, and one that goes is asked no more")
    func gone() async throws {
        let bench = try DetailBench(1...50)
        bench.server.edit { $0.lastsFor = 20 }
        let report = try await bench.sync()
        #expect(report.outcome == .interrupted)
        #expect(report.failure?.code == .connection)
        let stored = try bench.details.filter { $0 != nil }.count
        #expect(stored == 20)
        bench.server.edit { $0.lastsFor = nil }
        let first = bench.server.asked().flatMap(\.self)
        #expect(try await bench.sync().details == DetailCounts(stored: 30))
        #expect(Set(first).isDisjoint(with: bench.server.asked().flatMap(\.self)), "nothing twice that was stored")
    }

    @Test("the first rows come first")
    func order() async throws {
        let bench = try DetailBench(1...30)
        try await bench.sync()
        let asked = bench.server.asked().flatMap(\.self)
        #expect(Set(asked.prefix(4)) == ["1", "2", "3", "4"], "as many as may be under way")
    }

    @Test(
        "ended anywhere, it misses nothing in the end and asks for nothing twice", arguments: SeededGenerator.seeds(40))
    func ended(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let bench = try DetailBench(1...60)
        var stored: Set<String> = []
        for _ in 0..<12 {
            let end = Int.random(in: 0..<25, using: &generator)
            let isCancelled = Bool.random(using: &generator)
            let report = try await isCancelled ? bench.sync(endedAtRequest: end) : bench.sync(lastingFor: end)
            let questions = bench.server.asked().flatMap(\.self)
            #expect(stored.isDisjoint(with: questions))
            let now = try Set(zip(bench.ids, bench.details).filter { $0.1 != nil }.map(\.0))
            #expect(now.isSuperset(of: stored))
            if let report { #expect(report.details?.stored ?? 0 == now.count - stored.count) }
            stored = now
        }
        try await bench.sync()
        #expect(try bench.details == bench.served)
        #expect(try bench.cache.database.read { try $0.checkIntegrity() } == [])
    }
}

/// A cache in a folder of its own, a server with details, and the clock that both go by.
private final class DetailBench: Sendable {
    let clock = VirtualClock()
    let server = DetailServer()
    let cache: FeedEngine
    private let folder: URL

    init(_ ids: ClosedRange<Int>, detail: String = #"{ path = "list/{id}", items = "data" }"#) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        server.edit { state in state.items = ids.map { (id: "\($0)", version: 1) } }
        cache = try Self.open(at: folder, server, clock, detail: "detail = \(detail)")
    }

    /// The same cache, by a manifest with other lines in place of `detail`.
    func reopened(with lines: String) throws -> FeedEngine { try Self.open(at: folder, server, clock, detail: lines) }

    private static func open(
        at folder: URL, _ server: DetailServer, _ clock: VirtualClock, detail: String
    ) throws -> FeedEngine {
        let manifest = try Manifest(
            toml: Workbench.source(concurrency: 4) + """
                [[collections]]
                name = "list"
                path = "list"
                items = ""
                id = "id"
                version = "v"
                paging = { style = "none" }
                \(detail)
                """, file: "feed.toml")
        return try FeedEngine(
            manifest: manifest, databasePath: folder.appending(path: "feed.db").path,
            dependencies: Dependencies(
                environment: [:], now: { clock.now },
                client: { SourceClient(source: $0, transport: server, version: "0", clock: clock, random: { 0 }) }))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @discardableResult
    func sync(_ options: SyncOptions = SyncOptions()) async throws -> CollectionReport {
        try #require(try await cache.sync(options).collections.first)
    }

    /// The server goes after so many details.
    func sync(lastingFor count: Int) async throws -> CollectionReport? {
        server.edit { $0.lastsFor = count }
        defer { server.edit { $0.lastsFor = nil } }
        return try await sync()
    }

    /// The user stops it at a request for a detail.
    func sync(endedAtRequest count: Int) async throws -> CollectionReport? {
        let (start, go) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in start { break }
            return try await sync()
        }
        server.edit { $0.interrupt = { if $0 >= count { task.cancel() } } }
        defer { server.edit { $0.interrupt = nil } }
        go.yield()
        do {
            return try await task.value
        } catch is CancellationError {
            return nil
        }
    }

    var ids: [String] { server.edit { $0.items.map(\.id) } }

    /// What the server has, in the order of the list.
    var served: [String?] {
        server.edit { state in state.items.map { DetailServer.detail($0.id, state.texts[$0.id] ?? 1) } }
    }

    /// What is stored, in the order of the list.
    var details: [String?] {
        get throws {
            try cache.read { try $0.list("list").window(offset: 0, limit: .max) }.map { item in
                let document = try JSONDocument(Array(item.payload.utf8))
                return document.value(at: try DottedPath(parsing: "detail")).map {
                    String(decoding: document.slice($0), as: UTF8.self)
                }
            }
        }
    }

    func record(_ id: String) throws -> ItemRecord { try cache.read { try $0.record(of: id, in: "list") } }
}
