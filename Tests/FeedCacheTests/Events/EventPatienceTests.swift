import FeedCache
import FeedModel
import Testing

@Suite("Manners of delivery")
struct EventPatienceTests {
    @Test("nothing is sent before Retry-After, at most a day, also by another process; --now sends")
    func retryAfter() async throws {
        for (field, seconds) in [("7200", 7_200), ("99999999", Workbench.day)] {
            let bench = try await EventBench()
            try bench.tap(1)
            let until = bench.clock.now.advanced(bySeconds: seconds)
            bench.server.edit { $0.script = [.status(429, retryAfter: field)] }
            let report = try await bench.cache.flush()
            #expect((report.failure?.retryAt, report.nextAttempt, report.isDeferred) == (until, until, false))
            try bench.reopen()
            bench.clock.step(by: seconds - 1)
            let waiting = try await bench.cache.flush()
            #expect(waiting.isDeferred && waiting.pending == 1 && waiting.failure?.retryAt == until)
            #expect(try await bench.cache.sync().events?.isDeferred == true)
            #expect(bench.server.requests.count == 1)
            #expect(try bench.outbox.failures == 0)
            bench.clock.step(by: 1)
            #expect(try await bench.cache.flush() == DeliveryReport(delivered: 1))
        }
        let bench = try await EventBench()
        try bench.tap(1)
        bench.server.edit { $0.script = [.status(503, retryAfter: "3600")] }
        _ = try await bench.cache.flush()
        #expect(try await bench.cache.flush(ignoresWaits: true) == DeliveryReport(delivered: 1))
        #expect(try bench.outbox.wait == nil)
    }

    @Test("a wait that a clock noted before it was put back does not last for years")
    func clockPutBack() async throws {
        let bench = try await EventBench()
        try bench.tap(1)
        bench.clock.step(by: 400 * Workbench.day)
        bench.server.edit { $0.script = [.status(429, retryAfter: "3600")] }
        _ = try await bench.cache.flush()
        bench.clock.step(by: -400 * Workbench.day)
        #expect(try await bench.cache.flush().delivered == 1)
    }

    @Test("a server that fails for two days is asked less and less often, once an hour at last, and recovers")
    func backOff() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(3)
        bench.server.edit { $0.rule = { _ in .status(500) } }
        for _ in 0..<288 {
            #expect(try await bench.cache.flush().pending == 3)
            bench.clock.step(by: 600)
        }
        let times = bench.server.edit { $0.times }
        let gaps = zip(times, times.dropFirst()).map { $1.seconds - $0.seconds }
        #expect(times.count < 70)
        #expect(gaps.prefix(3).allSatisfy { $0 == 600 })
        #expect(gaps.suffix(10).allSatisfy { (3_600...4_800).contains($0) })
        #expect(try #require(try bench.outbox.wait).reason.contains("500"))
        bench.server.edit { $0.rule = { _ in .status(200) } }
        bench.clock.step(by: 3_600)
        #expect(try await bench.cache.flush() == DeliveryReport(delivered: 3))
        #expect(bench.counted == keys)
        #expect(try bench.outbox.failures == 0)
    }

    @Test(
        "what is refused for its sender or address is not taken apart, and waits like a failure",
        arguments: [401, 403, 404])
    func otherRefusals(status: Int) async throws {
        let bench = try await EventBench()
        try bench.tap(150)
        bench.server.edit { $0.rule = { _ in .status(status) } }
        for _ in 0..<8 { #expect(try await bench.cache.flush().pending == 150) }
        #expect(bench.server.requests.map(\.count) == [100, 100, 100, 100, 100])
        #expect(try #require(try bench.outbox.wait).reason.contains("\(status)"))
    }

    @Test("days without a network are nobody's failure: every flush tries, and the first that can succeeds")
    func offline() async throws {
        let bench = try await EventBench()
        try bench.tap(1)
        bench.server.edit { $0.rule = { _ in .offline } }
        for _ in 0..<20 { #expect(try await bench.cache.flush().failure?.code == .connection) }
        #expect(bench.server.requests.count == 20)
        let state = try bench.outbox
        #expect(state.failures == 0 && state.wait == nil)
        bench.server.edit { $0.rule = { _ in .status(200) } }
        #expect(try await bench.cache.flush().delivered == 1)
    }
}
