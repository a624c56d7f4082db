import TestSupport
import Testing

@testable import FeedModel

@Suite struct AATrialTests {
    @Test("The always-valid test stays at or under 5 %, where naive looking errs in about a third")
    func rates() {
        var generator = SeededGenerator(seed: 1)
        let outcome = AATrial(experiments: 60, looks: 50).run(using: &generator)
        #expect(outcome.experiments == 60)
        #expect(Double(outcome.alwaysValid) / 60 <= 0.05, "\(outcome)")
        #expect((0.15...0.5).contains(Double(outcome.naive) / 60), "\(outcome)")
    }

    @Test("The same seed gives the same outcome, and no experiments give none")
    func determinism() {
        func outcome(_ seed: UInt64) -> AATrial.Outcome {
            var generator = SeededGenerator(seed: seed)
            return AATrial(experiments: 10, looks: 50).run(using: &generator)
        }
        #expect(outcome(7) == outcome(7))
        var generator = SeededGenerator(seed: 1)
        let none = AATrial(experiments: -1, looks: 0).run(using: &generator)
        #expect(none == AATrial.Outcome(experiments: 0, alwaysValid: 0, naive: 0))
    }

    @Test("The naive test is that of two proportions")
    func naive() {
        func isDifferent(_ first: Int, _ second: Int) -> Bool {
            AATrial.isNaivelyDifferent(
                ClickThrough(impressions: 100, taps: first), ClickThrough(impressions: 100, taps: second))
        }
        // z = 1.81 and 1.98.
        #expect(!isDifferent(10, 19) && isDifferent(10, 20))
        #expect(!isDifferent(0, 0) && !isDifferent(100, 100) && isDifferent(0, 100))
    }
}
