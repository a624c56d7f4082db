import TestSupport
import Testing

@Suite("Lists that change while they are read")
struct MovingWorldTests {
    /// How many worlds of each kind are lived; `FEEDCACHE_WORLDS` asks for more.
    private static let count = Soak.seeds("FEEDCACHE_WORLDS", sample: 60)

    private func live(_ motion: MovingWorld.Motion) async -> (worlds: Int, losses: Int) {
        var worlds = 0
        var losses = 0
        for seed in SeededGenerator.seeds(Self.count) {
            let finding = await MovingWorld(seed: seed, motion: motion).live()
            worlds += 1
            if finding.hasLostForAWhile { losses += 1 }
            guard let fault = finding.fault else { continue }
            Issue.record("FEEDCACHE_SEED=\(seed): \(fault)")
            return (worlds, losses)
        }
        return (worlds, losses)
    }

    @Test("no change within one walk removes what the server has, and two quiet syncs make the cache equal")
    func oneWalk() async {
        let (worlds, losses) = await live(.oneWalk)
        print("soak: \(worlds) worlds that changed within one walk: \(losses) lost an item that the server has")
        #expect(losses == 0)
    }

    @Test("where changes go on through walk after walk, two quiet syncs make the cache equal")
    func everyWalk() async {
        let (worlds, losses) = await live(.everyWalk)
        print("soak: \(worlds) worlds that changed in every walk: \(losses) lost an item for a while")
        #expect(losses <= worlds / 10_000)
    }
}
