import Foundation
import TestSupport
import Testing

@testable import FeedModel

@Suite struct TapComparisonTests {
    /// A world of exposures: who is shown where, and how often it is tapped there.
    private struct World {
        /// The chance of a tap of each group at each position.
        var rates: [(first: Double, second: Double)]
        /// The share of the first group at each position.
        var shares: [Double]

        func compare(
            _ count: Int, seed: UInt64, stopAtClaim: Bool = false
        ) -> (comparison: TapComparison, firstClaim: TapComparison.Verdict?) {
            var generator = SeededGenerator(seed: seed)
            var comparison = TapComparison()
            for _ in 0..<count {
                let position = Int.random(in: rates.indices, using: &generator)
                let group: ComparedGroup = generator.chance(shares[position]) ? .first : .second
                let rate = group == .first ? rates[position].first : rates[position].second
                comparison.expose(group, position: position, wasTapped: generator.chance(rate))
                if stopAtClaim, comparison.claimsDifference { return (comparison, comparison.verdict) }
            }
            return (comparison, nil)
        }
    }

    @Test("Without a difference, looking after every exposure claims one in at most 5 % of all worlds")
    func falsePositives() {
        let worlds = [
            World(rates: [(0.3, 0.3), (0.1, 0.1), (0.02, 0.02)], shares: [0.5, 0.5, 0.5]),
            // The first group is higher up: its taps are more, and it is no better.
            World(rates: [(0.4, 0.4), (0.05, 0.05)], shares: [0.9, 0.2]),
            World(rates: [(0.9, 0.9)], shares: [0.3]),
        ]
        let seeds = SeededGenerator.seeds(100)
        for (number, world) in worlds.enumerated() {
            let wrong = seeds.filter { world.compare(400, seed: $0, stopAtClaim: true).firstClaim != nil }
            #expect(Double(wrong.count) <= max(1, 0.05 * Double(seeds.count)), "world \(number), seeds \(wrong)")
        }
    }

    /// Readers look down five rows, two of which hold what is compared, and leave with their first tap.
    private func cascade(_ readers: Int, rate: Double, seed: UInt64, stopAtClaim: Bool) -> Bool {
        var generator = SeededGenerator(seed: seed)
        var comparison = TapComparison()
        for _ in 0..<readers {
            // The first group is further up two times in three.
            let rows = (0..<5).shuffled(using: &generator).prefix(2).sorted()
            let isFirstUp = generator.chance(2 / 3)
            for row in 0..<5 {
                let wasTapped = generator.chance(rate)
                if let place = rows.firstIndex(of: row) {
                    comparison.expose((place == 0) == isFirstUp ? .first : .second, position: row, wasTapped: wasTapped)
                    if stopAtClaim, comparison.claimsDifference { return true }
                }
                if wasTapped { break }
            }
        }
        return comparison.claimsDifference
    }

    @Test(
        "Readers who leave with a tap make no difference, at the end and after every exposure", arguments: [0.1, 0.4])
    func cascade(rate: Double) {
        let seeds = SeededGenerator.seeds(60)
        let wrong = seeds.filter { cascade(500, rate: rate, seed: $0, stopAtClaim: true) }
        #expect(wrong.count <= 3, "seeds \(wrong)")
    }

    @Test("A real difference is found, and its direction is right")
    func power() {
        let world = World(rates: [(0.3, 0.15), (0.16, 0.08)], shares: [0.5, 0.5])
        let seeds = SeededGenerator.seeds(40)
        let found = seeds.filter { world.compare(3_000, seed: $0, stopAtClaim: true).firstClaim == .higher(.first) }
        #expect(found.count == seeds.count, "not found with \(Set(seeds).subtracting(found))")
    }

    @Test("The interval holds the true ratio, at all looks at once")
    func coverage() {
        // Odds 0.25 / 0.75 against 0.1 / 0.9: three to one.
        let world = World(rates: [(0.25, 0.1)], shares: [0.5])
        let seeds = SeededGenerator.seeds(40)
        let missed = seeds.filter { seed in
            stride(from: 50, through: 800, by: 150).contains { count in
                let interval = world.compare(count, seed: seed).comparison.oddsRatioInterval
                return !(interval.low...interval.high).contains(3)
            }
        }
        #expect(missed.count <= 2, "seeds \(missed)")
    }

    @Test("What is tapped more only because it is higher up is not called better")
    func confounding() throws {
        let world = World(rates: [(0.4, 0.4), (0.05, 0.05)], shares: [0.9, 0.1])
        let comparison = world.compare(6_000, seed: 1).comparison
        let first = try #require(comparison.total(.first).rate)
        let second = try #require(comparison.total(.second).rate)
        #expect(first > 3 * second)
        // Two proportions by their unpooled standard error, which knows nothing of positions.
        let variances = zip([first, second], [ComparedGroup.first, .second]).map { rate, group in
            rate * (1 - rate) / Double(comparison.total(group).impressions)
        }
        #expect(first - second > WilsonInterval.z * (variances[0] + variances[1]).squareRoot())
        #expect(comparison.verdict == .noDifference)
        let rates = try #require(comparison.rates)
        #expect(abs(rates.first / rates.second - 1) < 0.15)
    }

    @Test("Two that were never at the same position cannot be compared")
    func notComparable() {
        var comparison = TapComparison()
        #expect(comparison.verdict == .notComparable && comparison.rates == nil && comparison.pValue == 1)
        for index in 0..<500 {
            comparison.expose(.first, position: 0, wasTapped: index % 2 == 0)
            comparison.expose(.second, position: 1, wasTapped: false)
        }
        #expect(comparison.verdict == .notComparable && comparison.rates == nil && comparison.oddsRatio == nil)
        #expect(comparison.sharedPositions.isEmpty && comparison.eValue == 1)
    }

    @Test("Extremes stay numbers: no taps, nothing but taps, one group only, one against ten thousand")
    func extremes() {
        func numbers(_ comparison: TapComparison) -> [Double] {
            let interval = comparison.oddsRatioInterval
            return [
                comparison.eValue, comparison.pValue, interval.low, interval.high, comparison.oddsRatio ?? 1,
                comparison.rates?.first ?? 0, comparison.rates?.second ?? 0,
            ]
        }
        for (first, second) in [(false, false), (true, true), (true, false), (false, true)] {
            var comparison = TapComparison()
            for _ in 0..<10_000 { comparison.expose(.first, position: .max, wasTapped: first) }
            #expect(numbers(comparison).allSatisfy { !$0.isNaN && $0 >= 0 })
            comparison.expose(.second, position: .max, wasTapped: second)
            #expect(numbers(comparison).allSatisfy { !$0.isNaN && $0 >= 0 })
            for _ in 0..<3_000 {
                comparison.expose(.first, position: 0, wasTapped: first)
                comparison.expose(.second, position: 0, wasTapped: second)
            }
            #expect(numbers(comparison).allSatisfy { !$0.isNaN && $0 >= 0 })
            #expect((0...1).contains(comparison.pValue))
            #expect(comparison.verdict == (first == second ? .noDifference : .higher(first ? .first : .second)))
        }
    }
}
