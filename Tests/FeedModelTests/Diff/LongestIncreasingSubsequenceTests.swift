import TestSupport
import Testing

@testable import FeedModel

@Suite struct LongestIncreasingSubsequenceTests {
    @Test("Nothing is kept of nothing, and everything of a list in order")
    func trivial() {
        #expect(LongestIncreasingSubsequence.indices(of: [Int]()) == [])
        #expect(LongestIncreasingSubsequence.indices(of: [nil, nil] as [Int?]) == [])
        #expect(LongestIncreasingSubsequence.indices(of: [-3, 0, 4, .max]) == [0, 1, 2, 3])
    }

    @Test("Of equal values one is kept, of falling ones the last")
    func ties() {
        #expect(LongestIncreasingSubsequence.indices(of: [5, 5, 5]) == [2])
        #expect(LongestIncreasingSubsequence.indices(of: [3, 2, 1]) == [2])
        #expect(LongestIncreasingSubsequence.indices(of: [0, 2, 1, 3]) == [0, 2, 3])
    }

    @Test("What moved past many others is the one that is not kept")
    func oneMoved() {
        #expect(LongestIncreasingSubsequence.indices(of: [1, 2, 3, 4, 0]) == [0, 1, 2, 3])
        #expect(LongestIncreasingSubsequence.indices(of: [4, 0, 1, 2, 3]) == [1, 2, 3, 4])
    }

    @Test("Offsets count from zero in a slice too")
    func slices() {
        #expect(LongestIncreasingSubsequence.indices(of: [9, 9, 1, 2][2...]) == [0, 1])
    }

    @Test("What is kept rises, and no subsequence that rises is longer")
    func longest() {
        for seed in SeededGenerator.seeds(400) {
            var generator = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...11, using: &generator)
            let values: [Int?] = (0..<count).map { _ in
                Int.random(in: 0..<6, using: &generator) == 0 ? nil : Int.random(in: 0...12, using: &generator)
            }
            let kept = LongestIncreasingSubsequence.indices(of: values)
            let keptValues = kept.compactMap { values[$0] }
            #expect(keptValues.count == kept.count, "seed \(seed)")
            #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
            #expect(zip(keptValues, keptValues.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
            #expect(kept.count == Self.longestByTrial(values.compactMap { $0 }), "seed \(seed)")
        }
    }

    /// Tries every subset.
    private static func longestByTrial(_ values: [Int]) -> Int {
        (0..<(1 << values.count)).lazy.map { subset in
            let chosen = values.indices.filter { subset >> $0 & 1 == 1 }.map { values[$0] }
            return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 } ? chosen.count : 0
        }.max() ?? 0
    }
}

extension LongestIncreasingSubsequence {
    fileprivate static func indices(of values: some Collection<Int>) -> [Int] {
        indices(of: values.lazy.map(Optional.some))
    }
}
