import TestSupport
import Testing

@testable import FeedMock

@Suite struct ListDeltaTests {
    @Test("what changed, laid over what was, is what there is", arguments: SeededGenerator.seeds(40))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let world = World(seed: seed, sizes: ListSizes(all: Int.random(in: 1...80, using: &generator)))
        let first = Int.random(in: 0...40, using: &generator)
        let old = world.timeline(of: .photos, at: first)
        let new = world.timeline(of: .photos, at: first + Int.random(in: 0...60, using: &generator))
        var held = versions(old)
        let since = held.values.max() ?? 0
        let delta = try #require(ListDelta(of: new, since: max(since, WorldTime.start(of: first))))
        apply(delta, of: new, to: &held)
        #expect(held == versions(new), "seed \(seed)")
    }

    @Test("from any instant on, exactly what is newer comes, in order and once", arguments: SeededGenerator.seeds(40))
    func selection(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let world = World(seed: seed, sizes: ListSizes(all: Int.random(in: 0...60, using: &generator)))
        let timeline = world.timeline(of: .articles, at: Int.random(in: 0...40, using: &generator))
        let all = versions(timeline)
        let instants = [Int64.min, Int64.max, WorldTime.epoch] + all.values + all.values.map { $0 - 1 }
        for instant in instants.shuffled(using: &generator).prefix(12) {
            let delta = try #require(ListDelta(of: timeline, since: instant))
            let entries = (0..<delta.count).map { delta[$0] }
            let times = entries.map { entry in
                switch entry {
                case .item(let serial): timeline.version(of: serial)
                case .tombstone(_, let time): time
                }
            }
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed), since \(instant)")
            let serials = entries.compactMap { if case .item(let serial) = $0 { serial } else { nil } }
            #expect(serials.count == all.count { $0.value > instant }, "seed \(seed), since \(instant)")
            #expect(Set(serials) == Set(all.filter { $0.value > instant }.keys), "seed \(seed), since \(instant)")
        }
    }

    @Test("changes too long ago are forgotten, and that is said")
    func horizon() throws {
        let world = World(seed: 1)
        let timeline = world.timeline(of: .photos, at: 12_000)
        let horizon = try #require(timeline.log.horizon)
        #expect(ListDelta(of: timeline, since: WorldTime.epoch) == nil)
        let delta = try #require(ListDelta(of: timeline, since: horizon))
        #expect(delta.count == timeline.log.latestChanges(after: horizon).count)
    }

    private func versions(_ timeline: ListTimeline) -> [Int: Int64] {
        Dictionary(
            uniqueKeysWithValues: (0..<timeline.count).map { index in
                let serial = timeline.serial(at: index)
                return (serial, timeline.version(of: serial))
            })
    }

    private func apply(_ delta: ListDelta, of timeline: ListTimeline, to held: inout [Int: Int64]) {
        for index in 0..<delta.count {
            switch delta[index] {
            case .item(let serial): held[serial] = timeline.version(of: serial)
            case .tombstone(let serial, _): held[serial] = nil
            }
        }
    }
}
