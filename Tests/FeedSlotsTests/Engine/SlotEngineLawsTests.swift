import FeedModel
import TestSupport
import Testing

@testable import FeedSlots

/// The laws of the engine over random feeds; see `FeedRun` for what is watched.
@Suite struct SlotEngineLawsTests {
    @Test("Random feeds keep every law after every move", arguments: 0..<4)
    func laws(part: UInt64) throws {
        for seed in SeededGenerator.seeds(20_000) where seed % 4 == part {
            let feed = try RandomFeed(seed: seed)
            guard FeedRun.brokenLaw(feed) != nil else { continue }
            let smallest = feed.shrunk { FeedRun.brokenLaw($0) != nil }
            let law = FeedRun.brokenLaw(smallest) ?? ""
            Issue.record("seed \(seed): \(law); policy \(smallest.policy); moves \(smallest.moves)")
            return
        }
    }

    @Test("Shrinking leaves the moves a broken law needs, and no other")
    func shrinking() throws {
        let feed = try RandomFeed(seed: 7)
        let longer = RandomFeed(policy: feed.policy, moves: feed.moves + [.reset, .hide, .fill, .reset, .hide])
        let smallest = longer.shrunk { feed in
            feed.moves.firstIndex(of: .reset).map { feed.moves[$0...].contains(.hide) } ?? false
        }
        #expect(smallest.moves == [.reset, .hide])
    }

    @Test("An ad that goes in above others with the same anchor is above them after a restart, too")
    func sharedAnchor() throws {
        let feed = try RandomFeed(
            policy: SlotPolicy(fixed: [3, 4], minGap: 0),
            moves: [.append(8), .fill, .moveItem(from: 29, to: 16), .fill])
        #expect(FeedRun.brokenLaw(feed) == nil)
    }
}
