import TestSupport
import Testing

@Suite("Lists that are odd all the time")
struct OddWorldTests {
    /// How many worlds of each kind are lived; `FEEDCACHE_WORLDS` asks for more.
    private static let count = max(1, Soak.seeds("FEEDCACHE_WORLDS", sample: 8 * 17) / 17)

    @Test(
        "nothing that the server has is removed, and two quiet syncs make the cache equal",
        arguments: OddWorld.Oddity.allCases)
    func live(oddity: OddWorld.Oddity) async {
        var worlds = 0
        var falseRemovals = 0
        var held = 0
        var delays: [Int] = []
        for seed in SeededGenerator.seeds(Self.count) {
            let finding = await OddWorld(seed: seed, oddity: oddity).live()
            worlds += 1
            falseRemovals += finding.falseRemovals
            held += finding.isHeld ? 1 : 0
            delays += finding.delays
            guard let fault = finding.fault else { continue }
            Issue.record("FEEDCACHE_SEED=\(seed): \(fault)")
            return
        }
        delays.sort()
        print(
            "soak: \(worlds) worlds (\(oddity.rawValue)): \(falseRemovals) false removals, \(delays.count) deleted, gone "
                + "after \(delays.isEmpty ? 0 : delays[delays.count / 2]) syncs (median), \(delays.last ?? 0) at most, "
                + "\(held) held for a day")
        #expect(falseRemovals <= worlds / 1_000)
    }
}
