import TestSupport
import Testing

@testable import FeedModel

@Suite("Ranks")
struct RanksTests {
    @Test("new ranks increase, and the longest run that kept its order keeps its ranks where there is room")
    func law() {
        for seed in SeededGenerator.seeds(500) {
            var generator = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...7, using: &generator)
            let spacing: Int64 = [1, 10, 1 << 16].randomElement(using: &generator) ?? 1
            let present: [Int64?] = (0..<count).map { Int64($0) * spacing }.shuffled(using: &generator).map {
                Int.random(in: 0..<4, using: &generator) == 0 ? nil : $0
            }
            let ranks = Ranks.assign(keeping: present)
            #expect(ranks.count == present.count)
            #expect(zip(ranks, ranks.dropFirst()).allSatisfy(<), "FEEDCACHE_SEED=\(seed)")
            if spacing == 1 << 16 {
                let kept = zip(ranks, present).filter { $0 == $1 }.count
                #expect(kept >= longestRun(of: present), "FEEDCACHE_SEED=\(seed)")
            }
        }
    }

    /// By trying every subset.
    private func longestRun(of present: [Int64?]) -> Int {
        (0..<(1 << present.count)).reduce(0) { longest, subset in
            let chosen = present.indices.filter { subset >> $0 & 1 == 1 }.map { present[$0] }
            let ranks = chosen.compactMap(\.self)
            let isRun = ranks.count == chosen.count && zip(ranks, ranks.dropFirst()).allSatisfy(<)
            return isRun ? max(longest, ranks.count) : longest
        }
    }

    @Test("a list that stays as it is keeps every rank")
    func unchanged() {
        #expect(Ranks.assign(keeping: [-5, 0, 1, 900]) == [-5, 0, 1, 900])
        #expect(Ranks.assign(keeping: []) == [])
    }

    @Test("thousands of insertions at one place find room", arguments: [0, 1, 128, 255])
    func insertions(place: Int) {
        var ranks = Ranks.assign(keeping: Array(repeating: nil, count: 256))
        for _ in 0..<2_000 {
            var present = ranks.map(Int64?.some)
            present.removeLast()
            present.insert(nil, at: min(place, present.count))
            ranks = Ranks.assign(keeping: present)
            guard zip(ranks, ranks.dropFirst()).allSatisfy(<) else {
                Issue.record("\(ranks) do not increase")
                return
            }
        }
    }

    @Test("ranks at the ends of the range do not overflow")
    func extremes() {
        for present: [Int64?] in [
            [nil, .min, nil, .max, nil], [.max, nil], [nil, .min], [nil, .min, .max], [.max, .min],
            [.max / 4, nil, nil],
        ] {
            let ranks = Ranks.assign(keeping: present)
            #expect(zip(ranks, ranks.dropFirst()).allSatisfy(<))
        }
    }
}
