import FeedModel
import FeedSource
import TestSupport
import Testing

@testable import FeedCache
@testable import FeedStore

@Suite("Delivering events")
struct EventDeliveryTests {
    @Test("sends what waits in the order it happened, in batches, as the wire wants it")
    func batches() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(250)
        #expect(try await bench.cache.flush() == DeliveryReport(delivered: 250))
        #expect(bench.server.requests.map(\.count) == [100, 100, 50])
        #expect(bench.counted == keys)
        #expect(bench.server.types == ["application/json"])
        let first = try #require(bench.server.ledger.first)
        #expect(
            first
                == EventServer.Received(
                    key: keys[0], type: "tap", section: "list", item: "1", row: 0, at: bench.clock.now.description))
        #expect(try bench.states.allSatisfy { $0 == .delivered(bench.clock.now) })
        #expect(try await bench.cache.flush() == DeliveryReport())
        #expect(bench.server.requests.count == 3)
    }

    @Test("takes any answer from 200 to 299 for a yes", arguments: [200, 201, 202, 204, 299])
    func anySuccess(status: Int) async throws {
        let bench = try await EventBench()
        try bench.tap(1)
        bench.server.edit { $0.script = [.status(status)] }
        #expect(try await bench.cache.flush().delivered == 1)
    }

    @Test("sends again what the server took without being able to say so, under the same keys")
    func lostAnswer() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(3)
        bench.server.edit { $0.script = [.lost] }
        let report = try await bench.cache.flush()
        #expect((report.delivered, report.pending, report.failure?.code) == (0, 3, .connection))
        try bench.reopen()
        #expect(try await bench.cache.flush().delivered == 3)
        #expect(bench.server.requests.map { $0.map(\.key) } == [keys, keys])
        #expect(bench.counted == keys)
    }

    @Test("sends again what a delivery set aside that was killed before it put all back")
    func setAside() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(3)
        let outbox = try bench.cache.sourceStore().outbox
        for event in try outbox.pending(after: 0, limit: 3) { try outbox.markRefused(event.id, because: "400") }
        #expect(try outbox.state().pending == 0)
        #expect(try await bench.cache.flush().delivered == 3)
        #expect(bench.counted == keys)
        #expect(try await bench.cache.flush() == DeliveryReport())
    }

    @Test("stops at the first failure, so that nothing overtakes what waits")
    func order() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(250)
        bench.server.edit { $0.script = [.status(202), .status(503)] }
        let report = try await bench.cache.flush()
        #expect((report.delivered, report.pending, report.failure?.status) == (100, 150, 503))
        #expect(bench.server.requests.count == 2)
        try bench.reopen()
        let late = try bench.tap(1)
        #expect(try await bench.cache.flush().delivered == 151)
        #expect(bench.counted == keys + late)
    }

    @Test("leaves a page that a portal shows instead of the server for what it is")
    func portal() async throws {
        let bench = try await EventBench()
        try bench.tap(1)
        bench.server.edit { $0.script = [.portal] }
        let report = try await bench.cache.flush()
        #expect((report.pending, report.failure?.code) == (1, .malformed))
        #expect(try await bench.cache.flush().delivered == 1)
    }

    @Test("ends between two batches when it is told to, and goes on there")
    func cancellation() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(150)
        bench.server.edit { $0.script = [.status(202), .cancel] }
        let report = try await bench.flushCancellably()
        #expect((report.delivered, report.pending) == (100, 50))
        #expect(try bench.outbox.failures == 0)
        #expect(try await bench.cache.flush().delivered == 50)
        #expect(bench.counted == keys)
    }

    @Test("has one process at a time at it")
    func lock() async throws {
        let bench = try await EventBench()
        try bench.tap(1)
        let cache = bench.cache
        let lock = try await cache.takeLock(within: .zero)
        await #expect(throws: SyncBusyError(holder: nil)) { try await cache.flush() }
        withExtendedLifetime(lock) {}
        #expect(bench.server.requests.isEmpty)
    }

    @Test("needs a path in the manifest; without one events are kept")
    func noPath() async throws {
        let bench = try await EventBench(events: nil)
        try bench.tap(2)
        let error = await #expect(throws: ManifestError.self) { try await bench.cache.flush() }
        #expect(error?.description.contains("feed.toml: events: is missing") == true)
        _ = try await bench.cache.sync()
        #expect(bench.server.requests.isEmpty)
        #expect(try bench.outbox.pending == 2)
    }

    @Test("through crashes, lost answers and failures brings each event once, in order")
    func anyTrouble() async throws {
        for seed in SeededGenerator.seeds(12) {
            var random = SeededGenerator(seed: seed)
            let bench = try await EventBench()
            var keys: [String] = []
            for _ in 0..<6 {
                keys += try bench.tap(Int.random(in: 0...120, using: &random))
                let script: [EventServer.Answer] = (0..<4).map { _ in
                    let troubles: [EventServer.Answer] = [
                        .lost, .offline, .portal, .status(500), .status(429, retryAfter: "60"), .status(401),
                    ]
                    return troubles.randomElement(using: &random) ?? .offline
                }
                bench.server.edit { $0.script = script.flatMap { [.status(202), $0] }.suffix(7) }
                if Bool.random(using: &random) { try bench.reopen() }
                _ = try await bench.cache.flush()
                bench.clock.step(by: 30)
            }
            bench.server.edit { $0.script = [] }
            _ = try await bench.cache.flush(ignoresWaits: true)
            #expect(bench.counted == keys, "seed \(seed)")
            #expect(try bench.outbox == OutboxState(pending: 0, failures: 0, wait: nil), "seed \(seed)")
        }
    }
}

@Suite("A batch of events")
struct EventBatchTests {
    private func record(_ section: String, item: String = "1") -> EventRecord {
        EventRecord(
            id: 1, key: "k",
            event: FeedEvent(
                kind: .impression, section: section, target: .ad(ItemID(item), serial: 4), row: 2,
                at: Instant(seconds: 0)),
            state: .pending)
    }

    @Test("is written as the wire wants it, whatever the names are")
    func body() throws {
        let body = EventBatch.body(of: [record("a\"\u{1}"), record("寿司", item: "x")])
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"{"events":[{"key":"k","type":"impression","section":"a\"\u0001","ad":"1","row":2,"#
                + #""at":"1970-01-01T00:00:00.000Z"},{"key":"k","type":"impression","section":"寿司","ad":"x","row":2,"#
                + #""at":"1970-01-01T00:00:00.000Z"}]}"#)
    }

    @Test("ends where a request would become too long, but never before its first event")
    func bounds() {
        let long = record(String(repeating: "s", count: 100_000))
        #expect(EventBatch.first(of: []).isEmpty)
        #expect(EventBatch.first(of: [long, long, long]).count == 2)
        let huge = record(String(repeating: "s", count: 1_000_000))
        #expect(EventBatch.first(of: [huge, huge]).count == 1)
        #expect(EventBatch.first(of: Array(repeating: record("s"), count: 300)).count == 100)
    }
}
