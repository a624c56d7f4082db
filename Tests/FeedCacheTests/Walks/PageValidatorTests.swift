import FeedCache
import Testing

@Suite("Validators of pages")
struct PageValidatorTests {
    @Test("an unchanged list is asked for conditionally, page by page", arguments: ListStyle.allCases)
    func unchanged(style: ListStyle) async throws {
        let bench = try Workbench(list: ServerList(style: style, items: .numbered(1...7)))
        let first = try await bench.sync()
        #expect((first.outcome, first.items.inserted, first.failure) == (.complete, 7, nil))
        let unconditional = bench.asked()
        #expect(try await bench.sync().outcome == .unchanged)
        // The headers of a 304 need not say that the page is still the last one: that one is asked for whole.
        let isLastAskedTwice = [.link, .nextHeader].contains(style)
        #expect(bench.asked().count == unconditional.count + (isLastAskedTwice ? 1 : 0))
        #expect(try await bench.sync().outcome == .unchanged)
        let asked = bench.asked()
        #expect(asked.count == unconditional.count)
        #expect(asked.dropLast().allSatisfy { $0.isConditional })
        #expect(asked.last?.isConditional == !isLastAskedTwice)
        #expect(try bench.keys == ["1", "2", "3", "4", "5", "6", "7"])
    }

    @Test("an item removed at the end goes although all pages before it are unchanged", arguments: ListStyle.allCases)
    func removalBehindUnchangedPages(style: ListStyle) async throws {
        let bench = try Workbench(list: ServerList(style: style, items: .numbered(1...8)))
        try await bench.sync()
        bench.change { $0.items.removeLast() }
        let report = try await bench.sync()
        #expect((report.outcome, report.drift, report.items.removed) == (.complete, false, 1))
        #expect(try bench.keys == ["1", "2", "3", "4", "5", "6", "7"])
    }

    @Test("a list that grows behind a last page whose bytes stay the same is read on", arguments: ListStyle.allCases)
    func growingBehindFullPages(style: ListStyle) async throws {
        let bench = try Workbench(list: ServerList(style: style, tags: .body, items: .numbered(1...6)))
        try await bench.sync()
        #expect(try await bench.sync().outcome == .unchanged)
        bench.change { $0.items.append(ServerItem("7")) }
        let report = try await bench.sync()
        #expect((report.outcome, report.items.inserted, report.drift) == (.complete, 1, false))
        #expect(try await bench.sync().outcome == .unchanged)
    }

    @Test("after a week of 304 a walk asks for everything, so that a server stuck on 304 heals")
    func heals() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7)))
        try await bench.sync()
        bench.change { list in
            list.items = .numbered(1...7, version: 2)
        }
        bench.clock.step(by: 8 * Workbench.day)
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [false, false, false])
        #expect(try bench.items.map(\.version) == Array(repeating: "2", count: 7))
    }

    @Test("the weekly walk is owed until it was whole")
    func healingIsOwed() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7)))
        try await bench.sync()
        bench.clock.step(by: 8 * Workbench.day)
        bench.server.edit { $0.standing["list"] = .connection }
        try await bench.sync()
        bench.server.edit { $0.standing["list"] = nil }
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [false, false, false])
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [true, true, true])
    }

    @Test("a clock that was ahead does not put the weekly walk off for years")
    func clockStepsBack() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7)))
        bench.clock.step(by: 3_650 * Workbench.day)
        try await bench.sync()
        bench.clock.step(by: -3_650 * Workbench.day)
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [false, false, false])
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [true, true, true])
    }

    @Test("another server of the same manifest is not asked with the validators of the first")
    func otherServer() async throws {
        let list = ServerList(style: .pageHasNext, items: .numbered(1...7))
        let bench = try Workbench(list: list)
        let first = bench.cache.manifest
        bench.script([nil] + Array(repeating: .fault(.connection), count: 3))
        #expect(try await bench.sync().outcome == .interrupted)
        try bench.reopen(manifest: bench.manifest(host: "other.example.com", list: list))
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [false, false, false])
        try bench.reopen(manifest: first)
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [false, false, false])
    }

    @Test("a list whose length stands in a header may grow behind pages that are unchanged")
    func growingTotalInHeader() async throws {
        let bench = try Workbench(list: ServerList(style: .offsetTotalHeader, tags: .page, items: .numbered(1...7)))
        try await bench.sync()
        bench.change { $0.items.append(ServerItem("8")) }
        let report = try await bench.sync()
        #expect((report.outcome, report.drift, report.items.inserted) == (.complete, false, 1))
    }

    @Test("a 304 for a page that has just lost an item to an earlier page is no answer: the page is asked for whole")
    func outdated() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, tags: .body, items: .numbered(1...6)))
        try await bench.sync()
        bench.change { $0.items[2] = $0.items[3] }
        _ = bench.asked()
        let report = try await bench.sync()
        // The last request reads the head again, since the list has moved.
        #expect(bench.asked().map(\.isConditional) == [true, true, false, false])
        #expect((report.pages, report.drift, report.failure) == (3, true, nil))
        #expect(try bench.keys == ["1", "2", "4", "5", "6", "3"])
    }

    @Test("a full sync asks for nothing conditionally")
    func full() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7)))
        try await bench.sync()
        bench.change { $0.items.removeLast() }
        _ = bench.asked()
        try await bench.sync(SyncOptions(isFull: true))
        #expect(bench.asked().allSatisfy { !$0.isConditional })
    }

    @Test("a server that answers 304 to everything is nonsense to an empty cache, and harmless to a full one")
    func stuckServer() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7)))
        bench.server.edit { $0.standing["list"] = .stuck }
        #expect(try await bench.sync().failure?.code == .malformed)
        bench.server.edit { $0.standing["list"] = nil }
        try await bench.sync()
        bench.server.edit { $0.standing["list"] = .stuck }
        #expect(try await bench.sync().outcome == .unchanged)
        #expect(try bench.keys.count == 7)
    }
}
