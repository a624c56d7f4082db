import FeedCache
import FeedModel
import Testing

@Suite("Manners over a week of runs, one every ten minutes")
struct PolitenessTests {
    private static let pause: Int64 = 600
    private static let runsOfAWeek = 7 * 144

    private func bench(_ tags: ServerList.Tags = .page) throws -> Workbench {
        let config = #"{"sections":[{"sectionType":"list","sectionTitle":"All","collection":"list"}]}"#
        return try Workbench(
            list: ServerList(style: .pageHasNext, tags: tags, items: .numbered(1...5)), sections: config)
    }

    @Test("a page that does not change is asked for unconditionally once a week, and so is the section config")
    func quietWeek() async throws {
        let bench = try bench()
        for _ in 0..<Self.runsOfAWeek {
            try await bench.sync()
            bench.clock.step(by: Self.pause)
        }
        #expect(unconditional(bench) == ["list page=1", "list page=2", "sections "])
        for _ in 0..<3 { try await bench.sync() }
        #expect(unconditional(bench) == ["list page=1", "list page=2", "sections "])
    }

    /// What was asked for without a validator since the last call.
    private func unconditional(_ bench: Workbench) -> [String] {
        bench.server.edit { state in
            defer { state.journal.removeAll() }
            return state.journal.filter { !$0.isConditional }.map { "\($0.name) \($0.query)" }.sorted()
        }
    }

    @Test("nothing is asked before Retry-After, also by refresh and more")
    func retryAfter() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.server.edit { $0.standing["list"] = .status(429, retryAfter: "10000") }
        let until = bench.clock.now.advanced(bySeconds: 10_000)
        try await bench.sync()
        bench.server.edit { $0.standing["list"] = nil }
        _ = bench.asked()
        for _ in 0..<20 {
            try await bench.sync()
            try await bench.refresh()
            try await bench.more()
            bench.clock.step(by: Self.pause)
        }
        let asked = bench.asked()
        #expect(!asked.isEmpty)
        #expect(asked.allSatisfy { $0.at >= until })
    }

    /// Syncs every so often while the source fails, for two days, and gives the time between those that asked it.
    private func failing(
        _ bench: Workbench, every pause: Int64, for span: Int64 = 2 * Workbench.day
    ) async throws -> [Int64] {
        try await bench.sync()
        bench.server.edit { $0.standing["list"] = .status(500) }
        _ = bench.asked()
        for _ in 0..<(span / pause) {
            try await bench.sync()
            bench.clock.step(by: pause)
        }
        let runs = Self.runs(bench.asked())
        return zip(runs, runs.dropFirst()).map { $1.seconds - $0.seconds }
    }

    @Test("a source that fails for two days is asked less and less often, in every second sync at last, and recovers")
    func backOff() async throws {
        let bench = try bench()
        let gaps = try await failing(bench, every: Self.pause)
        #expect(gaps.prefix(3).allSatisfy { $0 < 2 * Self.pause })
        #expect(gaps.suffix(10).allSatisfy { $0 >= 2 * Self.pause - 60 && $0 <= 3 * Self.pause })
        let wait = try #require(try bench.status.wait)
        #expect(wait.reason.contains("500"))
        bench.server.edit { $0.standing["list"] = nil }
        for _ in 0..<2 { bench.clock.step(by: Self.pause) }
        #expect(try await bench.sync().outcome.isSuccess)
        #expect(try bench.status.wait == nil)
    }

    @Test("one that is asked every hour waits no longer than an hour, one that is asked all the time a minute")
    func backOffLimits() async throws {
        let bench = try bench()
        #expect(try await failing(bench, every: Workbench.hour).allSatisfy { $0 <= 2 * Workbench.hour })
        let eager = try self.bench()
        let gaps = try await failing(eager, every: 45, for: 6 * Workbench.hour)
        #expect(gaps.count > 180 && gaps.suffix(100).allSatisfy { $0 >= 60 })
    }

    @Test("--now asks although the source was failing")
    func now() async throws {
        let bench = try bench()
        bench.server.edit { $0.standing["list"] = .status(500) }
        for _ in 0..<6 { try await bench.sync() }
        #expect(try await bench.sync().outcome == .deferred)
        bench.server.edit { $0.standing["list"] = nil }
        #expect(try await bench.sync(SyncOptions(ignoresWaits: true)).outcome == .complete)
    }

    @Test("two days without a network are nobody's failure: every run asks, and the first that can succeeds")
    func offline() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.server.edit { $0.standing["list"] = .connection }
        for _ in 0..<288 {
            #expect(try await bench.sync().outcome == .failed)
            bench.clock.step(by: Self.pause)
        }
        #expect(try bench.status.wait == nil)
        // A server that stumbles once when the network is back is not taken for broken.
        bench.server.edit { $0.standing["list"] = .status(500) }
        try await bench.sync()
        #expect(try bench.status.wait == nil)
        bench.server.edit { $0.standing["list"] = nil }
        #expect(try await bench.sync().outcome == .unchanged)
    }

    @Test("a wait that a clock noted before it was put back does not last for years")
    func clockPutBack() async throws {
        let bench = try bench()
        bench.clock.step(by: 400 * Workbench.day)
        bench.server.edit { $0.standing["list"] = .status(429, retryAfter: "3600") }
        #expect(try await bench.sync().outcome == .deferred)
        bench.server.edit { $0.standing["list"] = nil }
        bench.clock.step(by: -400 * Workbench.day)
        #expect(try await bench.sync().outcome == .complete)
    }

    @Test("tries are spread: each waits a random part of twice the time before")
    func jitter() async throws {
        let bench = try bench()
        bench.server.edit { $0.standing["list"] = .status(503) }
        for _ in 0..<20 { try await bench.sync(SyncOptions(ignoresWaits: true)) }
        let waits = bench.clock.waits
        #expect(waits.count == 40)
        #expect(Set(waits).count > 35)
        #expect(waits.enumerated().allSatisfy { $1 <= .milliseconds($0.isMultiple(of: 2) ? 200 : 400) })
    }

    @Test("pages of a walk are asked for as far apart as the user wants", arguments: [ServerList.Tags.page, .none])
    func spacing(tags: ServerList.Tags) async throws {
        let bench = try bench(tags)
        for _ in 0..<2 {
            try await bench.sync(SyncOptions(pageSpacing: .seconds(7)))
            let asked = bench.asked().map(\.at.seconds)
            #expect(zip(asked, asked.dropFirst()).map { $1 - $0 } == [7])
        }
    }

    /// When each run began to ask: its tries are seconds apart.
    private static func runs(_ asked: [ScriptedServer.Asked]) -> [Instant] {
        asked.reduce(into: []) { runs, asked in
            if runs.last.map({ asked.at.seconds - $0.seconds > 60 }) ?? true { runs.append(asked.at) }
        }
    }
}
