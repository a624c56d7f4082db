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
