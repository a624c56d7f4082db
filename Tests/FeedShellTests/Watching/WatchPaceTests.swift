import FeedCache
import FeedModel
import TestSupport
import Testing

@testable import FeedShell

@Suite("The pace of watch")
struct WatchPaceTests {
    private let now = Instant(seconds: 1_700_000_000)

    private func report(_ outcome: CollectionOutcome, retryAt: Instant? = nil) -> SyncReport {
        let failure = SyncFailure(code: .httpStatus, status: 503, message: "m", retryAt: retryAt)
        return SyncReport(
            run: 1,
            collections: [CollectionReport(name: "c", outcome: outcome, failure: outcome.isSuccess ? nil : failure)])
    }

    @Test("is the interval, a tenth more or less")
    func jitter() {
        var pace = WatchPace(interval: .seconds(100))
        #expect(pace.wait(after: report(.complete), now: now, chance: 0) == .seconds(90))
        #expect(pace.wait(after: report(.unchanged), now: now, chance: 0.5) == .seconds(100))
        for seed in SeededGenerator.seeds(100) {
            var generator = SeededGenerator(seed: seed)
            let chance = Double.random(in: 0..<1, using: &generator)
            let wait = pace.wait(after: report(.interrupted), now: now, chance: chance)
            #expect(wait >= .seconds(90) && wait < .seconds(110), "seed \(seed)")
        }
    }

    @Test(
        "grows while rounds fail, to sixteen times the interval or five minutes, and is itself again after one that did not",
        arguments: [
            (1, [2, 4, 8, 16, 16]), (60, [120, 240, 300, 300]), (100, [200, 300, 300]), (3_600, [3_600, 3_600]),
        ])
    func backoff(interval: Int, waits: [Int]) {
        var pace = WatchPace(interval: .seconds(interval))
        for wait in waits {
            #expect(pace.wait(after: report(.failed), now: now, chance: 0.5) == .seconds(wait))
        }
        #expect(pace.wait(after: report(.complete), now: now, chance: 0.5) == .seconds(interval))
    }

    @Test("is as long as the server said where it asked all to wait, and at most a day")
    func deferred() {
        var pace = WatchPace(interval: .seconds(60))
        func wait(_ seconds: Int64) -> Duration {
            pace.wait(
                after: report(.deferred, retryAt: now.advanced(bySeconds: seconds)), now: now, chance: 0.5)
        }
        #expect(wait(1_000) == .seconds(1_000))
        #expect(wait(10) == .seconds(60))
        #expect(wait(-1_000) == .seconds(60))
        #expect(wait(1_000_000) == .seconds(86_400))
    }
}
