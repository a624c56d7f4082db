import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedStore

@Suite("The change stream")
struct ChangeReaderTests {
    /// How many worlds of each length are lived; `FEEDCACHE_WORLDS` asks for more.
    private static let count =
        ProcessInfo.processInfo.environment["FEEDCACHE_WORLDS"].flatMap(UInt64.init).map { max(1, $0) } ?? 40

    @Test("a mirror holds what the cache holds at every complete state, in every world", arguments: [30, 60, 120])
    func worlds(steps: Int) throws {
        for seed in SeededGenerator.seeds(Self.count) {
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
