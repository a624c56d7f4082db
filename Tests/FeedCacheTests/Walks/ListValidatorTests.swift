import FeedCache
import Testing

@Suite("A validator that speaks for a whole list")
struct ListValidatorTests {
    private func bench() throws -> Workbench {
        try Workbench(list: ServerList(style: .pageHasNext, tags: .list, items: .numbered(1...7)))
    }

    @Test("an unchanged list costs one request and removes nothing")
    func unchanged() async throws {
        let bench = try bench()
        try await bench.sync()
        _ = bench.asked()
        let report = try await bench.sync()
        #expect(report.outcome == .unchanged)
        #expect(bench.asked().map(\.isConditional) == [true])
        #expect(try bench.keys == ["1", "2", "3", "4", "5", "6", "7"])
    }

    @Test("a walk that broke off behind the first page leaves no validator that speaks for the rest")
    func interruptedWalk() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { list in list.items = .numbered(1...7, version: 2) }
        bench.script([nil] + Array(repeating: .fault(.connection), count: 3))
        #expect(try await bench.sync().outcome == .interrupted)
        // Too late to go on: the next walk begins again.
        bench.clock.step(by: 2 * Workbench.hour)
        try await bench.sync()
        #expect(try bench.items.map(\.version) == Array(repeating: "2", count: 7))
    }

    @Test("a refreshed first page leaves no validator that speaks for the rest")
    func refreshedPage() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { list in list.items = .numbered(1...7, version: 2) }
        try await bench.refresh()
        try await bench.sync()
        #expect(try bench.items.map(\.version) == Array(repeating: "2", count: 7))
    }

    @Test("what a drifting walk has kept goes with the next walk without drift")
    func keptByDrift() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { list in
            list.items.remove(at: 4)
            list.items.append(list.items[0])
        }
        #expect(try await bench.sync().drift)
        #expect(try bench.keys == ["1", "2", "3", "4", "6", "7", "5"])
        bench.change { $0.items.removeLast() }
        try await bench.sync()
        #expect(try bench.keys == ["1", "2", "3", "4", "6", "7"])
    }

    @Test("after a week of nothing but 304 a walk asks for all of it, so that a server stuck on 304 heals")
    func heals() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.clock.step(by: 7 * Workbench.day - 1)
        try await bench.sync()
        _ = bench.asked()
        bench.clock.step(by: 1)
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [false, false, false])
        try await bench.sync()
        #expect(bench.asked().map(\.isConditional) == [true])
    }
}
