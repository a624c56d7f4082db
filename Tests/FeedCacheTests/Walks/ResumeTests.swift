import FeedCache
import Testing

@Suite("Walks that broke off")
struct ResumeTests {
    private func interrupted(_ style: ListStyle = .pageHasNext) async throws -> Workbench {
        let bench = try Workbench(list: ServerList(style: style, tags: .none, items: .numbered(1...7)))
        bench.script([nil] + Array(repeating: .fault(.connection), count: 3))
        #expect(try await bench.sync().outcome == .interrupted)
        _ = bench.asked()
        return bench
    }

    @Test("go on behind their last page in the next process", arguments: ListStyle.allCases.filter { $0 != .none })
    func goesOn(style: ListStyle) async throws {
        let bench = try await interrupted(style)
        try bench.reopen()
        let report = try await bench.sync()
        #expect((report.outcome, report.items.inserted, report.items.unchanged) == (.complete, 4, 0))
        #expect(try bench.keys == ["1", "2", "3", "4", "5", "6", "7"])
    }

    @Test("begin again when the clock is more than an hour off", arguments: [3_601, -60])
    func tooLate(seconds: Int64) async throws {
        let bench = try await interrupted()
        bench.clock.step(by: seconds)
        try await bench.sync()
        #expect(bench.asked().first?.query == "page=1")
    }

    @Test("begin again under another manifest")
    func otherManifest() async throws {
        let bench = try await interrupted()
        let other = ServerList(style: .offset, tags: .none, items: .numbered(1...7))
        bench.change { $0.style = .offset }
        try bench.reopen(manifest: bench.manifest(list: other))
        try await bench.sync()
        #expect(bench.asked().first?.query == "offset=0")
        #expect(try bench.keys.count == 7)
    }

    @Test("begin again, in the same run, where the server does not know their cursor any more")
    func refusedCursor() async throws {
        let bench = try await interrupted(.cursor)
        bench.change { $0.items.remove(at: 2) }
        let report = try await bench.sync()
        #expect(report.outcome == .complete)
        #expect(bench.asked().map(\.query).prefix(2) == ["cursor=3", ""])
        #expect(try bench.keys == ["1", "2", "4", "5", "6", "7"])
    }

    @Test("are noted as interrupted when somebody stopped them, and go on")
    func stopped() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, tags: .none, items: .numbered(1...7)))
        bench.script([nil, .cancel])
        let report = try await bench.cancellable { try await $0.sync() }
        #expect(report.failure == .interrupted)
        #expect((report.outcome, report.pages) == (.interrupted, 1))
        #expect(try bench.cache.read { try $0.runs(limit: 1) }.first?.outcome == "interrupted")
        #expect(try await bench.sync().items.inserted == 4)
    }

    @Test("a sync that was stopped before its first page says so, and says nothing about the network")
    func stoppedAtOnce() async throws {
        let bench = try Workbench()
        bench.script([.cancel])
        let report = try await bench.cancellable { try await $0.sync() }
        #expect(report.outcome == .failed && report.failure == .interrupted)
        #expect(try bench.cache.read { try $0.recency() }.isOffline == false)
        #expect(try bench.cache.read { try $0.runs(limit: 1) }.first?.outcome == "interrupted")
    }
}
