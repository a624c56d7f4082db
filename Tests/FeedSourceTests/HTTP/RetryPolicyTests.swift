import FeedModel
import TestSupport
import Testing

@testable import FeedSource

@Suite("A retry policy")
struct RetryPolicyTests {
    private let policy = RetryPolicy(attempts: 9, baseDelay: .milliseconds(100), maxDelay: .seconds(1))

    @Test("doubles the longest delay up to the maximum")
    func growth() {
        let delays = (1...6).map { policy.delay(afterFailures: $0, random: 1) }
        #expect(delays == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
    }

    @Test("takes a random part of it, from nothing to all")
    func jitter() {
        #expect(policy.delay(afterFailures: 2, random: 0) == .zero)
        #expect(policy.delay(afterFailures: 2, random: 0.5) == .milliseconds(100))
    }

    @Test("stays within its bounds for any numbers", arguments: SeededGenerator.seeds(200))
    func bounds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let policy = RetryPolicy(
            attempts: 3, baseDelay: .milliseconds(Int.random(in: 0...86_400_000, using: &random)),
            maxDelay: .milliseconds(Int.random(in: 0...86_400_000, using: &random)))
        let failures = [0, 1, 2, 63, 64, 65, .max].randomElement(using: &random) ?? 1
        let delay = policy.delay(afterFailures: failures, random: Double.random(in: -1...2, using: &random))
        #expect(delay >= .zero && delay <= policy.maxDelay, "seed \(seed)")
    }
}

@Suite struct RetryAfterTests {
    /// 2026-05-01T00:00:00Z.
    private let now = Instant(seconds: 1_777_593_600)

    private func delay(_ field: String) -> Int64? {
        RetryAfter.parse(field, now: now).map { $0.seconds - now.seconds }
    }

    @Test("Seconds count from now, up to a day")
    func seconds() {
        #expect(delay(" 120\t") == 120)
        #expect(delay("0005") == 5)
        #expect(delay("86400") == 86_400)
        #expect(delay("86401") == 86_400)
        #expect(delay("99999999999999999999999999999999999") == 86_400)
    }

    @Test(
        "No time at all, and the past, are no wait",
        arguments: ["0", "000", "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 01 May 2026 00:00:00 GMT"])
    func noWait(field: String) {
        #expect(RetryAfter.parse(field, now: now) == nil)
    }

    @Test("Only an answer that says that the server is busy or failed may ask to wait")
    func statuses() {
        let honoured = (200...599).filter { RetryAfter.isHonoured(status: $0) }
        #expect(honoured == [202, 408, 429] + Array(500...599))
    }

    @Test("Dates count as what they are, up to a day ahead")
    func dates() {
        #expect(delay("Fri, 01 May 2026 00:10:00 GMT") == 600)
        #expect(delay("Friday, 01-May-26 00:10:00 GMT") == 600)
        #expect(delay("Fri May  1 00:10:00 2026") == 600)
        #expect(delay("Sun, 03 May 2026 00:00:00 GMT") == 86_400)
    }

    @Test(
        "All else says nothing",
        arguments: [
            "", " ", "-1", "+1", "1.5", "1e3", "120, 120", "soon", "2026-05-01T00:10:00Z",
            "Fri, 31 Apr 2026 00:10:00 GMT", "1 0",
        ])
    func refused(field: String) {
        #expect(RetryAfter.parse(field, now: now) == nil)
    }

    @Test("At the end of time it stays in time")
    func clamped() {
        #expect(RetryAfter.parse("5", now: .latest) == .latest)
        #expect(
            RetryAfter.parse("Sunday, 06-Nov-44 08:49:37 GMT", now: .earliest)?.seconds == Instant.earliest.seconds
                + 86_400)
        #expect(RetryAfter.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: .earliest) == nil)
    }

    @Test("Mutated fields never trap, and the answer lies between now and a day ahead")
    func mutated() throws {
        let corpus = try FuzzCorpus.inputs(for: "retry-after")
        for seed in SeededGenerator.seeds(2000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = corpus.randomElement(using: &generator) ?? []
            bytes.mutate(using: &generator)
            let field = String(decoding: bytes, as: UTF8.self)
            guard let time = RetryAfter.parse(field, now: now) else { continue }
            #expect(time >= now && time <= now.advanced(bySeconds: 86_400), "seed \(seed): \(field)")
        }
    }
}
