import TestSupport
import Testing

/// The laws, after each step:
///
/// - a: no byte of another account is readable.
/// - b: the screen is the cache, once nothing is under way.
/// - c: what was tapped and seen is what was shown.
/// - d: no call fails because of another one of the app's own.
@MainActor
@Suite("Random lives of an app")
struct LivesTests {
    /// How many lives are lived; `FEEDCACHE_LIVES` asks for more.
    private static let count = Soak.seeds("FEEDCACHE_LIVES", sample: 10)

    @Test("whoever signs in, whatever is tapped and whenever the app is suspended, the laws hold")
    func lives() async {
        for seed in SeededGenerator.seeds(Self.count) {
            let life = Life(seed: seed)
            guard let fault = await LifeRun.findFault(in: life) else { continue }
            var shorter = life
            shorter.steps = await shortened(life.steps) { await LifeRun.findFault(in: life.with($0)) != nil }
            let end = await LifeRun.findFault(in: shorter) ?? fault
            Issue.record("FEEDCACHE_SEED=\(seed): \(fault)\nshortened to \(shorter)\nwhere: \(end)")
            return
        }
    }
}
