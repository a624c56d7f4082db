import FeedModel
import TestSupport
import Testing

@testable import FeedStore

@Suite("The change stream")
struct ChangeReaderTests {
    @Test("a mirror holds what the cache holds at every complete state, in every world", arguments: [30, 90, 250])
    func worlds(steps: Int) throws {
        for seed in SeededGenerator.seeds(UInt64(3_000 / steps)) {
            let world = try ChangeWorld(seed: seed)
            do {
                try world.live(steps: steps)
            } catch {
                Issue.record("FEEDCACHE_SEED=\(seed), \(steps) steps: \(error)")
                return
            }
            #expect(world.completeStates > 0)
        }
    }
}
