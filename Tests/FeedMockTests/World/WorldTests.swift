import TestSupport
import Testing

@testable import FeedMock

@Suite struct WorldTests {
    @Test("a seed gives the same bytes by whatever way a tick is reached", arguments: SeededGenerator.seeds(8))
    func determinism(seed: UInt64) throws {
        let (stepped, jumped) = (World(seed: seed), World(seed: seed))
        for tick in 0...30 {
            _ = stepped.ids(of: .photos, at: tick)
        }
        for tick in [30, 7, 30, 0] {
            #expect(stepped.ids(of: .photos, at: tick) == jumped.ids(of: .photos, at: tick), "seed \(seed)")
            #expect(stepped.item(3, of: .photos, at: tick) == jumped.item(3, of: .photos, at: tick), "seed \(seed)")
            #expect(stepped.sections(at: tick) == jumped.sections(at: tick), "seed \(seed)")
        }
    }

    @Test("another seed gives another world")
    func seedsDiffer() {
        #expect(World(seed: 1).item(0, of: .articles, at: 0) != World(seed: 2).item(0, of: .articles, at: 0))
    }

    @Test("a list starts with as many items as its size says, the newest first")
    func order() {
        let world = World(seed: 1)
        #expect(world.ids(of: .articles, at: 0) == (1...30).reversed().map(String.init))
        #expect(world.ids(of: .keywords, at: 0, in: 0..<2) == ["kw-20", "kw-19"])
    }

    @Test(
        "as it moves, items come at the head, change and go, and no ID is there twice",
        arguments: SeededGenerator.seeds(5))
    func movement(seed: UInt64) {
        let world = World(seed: seed)
        for list in ListName.allCases {
            let size = world.sizes[list]
            let (before, after) = (world.ids(of: list, at: 0), world.ids(of: list, at: 200))
            #expect(Set(after).count == after.count, "seed \(seed), \(list)")
            #expect(!Set(after).subtracting(before).isEmpty && !Set(before).subtracting(after).isEmpty)
            #expect(abs(after.count - size) <= size / 4, "seed \(seed), \(list): \(after.count)")
            let stayed = Set(before).intersection(after)
            #expect(before.filter(stayed.contains) == after.filter(stayed.contains), "seed \(seed), \(list)")
        }
    }

    @Test("a changed item has a greater version")
    func versions() {
        let world = World(seed: 4)
        let (before, after) = (world.timeline(of: .photos, at: 0), world.timeline(of: .photos, at: 60))
        let changed = (1...120).filter { after.isLive($0) && after.version(of: $0) != before.version(of: $0) }
        #expect(!changed.isEmpty)
        #expect(changed.allSatisfy { after.version(of: $0) > before.version(of: $0) })
    }

    @Test("an empty list stays empty")
    func emptiness() {
        let world = World(seed: 1, sizes: ListSizes(all: 0))
        #expect(world.ids(of: .photos, at: 50).isEmpty)
        #expect(world.item(0, of: .photos, at: 50) == nil)
    }

    @Test("the depth of a billion items is as near as the head")
    func depth() {
        let world = World(seed: 1, sizes: ListSizes(all: ListSizes.allowed.upperBound))
        let count = world.count(of: .photos, at: 100)
        #expect(
            world.ids(of: .photos, at: 100, in: (count - 1)..<count).first.flatMap(Int.init).map { $0 < 50 } == true)
        #expect(world.item(count - 1, of: .photos, at: 100) != nil)
    }

    @Test("a tick out of range is held within it")
    func ticks() {
        #expect(World(seed: 1).ids(of: .photos, at: -5) == World(seed: 1).ids(of: .photos, at: 0))
    }

    @Test("an item's texts are in one language")
    func languages() throws {
        let world = World(seed: 1)
        let titles = try (0..<40).map { index in
            let item = try objects(Array("[\(world.item(index, of: .newArrivals, at: 0) ?? "")]".utf8))[0]
            return try #require(item["description"] as? String)
        }
        let english = titles.filter { $0.unicodeScalars.allSatisfy { $0.value < 0x3000 } }
        #expect(!english.isEmpty && english.count < titles.count)
        #expect(world.sections(at: 0).contains("みんなの写真"))
    }

    @Test(
        "dates are those of the calendar",
        arguments: [
            (0, "1970-01-01"), (951_782_400_000, "2000-02-29"), (1_775_001_600_000, "2026-04-01"), (-1, "1969-12-31"),
        ] as [(Int64, String)])
    func dates(milliseconds: Int64, date: String) {
        #expect(WorldTime.isoDate(milliseconds) == date)
    }
}
