import FeedModel
import FeedSlots
import TestSupport
import Testing

@testable import FeedLab

@Suite struct PolicySweepTests {
    private func world(
        items: Int = 100, height: Int = 5, speed: Double = 6, pause: Duration = .seconds(2),
        latency: Duration = .milliseconds(500), fill: Double = 0.8, seed: UInt64 = 1
    ) -> SweepWorld {
        SweepWorld(
            items: items, height: height, rowsPerSecond: speed, pause: pause, latency: latency, fill: fill, seed: seed)
    }

    private func results(
        _ axes: [String], over base: SlotPolicy = .none, in world: SweepWorld
    ) throws -> [SweepResult] {
        try PolicySweep(axes.map { try SweepAxis(parsing: $0) }, over: base).run(in: world)
    }

    @Test("A world without latency, failures or hurry shows and counts every ad it asks for")
    func calm() throws {
        let calm = world(items: 40, speed: 1, pause: .seconds(10), latency: .zero, fill: 1)
        let result = try #require(try results(["every=6"], in: calm).first)
        // Slots after 6, 12, …, 36 items.
        #expect(result.counts.requests == 6 && result.counts.fills == 6)
        #expect(result.counts.shown == 6 && result.counts.impressions == 6 && result.neverShown == 0)
        #expect(result.showRate == 1 && result.shownPerRequest == 1 && result.counts.rowsShifted == 0)
    }

    @Test("Without fill nothing is shown, and back-off keeps requests few")
    func noFill() throws {
        let result = try #require(try results(["every=3"], in: world(fill: 0)).first)
        #expect(result.counts.requests > 0 && result.counts.requests < 12)
        #expect(result.counts.fills == 0 && result.showRate == nil && result.adsPerScreen == 0)
    }

    @Test("A user who never rests sees ads, but none for long enough")
    func hurry() throws {
        let result = try #require(try results(["every=3"], in: world(pause: .zero, latency: .zero, fill: 1)).first)
        #expect(result.counts.shown > 5 && result.counts.impressions == 0)
    }

    @Test("In every world the counts fit each other, the rows on screen stay, and the same comes out again")
    func laws() throws {
        for seed in SeededGenerator.seeds(40) {
            var generator = SeededGenerator(seed: seed)
            let world = world(
                items: .random(in: 1...120, using: &generator), height: .random(in: 1...9, using: &generator),
                speed: .random(in: 0.5...30, using: &generator),
                pause: .milliseconds(.random(in: 0...4_000, using: &generator)),
                latency: .milliseconds(.random(in: 0...3_000, using: &generator)),
                fill: .random(in: 0...1, using: &generator), seed: seed)
            let base = try SlotPolicy(ttl: .seconds(Int.random(in: 0...30, using: &generator)))
            let axes = ["every=1..4", "ahead=0,3", "min_gap=1,3"]
            let all = try results(axes, over: base, in: world)
            #expect(all.count == 16)
            for result in all {
                let counts = result.counts
                #expect(counts.rowsShifted == 0, "seed \(seed)")
                #expect(counts.requests >= counts.fills && counts.fills >= counts.shown, "seed \(seed)")
                #expect(counts.shown >= counts.impressions && counts.screens >= 1, "seed \(seed)")
            }
            #expect(try results(axes, over: base, in: world) == all, "seed \(seed)")
            let alone = try results(["every=2", "ahead=3", "min_gap=1"], over: base, in: world)
            #expect(all.contains(alone[0]), "seed \(seed): a policy alone does as among others")
        }
    }

    @Test("Rows that an ad pushes down are counted where a policy allows it")
    func shifted() throws {
        let base = try SlotPolicy(insertion: .anywhere)
        let result = try #require(try results(["every=2"], over: base, in: world(fill: 1)).first)
        #expect(result.counts.rowsShifted > 0)
    }

    @Test("Axes are read as ranges and lists, and combined")
    func axes() throws {
        #expect(try SweepAxis(parsing: "every=3..8").values == [3, 4, 5, 6, 7, 8])
        #expect(try SweepAxis(parsing: "min_gap=5,1..3,2").values == [5, 1, 2, 3])
        let sweep = try PolicySweep(
            [SweepAxis(parsing: "every=3,4"), SweepAxis(parsing: "max=1..2")], over: SlotPolicy(first: 2))
        #expect(sweep.candidates.map(\.values) == [[3, 1], [3, 2], [4, 1], [4, 2]])
        #expect(sweep.candidates.last?.policy == (try SlotPolicy(every: 4, first: 2, max: 2)))
    }

    @Test("What cannot be swept is refused in words")
    func errors() throws {
        func message(_ axes: String..., items: Int = 10) -> String {
            do {
                return "\(try results(axes, in: world(items: items)).count) results"
            } catch {
                return "\(error)"
            }
        }
        for text in ["every", "every=", "every=a", "every=5..3", "every=1..", "every=..2", "every=-1", "every=1...3"] {
            #expect(message(text).contains("is no sweep"), "\(text)")
        }
        #expect(message("every=99999999999999999999").contains("is no sweep"))
        #expect(message("dwell=1..2").contains("min_gap"))
        #expect(message("every=0..2").contains("should be from 1"))
        #expect(message("every=1,2", "every=3").contains("twice"))
        #expect(message("every=1..1000000000").contains("too many"))
        #expect(message("every=1..40", "ahead=1..40").contains("1600 policies are too many"))
        #expect(message("every=1..1000", items: 100_000).contains("too much"))
        #expect(message("ahead=1..3").contains("sweep “every”"))
    }

    @Test("The world is told in words")
    func words() {
        #expect(
            world().description == """
                A list of 100 items, 5 rows on screen. A user scrolls down to its end, 6 rows a second, and rests \
                after each screen, 1 s to 3 s. An answer takes 0.5 s, and 80 % of them bring an ad.
                """)
        #expect(world(pause: .zero).description.contains("rests after each screen not at all"))
    }
}
