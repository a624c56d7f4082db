import FeedModel
import Testing

@Suite("What a delta may start from")
struct DeltaStartRuleTests {
    // 2026-11-21T20:00:00Z
    private let now = Instant(seconds: 1_795_291_200)

    @Test("a date later than the server's clock by more than a day is never a start")
    func dates() {
        #expect(DeltaStartRule.admits(.date(now.advanced(bySeconds: 86_400)), at: now))
        #expect(!DeltaStartRule.admits(.date(now.advanced(bySeconds: 86_401)), at: now))
        #expect(DeltaStartRule.admits(.date(.earliest), at: now))
    }

    @Test("integers are taken for seconds or a fraction of them where they would be such a date")
    func integers() {
        for unit in [1, 1_000, 1_000_000, 1_000_000_000] as [Int128] {
            let time = Int128(now.seconds) * unit
            #expect(DeltaStartRule.admits(.integer(time), at: now))
            #expect(!DeltaStartRule.admits(.integer(time + 90_000 * unit), at: now))
        }
        for counter in [0, -5, 7, 1_000_000, .max, .min] as [Int128] {
            #expect(DeltaStartRule.admits(.integer(counter), at: now))
        }
    }

    @Test("no version is no start")
    func none() {
        #expect(!DeltaStartRule.admits(.none, at: now))
    }
}
