import FeedCache
import FeedModel
import Testing

@Suite("Lists without an end")
struct LoopTests {
    private func expectLoop(_ bench: Workbench, _ report: CollectionReport) throws {
        #expect((report.outcome, report.failure?.code) == (.failed, .paginationLoop))
        #expect(report.items.removed == 0)
        #expect(try bench.problems(.loop).count == 1)
        #expect(try bench.keys == ["1", "2", "3", "4", "5", "6", "7"])
    }

    @Test(
        "a page that leads back ends the walk, removes nothing, and is told",
        arguments: [ListStyle.cursor, .nextURL, .nextHeader, .link])
    func cycle(style: ListStyle) async throws {
        let bench = try Workbench(list: ServerList(style: style, items: .numbered(1...7)))
        try await bench.sync()
        bench.change { $0.nextInstead = "3" }
        try expectLoop(bench, try await bench.sync(SyncOptions(isFull: true)))
        bench.change { $0.nextInstead = nil }
        #expect(try await bench.sync().outcome.isSuccess)
    }

    @Test(
        "a server that gives the first page whatever is asked ends the walk, removes nothing, and is told",
        arguments: ListStyle.allCases.filter { $0 != .none && $0 != .pageCount && $0 != .pageCountHeader })
    func samePage(style: ListStyle) async throws {
        let bench = try Workbench(list: ServerList(style: style, items: .numbered(1...7)))
        try await bench.sync()
        bench.change { $0.ignoresPaging = true }
        try expectLoop(bench, try await bench.sync(SyncOptions(isFull: true)))
        bench.change { $0.ignoresPaging = false }
        #expect(try await bench.sync().outcome.isSuccess)
    }

    @Test("a delta that brings the same page again and again ends", arguments: [ListStyle.pageHasNext, .cursor])
    func delta(style: ListStyle) async throws {
        let list = ServerList(style: style, tags: .none, items: .numbered(1...7), delta: .from)
        let bench = try Workbench(list: list, extra: #"delta = { param = "since" }"#)
        try await bench.sync()
        bench.change { $0.ignoresPaging = true }
        let report = try await bench.sync()
        #expect(report.mode == .delta)
        try expectLoop(bench, report)
    }

    @Test("a burst of exactly a page at the head is none")
    func burst() async throws {
        let list = ServerList(style: .pageHasNext, tags: .none, items: .numbered(1...7))
        let bench = try Workbench(list: list)
        bench.script([nil, .change { $0.items.insert(contentsOf: [ServerItem].numbered(11...10 + list.size), at: 0) }])
        let report = try await bench.sync()
        #expect(report.outcome == .complete && report.failure == nil)
        #expect(try await bench.sync().outcome == .complete)
        #expect(try bench.keys.count == 7 + list.size)
    }
}
