import FeedCache
import Testing

@Suite("What a walk removes")
struct RemovalTests {
    private func bench(_ style: ListStyle = .pageHasNext) async throws -> Workbench {
        let bench = try Workbench(list: ServerList(style: style, items: .numbered(1...14)))
        try await bench.sync()
        return bench
    }

    @Test("more than half of a list goes when the next walk agrees")
    func shrink() async throws {
        let bench = try await bench()
        bench.change { $0.items.removeLast(10) }
        #expect(try await bench.sync().outcome == .suspiciousShrink)
        #expect(try bench.keys.count == 14)
        #expect(try bench.problems(.shrink).count == 1)
        let report = try await bench.sync()
        #expect((report.outcome, report.items.removed) == (.complete, 10))
        #expect(try bench.keys == ["1", "2", "3", "4"])
    }

    @Test("more than half of a list goes at once when the user says so")
    func allowedShrink() async throws {
        let bench = try await bench()
        bench.change { $0.items.removeLast(10) }
        #expect(try await bench.sync(SyncOptions(allowsShrink: true)).items.removed == 10)
    }

    @Test("a list that came back before the next walk keeps all")
    func recoveredShrink() async throws {
        let bench = try await bench()
        bench.change { $0.items.removeLast(10) }
        try await bench.sync()
        bench.change { $0.items = .numbered(1...14) }
        #expect(try await bench.sync().items.removed == 0)
        #expect(try bench.keys.count == 14)
    }

    @Test(
        "an item that slid onto a page already read is not lost, and what is gone goes a walk later",
        arguments: [ListStyle.page, .pageHasNext, .pageCount, .offset, .offsetHasNext])
    func drift(style: ListStyle) async throws {
        let bench = try await bench(style)
        // When page 2 is asked for, the first item goes: the fourth stands on page 1 by then.
        bench.script([nil, .change { $0.items.removeFirst() }])
        let report = try await bench.sync(SyncOptions(isFull: true))
        #expect((report.drift, report.items.removed) == (true, 0))
        #expect(try bench.keys.contains("4"))
        #expect(try bench.problems(.drift).count == 1)
        let next = try await bench.sync()
        #expect((next.drift, next.items.removed) == (false, 1))
        #expect(try bench.keys == (2...14).map(String.init))
    }

    @Test("a page that leaves the screen for another place is a change")
    func moved() async throws {
        let bench = try Workbench(list: ServerList(style: .page, items: .numbered(1...3, version: nil)))
        try await bench.sync()
        bench.change { $0.items.remove(at: 1) }
        #expect(try await bench.refresh().outcome == .complete)
        #expect(try bench.keys == ["1", "3", "2"])
    }

    @Test("asking for the first page once more at the end respects a server that wants to be left alone")
    func lateCheckIsDeferred() async throws {
        let bench = try await bench()
        bench.change { $0.items.removeLast() }
        bench.script(Array(repeating: nil, count: 5) + [.fault(.status(429, retryAfter: "7200"))])
        let report = try await bench.sync()
        #expect((report.outcome, report.items.removed) == (.interrupted, 0))
        _ = bench.asked()
        #expect(try await bench.sync().outcome == .deferred)
        #expect(bench.asked().isEmpty)
    }
}
