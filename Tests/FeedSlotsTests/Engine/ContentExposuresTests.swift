import FeedModel
import TestSupport
import Testing

@testable import FeedSlots

@Suite struct ContentExposuresTests {
    private func at(_ seconds: Double) -> Instant { Instant(seconds: 0).advanced(by: .seconds(seconds)) }

    private func shown(_ keys: [String], fraction: Double = 1) -> [ContentExposures.VisibleItem] {
        keys.enumerated().map { (key: $1, row: $0, fraction: fraction) }
    }

    @Test("an item counts once, when it has been on screen for the dwell")
    func once() {
        var exposures = ContentExposures()
        #expect(exposures.show(shown(["a", "b"]), policy: .none, at: at(0)) == [])
        #expect(exposures.show(shown(["a", "b"]), policy: .none, at: at(0.5)) == [])
        #expect(
            exposures.show(shown(["b"]), policy: .none, at: at(1)) == [
                .init(key: "a", row: 0, at: at(1)), .init(key: "b", row: 1, at: at(1)),
            ])
        #expect(exposures.show(shown(["b"]), policy: .none, at: at(9)) == [])
    }

    @Test("what comes back counts again; what was counted before and is still there does not")
    func again() {
        var exposures = ContentExposures(counted: ["a", "b"])
        _ = exposures.show(shown(["a"]), policy: .none, at: at(0))
        #expect(exposures.show(shown(["a", "b"]), policy: .none, at: at(1)) == [])
        #expect(exposures.show(shown([]), policy: .none, at: at(2)).map(\.key) == ["b"])
        _ = exposures.show(shown(["a"]), policy: .none, at: at(3))
        #expect(exposures.show(shown(["a"]), policy: .none, at: at(4)).map(\.key) == ["a"])
    }

    @Test("an exposure that was interrupted begins again")
    func interrupted() {
        var exposures = ContentExposures()
        _ = exposures.show(shown(["a"]), policy: .none, at: at(0))
        _ = exposures.show([], policy: .none, at: at(0.9))
        _ = exposures.show(shown(["a"]), policy: .none, at: at(1))
        #expect(exposures.show(shown(["a"]), policy: .none, at: at(1.9)) == [])
        #expect(exposures.show(shown(["a"]), policy: .none, at: at(2)).map(\.at) == [at(2)])
    }

    @Test("what is visible by too small a part does not count")
    func fraction() {
        var exposures = ContentExposures()
        _ = exposures.show(shown(["a"], fraction: 0.49), policy: .none, at: at(0))
        #expect(exposures.show([], policy: .none, at: at(5)) == [])
    }

    @Test("counts what a naive count over the whole past gives")
    func law() throws {
        let policy = try SlotPolicy(dwell: .seconds(2))
        for seed in SeededGenerator.seeds(300) {
            var generator = SeededGenerator(seed: seed)
            var exposures = ContentExposures()
            var since: [String: Double] = [:]
            var counted: Set<String> = []
            var time = 0.0
            for _ in 0..<20 {
                time += Double.random(in: 0...1.5, using: &generator)
                let expected = since.filter { time - $0.value >= 2 && !counted.contains($0.key) }.map(\.key)
                counted.formUnion(expected)
                let keys = ["a", "b", "c", "d"].filter { _ in Bool.random(using: &generator) }
                let seen = exposures.show(shown(keys), policy: policy, at: at(time))
                #expect(Set(seen.map(\.key)) == Set(expected), "FEEDCACHE_SEED=\(seed)")
                since = Dictionary(uniqueKeysWithValues: keys.map { ($0, since[$0] ?? time) })
                counted.formIntersection(keys)
            }
        }
    }
}
