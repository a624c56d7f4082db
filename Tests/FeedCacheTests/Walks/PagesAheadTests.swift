import FeedCache
import FeedMock
import FeedModel
import FeedSource
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedCache

@Suite("Pages that are asked for ahead")
struct PagesAheadTests {
    /// What a cache shows after some syncs, apart from times and numbers of requests.
    private struct Outcome: Equatable {
        var reports: [CollectionReport] = []
        var shown: [[FeedItem]] = []
        var removed: [[String]] = []
    }

    /// Syncs a list, changes it, and syncs it again, twice.
    private func live(_ list: ServerList, concurrency: Int) async throws -> Outcome {
        let bench = try Workbench(list: list, concurrency: concurrency)
        var outcome = Outcome()
        func look() async throws {
            outcome.reports.append(try await bench.sync())
            outcome.shown.append(try bench.items)
            outcome.removed.append(
                try bench.cache.read { try $0.list("list").removed(offset: 0, limit: .max).map(\.key) })
        }
        try await look()
        try await look()
        bench.change { list in
            list.items[7].version = 2
            list.items[7].title = "other"
            list.items.remove(at: 3)
            list.items.insert(ServerItem("new", version: 1), at: 0)
        }
        try await look()
        try await look()
        return outcome
    }

    @Test("leave the same cache as pages that are read one at a time", arguments: ListStyle.allCases)
    func same(_ style: ListStyle) async throws {
        for tags in [ServerList.Tags.none, .page, .body] {
            let list = ServerList(style: style, size: 4, tags: tags, items: .numbered(0...24), reportsTotal: true)
            let (one, four) = (try await live(list, concurrency: 1), try await live(list, concurrency: 4))
            #expect(one == four, "\(style), \(tags)")
            #expect(one.shown.last?.count == 25)
        }
    }

    /// A server that answers by the page or offset that is asked for.
    private func server(page: @escaping @Sendable (Int) -> (status: Int, body: String)) throws -> SlowServer {
        try SlowServer { request in
            let (status, body) = page(Self.number(of: request))
            return .json(body, status: status)
        }
    }

    private static func number(of request: JournalEntry) -> Int {
        Int(request.query.split(separator: "=").last ?? "") ?? 1
    }

    /// The pages or offsets that were asked for, sorted.
    private func asked(_ server: SlowServer) -> [Int] {
        server.asked.map(Self.number).sorted()
    }

    private func engine(
        _ server: SlowServer, _ paging: String, in folder: borrowing TemporaryFolder
    ) throws -> FeedEngine {
        let clock = VirtualClock()
        let text = """
            \(Workbench.source(concurrency: 4))
            [[collections]]
            name = "list"
            path = "list"
            items = "items"
            id = "id"
            paging = \(paging)
            """
        let dependencies = Dependencies(environment: [:], now: { clock.now }) { source in
            SourceClient(source: source, transport: server, version: "0", clock: clock)
        }
        return try FeedEngine(
            manifest: try Manifest(toml: text, file: "feed.toml"), databasePath: folder.path("feed.db"),
            dependencies: dependencies)
    }

    private func keys(_ engine: FeedEngine) throws -> [String] {
        try engine.read { try $0.list("list").window(offset: 0, limit: .max) }.map(\.key)
    }

    private static func body(_ ids: some Sequence<Int>, total: Int) -> String {
        #"{"items":[\#(ids.map { #"{"id":\#($0)}"# }.joined(separator: ","))],"total":\#(total)}"#
    }

    @Test("are four at once at most, and each is asked for once and none past the end")
    func atOnce() async throws {
        let server = try server { page in (200, Self.body(page * 2..<page * 2 + 2, total: 40)) }
        let folder = try TemporaryFolder()
        let engine = try engine(server, #"{ style = "page", total = "total" }"#, in: folder)
        #expect(try await engine.sync().collections.first?.pages == 20)
        #expect(asked(server) == Array(1...20))
        #expect(server.most == 4)
        #expect(try keys(engine) == (2..<42).map(String.init))
    }

    @Test("are not used where a page came out shorter than the one before it")
    func shorter() async throws {
        // The server hides elements 10 to 12, and counts them.
        let server = try server { offset in
            (200, Self.body((offset..<min(offset + 5, 40)).filter { !(10...12).contains($0) }, total: 40))
        }
        let folder = try TemporaryFolder()
        let engine = try engine(server, #"{ style = "offset", size = 5, total = "total" }"#, in: folder)
        let report = try #require(try await engine.sync().collections.first)
        // From the short page on nothing is guessed: 12, 16, 21 and so on are asked for one by one.
        #expect(asked(server).filter { $0 > 25 } == [26, 31, 36])
        // The tenth is the first page again: IDs came twice.
        #expect(report.pages == 10)
        #expect(Set(try keys(engine)) == Set((0..<40).filter { !(10...12).contains($0) }.map(String.init)))
    }

    @Test("cost three requests at most where the total is a lie")
    func lie() async throws {
        let server = try server { page in (200, Self.body(page < 3 ? page * 2..<page * 2 + 2 : 0..<0, total: 1_000_000))
        }
        let folder = try TemporaryFolder()
        let engine = try engine(server, #"{ style = "page", total = "total" }"#, in: folder)
        let report = try #require(try await engine.sync().collections.first)
        #expect(report.pages == 3)
        #expect(asked(server).prefix(3) == [1, 2, 3] && asked(server).count <= 6)
        #expect(try keys(engine) == ["2", "3", "4", "5"])
    }

    @Test("become more where they come true, up to twice as many, while one list is read")
    func budget() {
        let budget = GuessBudget(concurrency: 4)
        func room() -> Int {
            var taken = 0
            while budget.take() { taken += 1 }
            budget.giveBack(taken)
            return taken
        }
        budget.beginList()
        #expect(room() == 3)
        var rooms: [Int] = []
        for _ in 0..<20 {
            _ = budget.take()
            budget.confirm()
            rooms.append(room())
        }
        #expect(rooms == [3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5] + Array(repeating: 6, count: 9))
        budget.beginList()
        #expect(room() == 3)
        budget.endList()
        #expect(room() == 6)
        #expect(GuessBudget(concurrency: 1).take() == false)
    }

    @Test("that arrived after a page that failed are asked for again when the walk goes on")
    func afterFailure() async throws {
        let isBroken = Mutex(true)
        let server = try server { page in
            page == 4 && isBroken.withLock(\.self) ? (404, "{}") : (200, Self.body(page * 2..<page * 2 + 2, total: 16))
        }
        let folder = try TemporaryFolder()
        let engine = try engine(server, #"{ style = "page", total = "total" }"#, in: folder)
        let first = try #require(try await engine.sync().collections.first)
        #expect(first.outcome == .interrupted)
        #expect(first.pages == 3)
        #expect(try keys(engine) == (2..<8).map(String.init))
        isBroken.withLock { $0 = false }
        server.forget()
        let second = try #require(try await engine.sync(SyncOptions(ignoresWaits: true)).collections.first)
        #expect(second.outcome == .complete)
        #expect(asked(server) == [4, 5, 6, 7, 8])
        #expect(try keys(engine) == (2..<18).map(String.init))
    }

    @Test("are not asked for where the user wants a pause between pages")
    func pauses() async throws {
        let server = try server { page in (200, Self.body(page * 2..<page * 2 + 2, total: 10)) }
        let folder = try TemporaryFolder()
        let engine = try engine(server, #"{ style = "page", total = "total" }"#, in: folder)
        _ = try await engine.sync(SyncOptions(pageSpacing: .seconds(1)))
        #expect(server.most == 1)
        #expect(asked(server) == Array(1...5))
    }
}
