import FeedCache
import FeedModel
import TestSupport
import Testing

@Suite("Events that the server will not take")
struct RefusedEventTests {
    /// Answers 400 to every batch with one of these in it.
    private func refuse(_ bad: Set<String>, _ bench: EventBench, status: Int = 400) {
        bench.server.edit { state in
            state.rule = { events in .status(events.contains { bad.contains($0.key) } ? status : 202) }
        }
    }

    @Test("one that is to blame is found and set aside, the others are delivered", arguments: [400, 413, 422])
    func one(status: Int) async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(100)
        refuse([keys[37]], bench, status: status)
        #expect(try await bench.cache.flush() == DeliveryReport(delivered: 99, refused: 1))
        #expect(bench.counted == keys.filter { $0 != keys[37] })
        #expect(bench.server.requests.count < 20)
        guard case .refused(let reason) = try bench.states[37] else {
            Issue.record("\(try bench.states[37])")
            return
        }
        #expect(reason.contains("\(status)"))
        #expect(try await bench.cache.flush() == DeliveryReport())
    }

    @Test("a batch that is too large for the server goes in smaller ones")
    func tooLarge() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(100)
        bench.server.edit { $0.rule = { .status($0.count > 30 ? 413 : 200) } }
        #expect(try await bench.cache.flush() == DeliveryReport(delivered: 100))
        #expect(bench.counted == keys)
    }

    @Test("a server that refuses everything loses nobody an event, and is left alone for ever longer")
    func everything() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(300)
        bench.server.edit { $0.rule = { _ in .status(400) } }
        for _ in 0..<10 {
            let before = bench.server.requests.count
            let report = try await bench.cache.flush()
            #expect((report.delivered, report.refused, report.pending) == (0, 0, 300))
            #expect(report.failure?.retryAt != nil || report.failure?.status == 400)
            #expect(bench.server.requests.count - before <= 600)
        }
        #expect(try bench.outbox.wait != nil)
        #expect(bench.server.requests.count <= 5 * 600)
        bench.server.edit { $0.rule = { _ in .status(202) } }
        #expect(try await bench.cache.flush(ignoresWaits: true).delivered == 300)
        #expect(bench.counted == keys)
    }

    @Test("a server that refuses some events and then fails loses nobody an event")
    func failing() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(4)
        bench.server.edit { state in
            state.rule = { events in .status(events.map(\.key) == [keys[3]] ? 503 : 400) }
        }
        let report = try await bench.cache.flush()
        #expect((report.delivered, report.refused, report.pending, report.failure?.status) == (0, 0, 4, 503))
        bench.server.edit { $0.rule = { _ in .status(202) } }
        #expect(try await bench.cache.flush(ignoresWaits: true) == DeliveryReport(delivered: 4))
        #expect(bench.counted == keys)
    }

    @Test("a bad one that is the last waits for the word on one behind it")
    func last() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(3)
        refuse([keys[2]], bench)
        let report = try await bench.cache.flush()
        #expect((report.delivered, report.refused, report.pending, report.failure?.status) == (2, 0, 1, 400))
        let later = try bench.tap(1)
        #expect(try await bench.cache.flush() == DeliveryReport(delivered: 1, refused: 1))
        #expect(bench.counted == keys[..<2] + later)
    }

    /// Requests that suffice for so many events, some of them bad.
    private func mostRequests(_ events: Int, bad: Int) -> Int {
        // A batch is halved 7 times at most, and of each half that has a bad one the other half is sent, too.
        (events + 99) / 100 + 14 * bad
    }

    @Test("any number before the good ones holds up none of them", arguments: [16, 20, 250])
    func many(count: Int) async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(count + 30)
        refuse(Set(keys[..<count]), bench, status: 422)
        #expect(try await bench.cache.flush() == DeliveryReport(delivered: 30, refused: count))
        #expect(bench.counted == Array(keys[count...]))
        #expect(bench.server.requests.count <= mostRequests(keys.count, bad: count))
    }

    @Test("a delivery that breaks off keeps what it found out, and the next one goes on from there")
    func progress() async throws {
        let bench = try await EventBench()
        let keys = try bench.tap(60)
        refuse(Set(keys[..<40]), bench)
        var flushes = 0
        // The network is there for ten requests at a time.
        while try bench.outbox.pending > 0, flushes < 30 {
            let start = bench.server.requests.count
            bench.server.edit { $0.offlineAfter = start + 10 }
            _ = try await bench.cache.flush(ignoresWaits: true)
            try bench.reopen()
            flushes += 1
        }
        #expect(bench.counted == Array(keys[40...]))
        #expect(try bench.states.prefix(40).allSatisfy { if case .refused = $0 { true } else { false } })
        #expect(flushes < 30)
    }

    @Test("of any mixture the good ones arrive in one delivery, in order, and none but bad ones are set aside")
    func mixtures() async throws {
        for seed in SeededGenerator.seeds(12) {
            var random = SeededGenerator(seed: seed)
            let bench = try await EventBench()
            let keys = try bench.tap(Int.random(in: 1...230, using: &random))
            let odds = [2, 4, 12].randomElement(using: &random) ?? 2
            let bad = Set(keys.dropLast().filter { _ in Int.random(in: 0..<odds, using: &random) == 0 })
            refuse(bad, bench)
            let report = try await bench.cache.flush()
            #expect(report == DeliveryReport(delivered: keys.count - bad.count, refused: bad.count), "seed \(seed)")
            #expect(bench.counted == keys.filter { !bad.contains($0) }, "seed \(seed)")
            #expect(bench.server.requests.count <= mostRequests(keys.count, bad: bad.count), "seed \(seed)")
            let refused = zip(keys, try bench.states).filter { if case .refused = $1 { true } else { false } }
            #expect(Set(refused.map(\.0)) == bad, "seed \(seed)")
        }
    }
}
