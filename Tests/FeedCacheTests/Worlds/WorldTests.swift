import TestSupport
import Testing

@Suite("Random servers and clients")
struct WorldTests {
    /// How many worlds are lived; `FEEDCACHE_WORLDS` asks for more.
    private static let count = Soak.seeds("FEEDCACHE_WORLDS", sample: 40)

    @Test("whatever servers, networks and users do, the laws hold")
    func worlds() async {
        for seed in SeededGenerator.seeds(Self.count) {
            let world = World(seed: seed)
            guard let fault = await WorldRun.findFault(in: world) else { continue }
            let shorter = await WorldShrinker.shrink(world) { await WorldRun.findFault(in: $0) != nil }
            let end = await WorldRun.findFault(in: shorter) ?? fault
            Issue.record("FEEDCACHE_SEED=\(seed): \(fault)\nshortened to \(shorter)\nwhere: \(end)")
            return
        }
    }
}
