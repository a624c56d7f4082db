import TestSupport
import Testing

@testable import FeedModel

@Suite struct SampleRatioTests {
    @Test("A fair split raises no alarm in 99 % of all worlds, though one looks after every exposure")
    func falseAlarms() {
        let seeds = SeededGenerator.seeds(200)
        for share in [0.5, 0.9] {
            let wrong = seeds.filter { seed in
                var generator = SeededGenerator(seed: seed)
                var counts = (first: 0, second: 0)
                return (0..<500).contains { _ in
                    if generator.chance(share) { counts.first += 1 } else { counts.second += 1 }
                    return SampleRatio(first: counts.first, second: counts.second, expectedShare: share).isAlarming
                }
            }
            #expect(wrong.count <= 4, "share \(share), seeds \(wrong)")
        }
    }

    @Test("A split that is off raises it, the sooner the further off")
    func alarms() {
        #expect(SampleRatio(first: 900, second: 400).isAlarming)
        #expect(!SampleRatio(first: 900, second: 450, expectedShare: 2.0 / 3).isAlarming)
        #expect(SampleRatio(first: 0, second: 40).isAlarming)
        func needed(_ share: Double) -> Int {
            (1...100_000).first { count in
                let first = Int(share * Double(count))
                return SampleRatio(first: first, second: count - first).isAlarming
            } ?? .max
        }
        #expect(needed(0.9) < needed(0.7) && needed(0.7) < needed(0.55) && needed(0.55) < .max)
    }

    @Test("Extremes stay numbers")
    func extremes() {
        let counts = [0, 1, 1_000_000_000, Int.max]
        for first in counts {
            for second in counts {
                for share in [0.5, 0, 1, .nan, -3, 1e-9] {
                    let ratio = SampleRatio(first: first, second: second, expectedShare: share)
                    #expect((0...1).contains(ratio.pValue), "\(first) to \(second), \(share)")
                }
            }
        }
        #expect(SampleRatio(first: 0, second: 0).pValue == 1)
        #expect(!SampleRatio(first: .max, second: .max).isAlarming)
    }
}
