import FeedModel
import FeedSource
import FeedStore
import Testing

@testable import FeedCache

@Suite("A window of a list")
struct WindowTests {
    private static let keep = "keep = { newest = 6 }"

    /// A list of 20 in pages of three, of which six are kept.
    private func bench(_ style: ListStyle = .pageHasNext, extra: String = keep) async throws -> Workbench {
        let bench = try Workbench(
            list: ServerList(style: style, items: .numbered(1...20), reportsTotal: true), extra: extra)
        try await bench.sync()
        return bench
    }

    private func older(_ bench: Workbench) throws -> [String] {
        try bench.cache.read { try $0.list("list").older.window(offset: 0, limit: .max).map(\.key) }
    }

    private func removed(_ bench: Workbench) throws -> [String] {
        try bench.cache.read { try $0.list("list").removed(offset: 0, limit: .max).map(\.key) }
    }

    private static func texts(_ range: ClosedRange<Int>) -> [String] { range.map(String.init) }

    @Test("is read to its edge, and what lies beyond is not asked for", arguments: ListStyle.allCases)
    func edge(style: ListStyle) async throws {
        guard style != .none else { return }
        for concurrency in [1, 8] {
            let list = ServerList(style: style, items: .numbered(1...20), reportsTotal: true)
            let bench = try Workbench(list: list, extra: Self.keep, concurrency: concurrency)
            for outcome in [CollectionOutcome.complete, .unchanged, .unchanged] {
                let report = try await bench.sync()
                #expect((report.outcome, report.warnings, report.drift) == (outcome, [], false), "\(style)")
                #expect(bench.asked().count == 2, "\(style)")
            }
            #expect(try bench.keys == Self.texts(1...6))
            #expect(try bench.cache.read { try $0.reader.problems(collection: nil, limit: 9) }.isEmpty)
        }
    }

    @Test("what falls over the edge is older: not removed, and not on screen")
    func falls() async throws {
        let bench = try await bench()
        bench.change { $0.items.insert(contentsOf: [ServerItem("a"), ServerItem("b")], at: 0) }
        let report = try await bench.sync()
        #expect((report.outcome, report.items.inserted, report.items.removed) == (.complete, 2, 0))
        #expect(try bench.keys == ["a", "b", "1", "2", "3", "4"])
        #expect(try older(bench) == ["5", "6"])
        #expect(try bench.status.items == 6)
        bench.change { $0.items.insert(ServerItem("c"), at: 0) }
        try await bench.sync()
        #expect(try older(bench) == ["4", "5", "6"], "what fell last is the first")
        let record = try bench.cache.read { try $0.record(of: "5", in: "list") }
        #expect((record.isOlder, record.position, record.removal, record.waiting) == (true, nil, nil, nil))
        #expect(try removed(bench).isEmpty)
        #expect(try bench.cache.database.read { try $0.checkIntegrity() } == [])
    }

    @Test("what comes back inside is on screen again")
    func comesBack() async throws {
        let bench = try await bench()
        bench.change { $0.items.insert(contentsOf: [ServerItem("a"), ServerItem("b")], at: 0) }
        try await bench.sync()
        bench.change { $0.items.removeFirst(2) }
        try await bench.sync()
        #expect(try older(bench).isEmpty)
        try await bench.sync()
        #expect(try bench.keys == Self.texts(1...6))
        #expect(try removed(bench).sorted() == ["a", "b"])
    }

    @Test("an item that is deleted within is removed; the last one may have fallen over the edge", arguments: 1...6)
    func deleted(id: Int) async throws {
        let bench = try await bench()
        // The first walk has brought all, and says nothing of the order of its pages.
        try await bench.sync()
        bench.change { list in list.items.removeAll { $0.id == "\(id)" } }
        try await bench.sync()
        try await bench.sync()
        #expect(try bench.keys == Self.texts(1...7).filter { $0 != "\(id)" })
        #expect(try removed(bench) == (id < 6 ? ["\(id)"] : []))
        #expect(try older(bench) == (id < 6 ? [] : ["6"]))
    }

    @Test("an item that is deleted while items come at the head is gone after six walks")
    func endurance() async throws {
        let bench = try Workbench(
            list: ServerList(style: .pageHasNext, size: 4, items: .numbered(1...60)), extra: "keep = { newest = 32 }")
        try await bench.sync()
        bench.change { $0.items.remove(at: 4) }
        for number in 1...6 {
            #expect(try removed(bench).isEmpty)
            #expect(try bench.keys.contains("5"))
            bench.change { $0.items.insert(ServerItem("new \(number)"), at: 0) }
            bench.clock.step(by: Workbench.minute)
            try await bench.sync()
        }
        #expect(try removed(bench) == ["5"])
    }

    @Test("an edit that moves an item to the head pushes others over the edge, and removes none")
    func edits() async throws {
        let bench = try await bench()
        for id in [6, 4] {
            bench.change { list in
                guard let index = list.items.firstIndex(where: { $0.id == "\(id)" }) else { return }
                var item = list.items.remove(at: index)
                item.version = 2
                list.items.insert(item, at: 0)
            }
        }
        bench.change { $0.items.insert(contentsOf: [ServerItem].numbered(101...104), at: 0) }
        for _ in 0..<7 { try await bench.sync() }
        #expect(try bench.keys == Self.texts(101...104) + ["4", "6"])
        #expect(try older(bench) == ["1", "2", "3", "5"])
        #expect(try removed(bench).isEmpty)
    }

    @Test("a page that new items have pushed down while it was read is not missing, also without a total")
    func pushed() async throws {
        let bench = try Workbench(list: ServerList(style: .page, items: .numbered(1...20)), extra: Self.keep)
        bench.server.edit { state in
            state.mover = { list, _ in
                list.items.insert(contentsOf: [ServerItem].numbered(101...106), at: 0)
            }
        }
        try await bench.sync()
        #expect(try bench.keys == ["1", "2", "3", "104", "105", "106"], "what the two pages had")
        bench.server.edit { $0.mover = nil }
        for _ in 0..<7 { try await bench.sync() }
        #expect(try bench.keys == Self.texts(101...106))
        #expect(try older(bench) == Self.texts(1...3))
        #expect(try removed(bench).isEmpty)
    }

    @Test(
        "without a total an item that is deleted within is removed by what its own page had after it", arguments: 1...6)
    func deletedWithoutTotal(id: Int) async throws {
        let bench = try Workbench(list: ServerList(style: .page, items: .numbered(1...20)), extra: Self.keep)
        try await bench.sync()
        bench.change { list in list.items.removeAll { $0.id == "\(id)" } }
        try await bench.sync()
        try await bench.sync()
        #expect(try bench.keys == Self.texts(1...7).filter { $0 != "\(id)" })
        let isLast = id % 3 == 0
        #expect(try removed(bench) == (isLast ? [] : ["\(id)"]))
        #expect(try older(bench) == (isLast ? ["\(id)"] : []))
    }

    @Test("a burst of more than the window leaves nothing to judge")
    func burst() async throws {
        let bench = try await bench()
        bench.change { list in
            list.items.removeSubrange(1...2)
            list.items.insert(contentsOf: [ServerItem].numbered(101...110), at: 0)
        }
        for _ in 0..<7 { try await bench.sync() }
        #expect(try bench.keys == Self.texts(101...106))
        #expect(try older(bench) == Self.texts(1...6))
        #expect(try removed(bench).isEmpty)
    }

    @Test("ends with the page on which most items are older than its days")
    func days() async throws {
        let bench = try Workbench(
            list: ServerList(style: .pageHasNext, items: []), extra: #"keep = { days = 30, by = "title" }"#)
        let now = bench.clock.now
        bench.change { list in
            // One is pinned, and one has no date.
            let ages = [0, 900, 10, 25, nil, 28, 29, 31, 33, 40, 41, 42, 43]
            list.items = ages.enumerated().map { index, age in
                let date = age.map { now.advanced(bySeconds: -Int64($0) * Workbench.day) }
                return ServerItem("\(index)", title: date?.description ?? "")
            }
        }
        try await bench.sync()
        #expect(try bench.keys == Self.texts(0...8))
        #expect(bench.asked().count == 3)
        bench.clock.step(by: 6 * Workbench.day)
        try bench.cache.addConsumer("command")
        let run = try #require(try await bench.cache.sync().run)
        #expect(bench.asked().filter(\.isConditional).count == 2, "a page that is unchanged can become the last one")
        #expect(try bench.keys == Self.texts(0...5))
        #expect(try older(bench) == Self.texts(6...8))
        #expect(
            try bench.cache.changes(for: "command", through: run)?.screen.changes.deletes.count == 3,
            "the server has changed nothing")
    }

    @Test("more reads on from the edge, also to the end of the list; the next sync reads to the edge again")
    func more() async throws {
        let bench = try await bench()
        #expect(try await bench.more().items.inserted == 3)
        #expect(try bench.keys == Self.texts(1...9))
        try await bench.sync()
        #expect(try bench.keys == Self.texts(1...6))
        #expect(try older(bench) == Self.texts(7...9))
        _ = bench.asked()
        for _ in 0..<5 { try await bench.more() }
        #expect(bench.asked().map(\.query) == (3...7).map { "page=\($0)" })
        #expect(try bench.keys == Self.texts(1...20))
        #expect(try await bench.more().outcome == .unchanged)
        bench.change { $0.items.insert(contentsOf: [ServerItem].numbered(101...104), at: 0) }
        try await bench.sync()
        #expect(
            try bench.keys == Self.texts(101...104) + ["1", "2"], "between them and what more had read there is a gap")
        #expect(try older(bench) == Self.texts(3...20))
        #expect(try removed(bench).isEmpty)
        #expect(try bench.cache.database.read { try $0.checkIntegrity() } == [])
    }

    @Test("a walk that was interrupted goes on to the edge, and no further")
    func interrupted() async throws {
        let bench = try await bench()
        bench.change { $0.items.insert(ServerItem("a"), at: 0) }
        bench.script([nil] + Array(repeating: .fault(.status(500)), count: 3))
        #expect(try await bench.sync().outcome == .interrupted)
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().map(\.query) == ["page=2"])
        #expect(try bench.keys == ["a"] + Self.texts(1...5))
    }

    @Test("a delta that brings or removes an item is followed by a walk; one that changes what is shown is not")
    func delta() async throws {
        var list = ServerList(style: .pageHasNext, items: .numbered(1...20))
        list.delta = .after
        let bench = try Workbench(list: list, extra: Self.keep + "\ndelta = { param = \"since\" }")
        try await bench.sync()
        _ = bench.asked()
        func change(_ id: String, to version: Int) {
            bench.change { list in
                for index in list.items.indices where list.items[index].id == id { list.items[index].version = version }
            }
        }
        change("3", to: 2)
        #expect(try await bench.sync().mode == .delta)
        #expect(bench.asked().count == 1)
        change("15", to: 3)
        bench.change { $0.items.insert(ServerItem("new", version: 4), at: 0) }
        try await bench.sync()
        #expect(try bench.keys == ["new"] + Self.texts(1...5))
        #expect(try older(bench) == ["6", "15"])
        bench.change { list in
            list.items.removeAll { $0.id == "2" }
            list.graves.append(ServerItem("2", version: 5, isDeleted: true))
        }
        try await bench.sync()
        #expect(try bench.keys == ["new", "1", "3", "4", "5", "6"])
        #expect(try await bench.sync().mode == .delta)
        #expect(try bench.cache.database.read { try $0.checkIntegrity() } == [])
    }

    @Test("a list that is given a window later, and loses it again, keeps all")
    func keepComesAndGoes() async throws {
        let bench = try await bench(extra: "")
        let list = ServerList(style: .pageHasNext, items: .numbered(1...20), reportsTotal: true)
        try bench.reopen(manifest: bench.manifest(list: list, extra: Self.keep))
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().allSatisfy { $0.isConditional }, "it is the same list")
        #expect(try bench.keys == Self.texts(1...6))
        #expect(try older(bench) == Self.texts(7...20))
        try bench.reopen(manifest: bench.manifest(list: list))
        try await bench.sync()
        #expect(try bench.keys == Self.texts(1...20))
        #expect(try older(bench).isEmpty)
    }
}
