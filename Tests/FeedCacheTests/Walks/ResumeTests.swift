import Testing

@testable import FeedCache

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

    @Test("a list of more pages than one run reads is read in several, with a warning, however late the next one is")
    func longList() async throws {
        let list = ServerList(style: .pageHasNext, size: 1, tags: .none, items: .numbered(1...10))
        let bench = try Workbench(list: list, mostPages: 4)
        for pages in [4, 4] {
            let report = try await bench.sync()
            #expect((report.outcome, report.pages, report.failure) == (.interrupted, pages, nil))
            #expect(report.warnings.first?.hasPrefix("4 pages were read and the list goes on") == true)
            #expect(report.warnings.first?.contains("`keep`") == true)
            bench.clock.step(by: 2 * Workbench.hour)
        }
        let report = try await bench.sync()
        #expect((report.outcome, report.pages, report.warnings) == (.complete, 2, []))
        #expect(bench.asked().map(\.query) == (1...10).map { "page=\($0)" })
        #expect(try bench.keys == (1...10).map(String.init))
        bench.change { $0.items.removeLast(7) }
        for _ in 0..<2 { try await bench.sync() }
        #expect(try bench.keys == ["1", "2", "3"], "a list that is short enough is walked at once")
        #expect(try Workbench().cache.dependencies.mostPages == 10_000)
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
        #expect(try bench.cache.read { try $0.reader.runs(limit: 1) }.first?.outcome == "interrupted")
        #expect(try await bench.sync().items.inserted == 4)
    }

    @Test("a sync that was stopped before its first page says so, and says nothing about the network")
    func stoppedAtOnce() async throws {
        let bench = try Workbench()
        bench.script([.cancel])
        let report = try await bench.cancellable { try await $0.sync() }
        #expect(report.outcome == .failed && report.failure == .interrupted)
        #expect(try bench.cache.read { try $0.recency() }.isOffline == false)
        #expect(try bench.cache.read { try $0.reader.runs(limit: 1) }.first?.outcome == "interrupted")
    }
}
