import Foundation
import TestSupport
import Testing

@testable import FeedModel

@Suite struct OddsRatioEvidenceTests {
    private func evidence(
        _ first: Int, _ second: Int, waiting: [OddsRatioEvidence.Waiting] = []
    ) -> OddsRatioEvidence {
        OddsRatioEvidence(firstWins: first, secondWins: second, waiting: waiting)
    }

    /// Somebody who wants a large capital: decides what is exposed next, and when to look, by all taps so far.
    private struct Adversary {
        let rates: (first: Double, second: Double)
        /// Whether exposures that wait are worth what they are, or nothing is said of them.
        var countsWaiting = true

        /// The greatest capital there can be on average.
        func best(_ pairs: PositionPairs, steps: Int) -> Double {
            let now = capital(pairs)
            guard steps > 0 else { return now }
            return ComparedGroup.allCases.reduce(now) { best, group in
                let rate = group == .first ? rates.first : rates.second
                var (tapped, untapped) = (pairs, pairs)
                tapped.expose(group, wasTapped: true)
                untapped.expose(group, wasTapped: false)
                let next =
                    rate * self.best(tapped, steps: steps - 1) + (1 - rate) * self.best(untapped, steps: steps - 1)
                return max(best, next)
            }
        }

        private func capital(_ pairs: PositionPairs) -> Double {
            let tapped = pairs.waiting.count { $0 }
            let waiting = OddsRatioEvidence.Waiting(
                group: pairs.waitingGroup, partnerBound: pairs.waitingGroup == .first ? rates.second : rates.first,
                tapped: tapped, untapped: pairs.waiting.count - tapped)
            let evidence = OddsRatioEvidence(
                firstWins: pairs.firstWins, secondWins: pairs.secondWins, waiting: countsWaiting ? [waiting] : [])
            let odds = rates.first / (1 - rates.first) * (1 - rates.second) / rates.second
            return exp(evidence.logE(against: log(odds)))
        }
    }

    @Test(
        "Against the true ratio nobody's capital grows on average, whoever chooses by the taps what comes next",
        arguments: [(0.3, 0.3), (0.7, 0.7), (0.5, 0.2)])
    func fairness(rates: (Double, Double)) {
        let best = Adversary(rates: (rates.0, rates.1)).best(PositionPairs(position: 0), steps: 7)
        #expect(best <= 1 + 1e-9, "\(best)")
        // The values of what waits are needed for that.
        let naive = Adversary(rates: (rates.0, rates.1), countsWaiting: false)
        #expect(naive.best(PositionPairs(position: 0), steps: 7) > 1.001)
    }

    @Test("It is fair on average where every exposure makes a pair")
    func expectation() {
        // Of ten pairs with one tap, each is won by the first group with a chance of 1/2.
        var (expected, ways) = (0.0, 1.0)
        for wins in 0...10 {
            expected += ways / 1_024 * exp(evidence(wins, 10 - wins).logE())
            ways *= Double(10 - wins) / Double(wins + 1)
        }
        #expect(abs(expected - 1) < 1e-9)
    }

    @Test("Exchanging the groups turns the interval round and leaves the evidence")
    func symmetry() {
        for seed in SeededGenerator.seeds(30) {
            var generator = SeededGenerator(seed: seed)
            let wins = (Int.random(in: 0...60, using: &generator), Int.random(in: 0...60, using: &generator))
            let bound = Double.random(in: 0...1, using: &generator)
            let waiting = (Int.random(in: 0...3, using: &generator), Int.random(in: 0...3, using: &generator))
            func line(_ group: ComparedGroup) -> [OddsRatioEvidence.Waiting] {
                [.init(group: group, partnerBound: bound, tapped: waiting.0, untapped: waiting.1)]
            }
            let one = evidence(wins.0, wins.1, waiting: line(.first))
            let other = evidence(wins.1, wins.0, waiting: line(.second))
            #expect(abs(one.logE() - other.logE()) < 1e-9, "seed \(seed)")
            let most = OddsRatioEvidence.mostLogE(firstWins: wins.0, secondWins: wins.1, waitingTaps: waiting.0)
            #expect(one.logE() <= most + 1e-9, "seed \(seed)")
            let (interval, turned) = (one.interval(alpha: 0.05), other.interval(alpha: 0.05))
            #expect(isNear(interval.low, -turned.high) && isNear(interval.high, -turned.low), "seed \(seed)")
            if let estimate = one.estimate {
                #expect(interval.low <= estimate && estimate <= interval.high, "seed \(seed)")
                let isClaimed = one.logE() >= OddsRatioEvidence.threshold(alpha: 0.05)
                #expect(isClaimed == (interval.low > 0 || interval.high < 0), "seed \(seed)")
            }
        }
    }

    private func isNear(_ left: Double, _ right: Double) -> Bool {
        left == right || abs(left - right) < 1e-6
    }

    @Test("The estimate is the ratio of the pairs that only one of the two was tapped in")
    func estimate() throws {
        #expect(evidence(0, 0).estimate == nil && evidence(0, 0).logE() == 0)
        #expect(evidence(0, 0).interval(alpha: 0.05) == (-.infinity, .infinity))
        #expect(abs(exp(try #require(evidence(30, 10).estimate)) - 3) < 1e-6)
        #expect(evidence(40, 0).estimate == .infinity)
        #expect(
            evidence(40, 0).interval(alpha: 0.05).low > 0 && evidence(40, 0).interval(alpha: 0.05).high == .infinity)
    }

    @Test("The more of the pairs one of them wins, the stronger the evidence")
    func monotone() {
        for wins in 30..<60 {
            #expect(evidence(wins, 60 - wins).logE() < evidence(wins + 1, 59 - wins).logE(), "\(wins)")
        }
    }

    @Test("The bounds of all positions fail with the chance that they may, together")
    func boundErrors() {
        let sum = (0..<100_000).reduce(0) { $0 + 2 * exp(-OddsRatioEvidence.boundEvidence(position: $1)) }
        #expect(sum <= OddsRatioEvidence.boundError && sum > 0.99 * OddsRatioEvidence.boundError)
    }
}
