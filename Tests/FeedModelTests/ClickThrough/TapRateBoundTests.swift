import Foundation
import TestSupport
import Testing

@testable import FeedModel

@Suite struct TapRateBoundTests {
    @Test("It fails no more often than it may, however often one looks")
    func law() {
        let seeds = SeededGenerator.seeds(300)
        for rate in [0.02, 0.3, 1] {
            let failed = seeds.filter { seed in
                var generator = SeededGenerator(seed: seed)
                var bound = TapRateBound(evidence: log(10))
                return (0..<500).contains { _ in
                    bound.add(wasTapped: generator.chance(rate))
                    return bound.upper < rate
                }
            }
            #expect(Double(failed.count) <= 0.1 * Double(seeds.count), "rate \(rate)")
        }
    }

    @Test("It comes near the rate as exposures grow, and never goes up")
    func convergence() {
        var bound = TapRateBound(evidence: log(4000))
        var last = bound.upper
        #expect(last == 1)
        for index in 1...4096 {
            bound.add(wasTapped: index % 10 == 0)
            #expect(bound.upper <= last)
            last = bound.upper
        }
        #expect((0.1...0.13).contains(last), "\(last)")
    }
}
