import FeedModel
import TestSupport
import Testing

@testable import FeedStore

@Suite("The list, against a model in plain arrays")
struct ListModelTests {
    @Test(
        "order, removal, windows, positions and earlier screens are the model's in every history",
        arguments: [3, 8, 20, 60])
    func histories(steps: Int) throws {
        let fixture = try StoreFixture()
        for seed in SeededGenerator.seeds(UInt64(240 / steps)) {
            let history = try ListHistory(database: fixture.database, name: "history \(seed)", seed: seed)
            do {
                try history.live(steps: steps)
            } catch {
                Issue.record("FEEDCACHE_SEED=\(seed), \(steps) steps: \(error)")
                return
            }
            try history.forget()
        }
    }
}
