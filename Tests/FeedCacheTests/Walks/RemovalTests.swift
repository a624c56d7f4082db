import FeedCache
import Testing

@Suite("What a walk removes")
struct RemovalTests {
    private func bench(_ style: ListStyle = .pageHasNext) async throws -> Workbench {
        let bench = try Workbench(list: ServerList(style: style, items: .numbered(1...14)))
        try await bench.sync()
        return bench
    }

    @Test("a last page without a single ID withholds nothing and is no failure; a first one is refused")
    func pageWithoutIDs() async throws {
        let bench = try await bench()
        bench.change { $0.items += [ServerItem(""), ServerItem("", title: "u")] }
        let report = try await bench.sync()
        #expect((report.failure, report.items.rejected) == (nil, 2))
        bench.change { list in
            list.items.removeAll { $0.id == "5" }
            list.items.insert(ServerItem("20"), at: 5)
        }
        try await bench.sync()
        try await bench.sync()
        #expect(try bench.keys == ["1", "2", "3", "4", "6", "20"] + (7...14).map(String.init))
        bench.change { $0.items = [ServerItem("")] }
        #expect(try await bench.sync().failure?.code == .malformed)
        #expect(try bench.keys.count == 14)
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
        "an item that slid onto a page already read is found by the second walk; what is gone goes with the next sync",
        arguments: ListStyle.allCases.filter(\.isPositional))
    func slide(style: ListStyle) async throws {
        let bench = try await bench(style)
        // When page 2 is asked for, the first item goes: the fourth is on page 1 by then.
        bench.script([nil, .change { $0.items.removeFirst() }])
        let report = try await bench.sync(SyncOptions(isFull: true))
        #expect((report.outcome, report.items.removed) == (.complete, 0))
        #expect(try bench.keys.contains("4"))
        let next = try await bench.sync()
        #expect((next.drift, next.items.removed) == (false, 1))
        #expect(try bench.keys == (2...14).map(String.init))
    }

    @Test("a list that misses nothing is asked for once, one that misses something twice, conditionally")
    func requests() async throws {
        let bench = try await bench()
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().count == 5)
        bench.change { $0.items.remove(at: 6) }
        let report = try await bench.sync()
        let asked = bench.asked()
        #expect(asked.map(\.query) == (1...5).map { "page=\($0)" } + (1...5).map { "page=\($0)" })
        #expect(asked.suffix(5).allSatisfy { $0.isConditional })
        #expect((report.items.removed, report.items.inserted, report.pages) == (1, 0, 10))
    }

    @Test("a list of more than a hundred pages is not walked again at once")
    func longList() async throws {
        var list = ServerList(style: .pageHasNext, items: .numbered(1...102))
        list.size = 1
        let bench = try Workbench(list: list)
        try await bench.sync()
        bench.change { $0.items.removeLast() }
        _ = bench.asked()
        #expect(try await bench.sync().items.removed == 0)
        #expect(bench.asked().count == 101)
        #expect(try await bench.sync().items.removed == 1)
    }

    @Test("a page that leaves the screen for another place is a change")
    func moved() async throws {
        let bench = try Workbench(list: ServerList(style: .page, items: .numbered(1...3, version: nil)))
        try await bench.sync()
        bench.change { $0.items.remove(at: 1) }
        #expect(try await bench.refresh().outcome == .complete)
        #expect(try bench.keys == ["1", "3", "2"])
    }

    @Test("the second walk respects a server that wants to be left alone, and goes on when it may")
    func secondWalkIsDeferred() async throws {
        let bench = try await bench()
        bench.change { $0.items.removeLast() }
        bench.script(Array(repeating: nil, count: 6) + [.fault(.status(429, retryAfter: "7200"))])
        let report = try await bench.sync()
        #expect((report.outcome, report.items.removed) == (.interrupted, 0))
        _ = bench.asked()
        #expect(try await bench.sync().outcome == .deferred)
        #expect(bench.asked().isEmpty)
        bench.clock.step(by: 7_201)
        #expect(try await bench.sync().items.removed == 1)
        #expect(bench.asked().map(\.query) == (2...5).map { "page=\($0)" })
    }

    @Test("a list that comes empty without a total is held back for a day")
    func empty() async throws {
        let bench = try await bench(.page)
        bench.change { $0.items = [] }
        for _ in 0..<3 { #expect(try await bench.sync().outcome == .suspiciousShrink) }
        bench.clock.step(by: Workbench.day)
        #expect(try await bench.sync().items.removed == 14)
        #expect(try bench.keys.isEmpty)
    }

    @Test("a list that comes empty with a total of 0 goes when the next sync agrees")
    func emptyByTotal() async throws {
        let bench = try await bench(.offsetTotal)
        bench.change { $0.items = [] }
        #expect(try await bench.sync().outcome == .suspiciousShrink)
        #expect(try await bench.sync().items.removed == 14)
    }

    // MARK: Walks under another manifest

    private static func answer(_ items: String, hasMore: Bool = false) -> TableServer.Answer {
        TableServer.Answer(body: #"{"items":[\#(items)],"more":\#(hasMore)}"#)
    }

    private static func manifest(_ paging: String, source: String = "") -> String {
        ListText.manifest("items = \"items\"\nid = \"id\"\npaging = \(paging)", source: source)
    }

    @Test("more than half of a list goes when the next walk agrees, also where each sync has another token")
    func rotatingToken() async throws {
        let text = Self.manifest(#"{ style = "none" }"#, source: "headers = { Authorization = \"Bearer ${TOKEN}\" }")
        func answers(_ ids: ClosedRange<Int>) -> [String: TableServer.Answer] {
            ["GET /v1/list": Self.answer(ids.map { #"{"id":\#($0)}"# }.joined(separator: ","))]
        }
        let bench = try TableBench(text, answers(1...14), environment: ["TOKEN": "first"])
        _ = try await bench.sync()
        bench.server.set(answers(1...4))
        try bench.reopen(text, environment: ["TOKEN": "second"])
        #expect(try await bench.sync().outcome == .suspiciousShrink)
        try bench.reopen(text, environment: ["TOKEN": "third"])
        #expect(try await bench.sync().items.removed == 10)
    }

    @Test("an element that never had an ID withholds nothing after the size of pages has changed")
    func changedSize() async throws {
        let paging = #"{ style = "page", size = 9, has_next = "more" }"#
        let bench = try TableBench(
            Self.manifest(paging), ["GET /v1/list?page=1": Self.answer(#"{"id":1},{"x":1},{"id":2},{"id":3}"#)])
        _ = try await bench.sync()
        bench.server.set(["GET /v1/list?page=1": Self.answer(#"{"id":1},{"x":1},{"id":2}"#)])
        try bench.reopen(Self.manifest(paging.replacing("9", with: "8")))
        #expect(try await bench.sync().items.removed == 1)
    }
}
