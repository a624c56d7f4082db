import FeedCache
import FeedModel
import Testing

@Suite("Events and syncs")
struct EventSyncTests {
    @Test("a sync delivers what waits and says so; without anything it says nothing")
    func delivers() async throws {
        let bench = try await EventBench()
        #expect(try await bench.cache.sync().events == nil)
        let keys = try bench.tap(2)
        let report = try await bench.cache.sync(SyncOptions(collections: ["list"]))
        #expect(report.events == DeliveryReport(delivered: 2))
        #expect(report.requests == 2)
        #expect(bench.counted == keys)
    }

    @Test("a delivery that fails makes no sync fail")
    func failure() async throws {
        let bench = try await EventBench()
        try bench.tap(2)
        bench.server.edit { $0.rule = { _ in .status(500) } }
        let report = try await bench.cache.sync()
        #expect(report.outcome == .unchanged)
        #expect((report.events?.pending, report.events?.failure?.status) == (2, 500))
    }

    @Test("a sync that reaches nothing does not try; one of which only the list fails does")
    func unreachable() async throws {
        let bench = try await EventBench()
        try bench.tap(1)
        bench.server.isDown = true
        let report = try await bench.cache.sync()
        #expect(report.outcome == .failed && report.events == nil)
        #expect(try bench.outbox.pending == 1)
        bench.server.isDown = false
        bench.server.edit { $0.listStatus = 500 }
        let failed = try await bench.cache.sync()
        #expect(failed.outcome == .failed && failed.events == DeliveryReport(delivered: 1))
    }

    @Test("a dry run, refresh and more deliver nothing")
    func others() async throws {
        let bench = try await EventBench()
        try bench.tap(1)
        #expect(try await bench.cache.dryRun().events == nil)
        _ = try await bench.cache.refresh("list")
        _ = try await bench.cache.more("list")
        #expect(bench.server.requests.isEmpty)
        #expect(try bench.outbox.pending == 1)
    }

    @Test("--now delivers although the server asked to wait")
    func now() async throws {
        let bench = try await EventBench()
        try bench.tap(1)
        bench.server.edit { $0.script = [.status(429, retryAfter: "3600")] }
        _ = try await bench.cache.sync()
        #expect(try await bench.cache.sync().events?.isDeferred == true)
        #expect(try await bench.cache.sync(SyncOptions(ignoresWaits: true)).events?.delivered == 1)
    }

    @Test("every tap counts, on the row as it is shown")
    func taps() async throws {
        let bench = try await EventBench()
        let first = try bench.cache.tap(section: "list", row: 1)
        let second = try bench.cache.tap(section: "list", row: 1)
        #expect(first.event == second.event && first.key != second.key)
        #expect(
            first.event
                == FeedEvent(kind: .tap, section: "list", target: .item("2"), row: 1, at: bench.clock.now))
        #expect(try bench.cache.read { try $0.reader.events(isPending: false, limit: 9) } == [first, second])
        #expect(try bench.cache.read { try $0.reader.events(isPending: true, limit: 1) } == [second])
    }

    @Test("a tap on what is not there is told, and nothing is kept", arguments: [-1, 3, Int.min, Int.max])
    func unknownRow(row: Int) async throws {
        let bench = try await EventBench()
        #expect(throws: UnknownNameError(kind: .row, name: "\(row)", known: ["0 to 2 in “list”"])) {
            try bench.cache.tap(section: "list", row: row)
        }
        #expect(throws: UnknownNameError(kind: .section, name: "nowhere", known: ["list"])) {
            try bench.cache.tap(section: "nowhere", row: 0)
        }
        #expect(try bench.outbox.pending == 0)
    }
}
