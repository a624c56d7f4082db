import Testing

@testable import FeedModel

@Suite struct PositionPairsTests {
    /// Exposures in order: `a` and `b` untapped, `A` and `B` tapped.
    private func pairs(_ exposures: String) -> PositionPairs {
        var pairs = PositionPairs(position: 0)
        for exposure in exposures {
            pairs.expose(
                exposure.lowercased() == "a" ? .first : .second, wasTapped: exposure.isUppercase)
        }
        return pairs
    }

    @Test("The one that waited longest makes a pair with the next of the other group, and who alone was tapped wins")
    func winners() {
        // The first A meets no one, since B was never there before it.
        #expect(pairs("AbA").firstWins == 1)
        #expect(pairs("AbAbA").firstWins == 2)
        #expect(pairs("abBa").secondWins == 0)
        #expect(pairs("aBa").secondWins == 1 && pairs("aBa").firstWins == 0)
        #expect(pairs("aBAba").firstWins == 0 && pairs("aBAba").secondWins == 0)
    }

    @Test("None waits before the other group was there, nor where the line is full")
    func line() {
        #expect(pairs("aAaA").waiting.isEmpty)
        #expect(pairs("aB").waiting == [true] && pairs("aB").waitingGroup == .second)
        #expect(pairs("aBb").waiting == [true])
        let long = pairs(String(repeating: "ab", count: 50) + "aaaaaaaaaaaa")
        #expect(long.waitingGroup == .first && long.waiting.count == 3)
        #expect(long.first.exposures == 62 && long.second.exposures == 50)
    }
}
