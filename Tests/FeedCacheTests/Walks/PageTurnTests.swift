import FeedCache
import Testing

@Suite("Refresh and more")
struct PageTurnTests {
    private func bench() throws -> Workbench {
        try Workbench(list: ServerList(style: .cursor, items: .numbered(1...7)))
    }

    @Test("a refresh reads one page and keeps what lies deeper")
    func refresh() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { $0.items.insert(ServerItem("0"), at: 0) }
        _ = bench.asked()
        let report = try await bench.refresh()
        #expect((report.mode, report.pages, report.items.inserted, report.items.removed) == (.page, 1, 1, 0))
        #expect(bench.asked().count == 1)
        #expect(try bench.keys == ["0", "1", "2", "3", "4", "5", "6", "7"])
    }

    @Test("more reads one page further each time, until the end is in and nothing is asked")
    func more() async throws {
        let bench = try bench()
        for count in [3, 6, 7] {
            #expect(try await bench.more().outcome == .complete)
            #expect(try bench.keys.count == count)
        }
        _ = bench.asked()
        #expect(try await bench.more().outcome == .unchanged)
        #expect(bench.asked().isEmpty)
    }

    @Test("more at the end does not lift the wait that a server asked for")
    func waits() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.script([.fault(.status(429, retryAfter: "3600"))])
        try await bench.sync()
        #expect(try await bench.more().outcome == .deferred)
        #expect(try bench.status.wait != nil)
    }
}
