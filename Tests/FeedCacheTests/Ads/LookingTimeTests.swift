import FeedCache
import FeedModel
import TestSupport
import Testing

@Suite("The time that rows were looked at")
struct LookingTimeTests {
    private let ids = (1...9).map { "\($0)" }

    private func bench() async throws -> AdBench {
        let ads = try AdBench(ids, manifest: "[events]\npath = \"events\"\nitems = true\n")
        try await ads.bench.sync()
        return ads
    }

    private func events(_ ads: AdBench) throws -> [FeedEvent] {
        try ads.bench.cache.read { try $0.reader.events(isPending: false, limit: .max) }.map(\.event)
    }

    private func step(_ ads: AdBench, by seconds: Int) {
        for _ in 0..<seconds { ads.bench.clock.step(by: 1) }
    }

    @Test("is what was told, where the caller says so: a program that was stopped looked at nothing meanwhile")
    func told() async throws {
        let ads = try await bench()
        let screen = try ads.bench.cache.scroll(section: "top", lookingTime: .told)
        _ = try await screen.move(by: 0, height: 3)
        _ = try await screen.stay(for: .milliseconds(500))
        step(ads, by: 30)
        _ = try await screen.stay(for: .milliseconds(400))
        #expect(try events(ads) == [])
        step(ads, by: 30)
        _ = try await screen.move(by: 0, height: 3)
        _ = try await screen.stay(for: .milliseconds(100))
        #expect(try events(ads).count == 3)
    }

    @Test("begins anew where nobody looked")
    func away() async throws {
        for time in [SectionScroll.LookingTime.told, .passing] {
            let ads = try await bench()
            let screen = try ads.bench.cache.scroll(section: "top", lookingTime: time)
            _ = try await screen.move(by: 0, height: 3)
            _ = try await screen.stay(for: .milliseconds(900))
            step(ads, by: 30)
            await screen.lookAway()
            _ = try await screen.stay(for: .milliseconds(time == .told ? 100 : 0))
            #expect(try events(ads) == [], "\(time)")
            _ = try await screen.stay(for: .milliseconds(1_000))
            #expect(try events(ads).count == 3, "\(time)")
        }
    }

    @Test("may be told ahead of the clock: nothing is noted as later than now, or out of order")
    func virtualDwell() async throws {
        for seed in SeededGenerator.seeds(10) {
            var random = SeededGenerator(seed: seed)
            let ads = try await bench()
            ads.fill((1...9).map { "ad-\($0)" })
            for _ in 0..<12 {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: _ = try ads.bench.cache.tap(section: "top", row: .random(in: 0..<9, using: &random))
                case 1: step(ads, by: .random(in: 1...3, using: &random))
                default:
                    let dwell = Duration.seconds([0, 1, 3_600, 86_400].randomElement(using: &random) ?? 0)
                    try await ads.scroll(.random(in: -3...3, using: &random), dwell: dwell)
                }
                let times = try events(ads).map(\.at)
                #expect(times == times.sorted(), "seed \(seed)")
                #expect(times.allSatisfy { $0 <= ads.bench.clock.now }, "seed \(seed)")
            }
            #expect(try !events(ads).isEmpty, "seed \(seed)")
        }
    }

    @Test("a tap is never older than the impression of its row")
    func tapAfterImpression() async throws {
        let ads = try await bench()
        try await ads.scroll(0, dwell: .seconds(3_600))
        let tap = try ads.bench.cache.tap(section: "top", row: 0).event
        let seen = try #require(try events(ads).first { $0.target == tap.target && $0.kind == .impression })
        #expect(seen.at <= tap.at)
    }

    /// Looks as `ITEM BEGAN COUNTED ENDED TAPS`, times in seconds since the first.
    private func looks(_ ads: AdBench) throws -> [String] {
        var looks: [String] = []
        let query = try ads.bench.cache.query(
            """
            SELECT printf('%s %d %d %s %d', coalesce(item, ad), (began - start) / 1000, (counted - start) / 1000,
                ifnull((ended - start) / 1000, ''), taps)
            FROM look, (SELECT min(began) AS start FROM look) ORDER BY id
            """)
        while let row = try query.next() {
            if case .text(let text)? = row.first { looks.append(text) }
        }
        return looks
    }

    @Test("an item that leaves the screen and comes back has another look; a tap belongs to the one it was made in")
    func returning() async throws {
        let ads = try await bench()
        ads.fill(["A"])
        let screen = try ads.bench.cache.scroll(section: "top")
        func show(_ first: Int) async throws { _ = try await screen.move(by: first, height: 3) }
        try await show(0)
        try ads.bench.cache.tap(section: "top", row: 2)
        step(ads, by: 2)
        // Its dwell has ended; nobody has noted it yet.
        try ads.bench.cache.tap(section: "top", row: 0)
        try await show(1)
        step(ads, by: 2)
        try await show(5)
        try ads.bench.cache.tap(section: "top", row: 3)
        try await show(-6)
        step(ads, by: 3)
        await screen.lookAway()
        step(ads, by: 10)
        try await show(0)
        step(ads, by: 1)
        try ads.bench.cache.tap(section: "top", row: 2)
        try await show(0)
        #expect(
            try looks(ads) == [
                // Nothing is noted as earlier than a tap that is noted already.
                "1 0 2 2 1", "2 0 2 4 0", "3 0 2 4 0", "A 2 3 4 0", "1 17 18  0", "2 17 18  0", "3 17 18  1",
            ])
        #expect(try ads.events(outgoing: true).filter { $0 == "impression A" }.count == 1)
    }

    @Test("a process that ends leaves its looks open, and the next one of an app ends them")
    func restart() async throws {
        let ads = try await bench()
        try await ads.scroll(0)
        try ads.bench.cache.tap(section: "top", row: 0)
        step(ads, by: 60)
        try await ads.scroll(0)
        let found = try looks(ads)
        #expect(found.map { $0.last } == ["1", "0", "0", "0", "0", "0"], "\(found)")
        #expect(found.filter { $0.contains("  ") }.count == 3, "\(found)")
    }
}
