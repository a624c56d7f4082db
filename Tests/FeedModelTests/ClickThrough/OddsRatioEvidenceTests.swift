import Foundation
import TestSupport
import Testing

@testable import FeedModel

@Suite struct OddsRatioEvidenceTests {
    private typealias Block = OddsRatioEvidence.Block

    private func e(_ blocks: [Block]) -> Double {
        var evidence = OddsRatioEvidence()
        for block in blocks { evidence.add(block) }
        return exp(evidence.logE)
    }

    @Test("Without a difference it is expected to be exactly 1, after any number of blocks of any sizes")
    func expectation() {
        for seed in SeededGenerator.seeds(20) {
            var generator = SeededGenerator(seed: seed)
            // Kinds of blocks as they come; who got the taps is summed over all possibilities.
            let kinds = (0..<6).map { _ in
                let exposures = Int.random(in: 2...6, using: &generator)
                return (Bool.random(using: &generator), exposures, Int.random(in: 0...exposures, using: &generator))
            }
            var expected = 0.0
            for outcome in 0..<(1 << kinds.count) {
                var chance = 1.0
                let blocks = kinds.enumerated().map { index, kind in
                    let isTapped = outcome >> index & 1 == 1
                    let share = Double(kind.2) / Double(kind.1)
                    chance *= isTapped ? share : 1 - share
                    return Block(
                        single: kind.0 ? .first : .second, exposures: kind.1, taps: kind.2, isSingleTapped: isTapped)
                }
                if chance > 0 { expected += chance * e(blocks) }
            }
            #expect(abs(expected - 1) < 1e-9, "seed \(seed): \(expected)")
        }
    }

    @Test("Blocks without a tap, or with nothing but taps, say nothing")
    func silentBlocks() {
        var evidence = OddsRatioEvidence()
        for single in ComparedGroup.allCases {
            evidence.add(Block(single: single, exposures: 5, taps: 0, isSingleTapped: false))
            evidence.add(Block(single: single, exposures: 5, taps: 5, isSingleTapped: true))
        }
        #expect(evidence.logE == 0 && evidence.estimate == nil)
        #expect(evidence.interval(alpha: 0.05) == (-.infinity, .infinity))
    }

    @Test("Exchanging the groups turns the interval round and leaves the evidence")
    func symmetry() {
        for seed in SeededGenerator.seeds(50) {
            var generator = SeededGenerator(seed: seed)
            var evidence = OddsRatioEvidence()
            var mirrored = OddsRatioEvidence()
            for _ in 0..<30 {
                let exposures = Int.random(in: 2...5, using: &generator)
                let taps = Int.random(in: 1..<exposures, using: &generator)
                let single = ComparedGroup.allCases.randomElement(using: &generator) ?? .first
                let isTapped = Bool.random(using: &generator)
                evidence.add(Block(single: single, exposures: exposures, taps: taps, isSingleTapped: isTapped))
                mirrored.add(Block(single: single.other, exposures: exposures, taps: taps, isSingleTapped: isTapped))
            }
            #expect(abs(evidence.logE - mirrored.logE) < 1e-9, "seed \(seed)")
            let interval = evidence.interval(alpha: 0.05)
            let turned = mirrored.interval(alpha: 0.05)
            #expect(isNear(interval.low, -turned.high) && isNear(interval.high, -turned.low), "seed \(seed)")
            if let estimate = evidence.estimate {
                #expect(interval.low <= estimate && estimate <= interval.high, "seed \(seed)")
            }
        }
    }

    private func isNear(_ left: Double, _ right: Double) -> Bool {
        left == right || abs(left - right) < 1e-6
    }

    @Test("In pairs the estimate is the ratio of those that only one of the two got tapped in")
    func pairs() throws {
        var evidence = OddsRatioEvidence()
        for _ in 0..<30 { evidence.add(Block(single: .second, exposures: 2, taps: 1, isSingleTapped: false)) }
        for _ in 0..<10 { evidence.add(Block(single: .first, exposures: 2, taps: 1, isSingleTapped: false)) }
        #expect(abs(exp(try #require(evidence.estimate)) - 3) < 1e-6)
        var oneSided = OddsRatioEvidence()
        for _ in 0..<40 { oneSided.add(Block(single: .first, exposures: 2, taps: 1, isSingleTapped: true)) }
        #expect(oneSided.estimate == .infinity)
        #expect(oneSided.interval(alpha: 0.05).low > 0 && oneSided.interval(alpha: 0.05).high == .infinity)
    }

    @Test("The more of the taps one of them has, the stronger the evidence")
    func monotone() {
        func logE(_ wins: Int) -> Double {
            var evidence = OddsRatioEvidence()
            for index in 0..<60 {
                evidence.add(
                    Block(single: index < wins ? .second : .first, exposures: 2, taps: 1, isSingleTapped: false))
            }
            return evidence.logE
        }
        for wins in 30..<60 { #expect(logE(wins) < logE(wins + 1), "\(wins)") }
    }
}
