import FeedModel
import FeedSlots
import TestSupport
import Testing

@testable import FeedLab

@Suite struct ComparisonTrialTests {
    private func play(
        _ model: ReaderModel, sample: Int, rates: (first: Double, second: Double), seed: UInt64
    ) -> ComparisonTrial.Outcome {
        var generator = SeededGenerator(seed: seed)
        // 4,000 impressions: 2,000 readers of the cascade, more or less.
        let trial = ComparisonTrial(model, experiments: Soak.rounds(1_000, sample: sample), looks: 100, rates: rates)
        let outcome = trial.run(using: &generator)
        if Soak.isOn {
            print(
                "comparison, \(model), \(rates.first) v \(rates.second):",
                "every look \(outcome.alwaysValid), at the end \(outcome.atEnd), naive \(outcome.naive)",
                "of \(outcome.experiments)")
        }
        return outcome
    }

    @Test(
        "Without a difference one is claimed 1 time in 20 at most, looked at after every exposure",
        arguments: ReaderModel.allCases)
    func falseClaims(model: ReaderModel) {
        let outcome = play(model, sample: 25, rates: (0.1, 0.1), seed: 1)
        // Of 25, one time in a thousand 6 or more are wrong by chance.
        let most = Soak.isOn ? 0.05 * Double(outcome.experiments) : 5
        #expect(Double(outcome.alwaysValid) <= most, "\(outcome)")
        #expect(outcome.atEnd <= outcome.alwaysValid)
    }

    @Test("A real difference is found under every model", arguments: ReaderModel.allCases, [0.14, 0.2])
    func power(model: ReaderModel, rate: Double) {
        let outcome = play(model, sample: 12, rates: (0.1, rate), seed: 2)
        let least = rate > 0.15 ? 0.95 : 0.4
        #expect(Double(outcome.alwaysValid) >= least * Double(outcome.experiments), "\(outcome)")
    }

    @Test("A test for one look that is looked at 50 times errs in about a third")
    func naive() {
        var generator = SeededGenerator(seed: 1)
        let outcome = ComparisonTrial(.independent, experiments: 60, looks: 50).run(using: &generator)
        #expect(outcome.experiments == 60)
        #expect((0.15...0.5).contains(Double(outcome.naive) / 60), "\(outcome)")
    }

    @Test("The same seed gives the same outcome, and no experiments give none")
    func determinism() {
        func outcome(_ seed: UInt64) -> ComparisonTrial.Outcome {
            var generator = SeededGenerator(seed: seed)
            return ComparisonTrial(.position, experiments: 10, looks: 20).run(using: &generator)
        }
        #expect(outcome(7) == outcome(7))
        var generator = SeededGenerator(seed: 1)
        #expect(ComparisonTrial(.cascade, experiments: -1, looks: 0).run(using: &generator) == .none)
    }

    @Test("The naive test is that of two proportions")
    func proportions() {
        func isDifferent(_ first: Int, _ second: Int) -> Bool {
            ComparisonTrial.isNaivelyDifferent(
                ClickThrough(impressions: 100, taps: first), ClickThrough(impressions: 100, taps: second))
        }
        // z = 1.81 and 1.98.
        #expect(!isDifferent(10, 19) && isDifferent(10, 20))
        #expect(!isDifferent(0, 0) && !isDifferent(100, 100) && isDifferent(0, 100))
    }
}
