import FeedModel
import GRDB
import TestSupport
import Testing

@testable import FeedStore

@Suite struct ClickThroughCountsTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func note(
        _ kind: FeedEvent.Kind, _ target: FeedEvent.Target, in section: String = "s", row: Int = 0, run: Int64? = 1,
        at seconds: Int64 = 0, isOutgoing: Bool = true
    ) throws {
        try fixture.database.writeStamped { db, stamp in
            let event = FeedEvent(kind: kind, section: section, target: target, row: row, at: Instant(seconds: seconds))
            try EventTable(db: db, source: fixture.source.id, stamp: stamp)
                .note(event, run: run, isOutgoing: isOutgoing)
        }
    }

    private func lines(
        _ grouping: ClickThroughGrouping, section: String? = nil, limit: Int = .max
    ) throws -> [ClickThroughLine] {
        try fixture.database.read(source: "test") { reader in
            try reader.clickThrough(by: grouping, section: section, limit: limit)
        }
    }

    private func line(
        _ subject: ClickThroughSubject, _ impressions: Int, _ taps: Int, uncounted: Int = 0
    ) -> ClickThroughLine {
        ClickThroughLine(
            subject: subject, counts: ClickThrough(impressions: impressions, taps: taps, uncountedTaps: uncounted))
    }

    private func end(_ section: String = "s", at seconds: Int64) throws {
        try fixture.database.writeStamped { db, stamp in
            let table = EventTable(db: db, source: fixture.source.id, stamp: stamp)
            try table.end(table.openLooks(of: section), at: Instant(seconds: seconds))
        }
    }

    @Test("Taps are found without reading the impressions, and returns without reading all looks")
    func plans() throws {
        func steps(_ sql: String) throws -> [String] {
            try fixture.database.read(source: "test") { reader in
                try Row.fetchAll(reader.db, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
            }
        }
        let looks = try steps("SELECT taps, is_return FROM look WHERE source = 1 AND section = 's' AND item = 'a'")
        #expect(looks.contains { $0.contains("INDEX event_look (look=?)") }, "\(looks)")
        let indexed = looks.filter { $0.contains("INDEX event_item_impression (source=? AND section=? AND item=?") }
        #expect(indexed.count == 2, "\(looks)")
    }

    @Test("Impressions and taps are counted by section, item, ad and row, sent or not")
    func groupings() throws {
        try note(.impression, .item("a"), row: 0, isOutgoing: false)
        try note(.impression, .ad("X", serial: 1), row: 3)
        try note(.impression, .ad("X", serial: 2), row: 7)
        try note(.impression, .item("a"), in: "t", row: 1)
        try note(.tap, .item("a"), row: 0)
        try note(.tap, .ad("X", serial: 2), row: 7)
        #expect(Set(try lines(.section)) == [line(.section("s"), 3, 2), line(.section("t"), 1, 0)])
        #expect(
            try lines(.item) == [
                line(.ad("X", section: "s"), 2, 1), line(.item("a", section: "s"), 1, 1),
                line(.item("a", section: "t"), 1, 0),
            ])
        #expect(
            try lines(.position) == [
                line(.position(0), 1, 1), line(.position(1), 1, 0), line(.position(3), 1, 0),
                line(.position(7), 1, 1),
            ])
        #expect(try lines(.section, section: "t") == [line(.section("t"), 1, 0)])
        #expect(try lines(.position, section: "t") == [line(.position(1), 1, 0)])
        #expect(try lines(.item, section: "s", limit: 1) == [line(.ad("X", section: "s"), 2, 1)])
        #expect(try lines(.section, section: "nowhere").isEmpty)
        #expect(try fixture.database.read(source: "unknown") { try $0.clickThrough(by: .item, section: nil) }.isEmpty)
    }

    @Test("An impression that is tapped twice is one, and a tap without an impression is in no rate")
    func pairing() throws {
        try note(.tap, .item("early"), row: 2)
        try note(.tap, .ad("E", serial: 9), row: 2)
        try note(.impression, .item("a"), row: 2)
        for _ in 0..<3 { try note(.tap, .item("a"), row: 5) }
        #expect(try lines(.section) == [line(.section("s"), 1, 1, uncounted: 4)])
        #expect(try lines(.position) == [line(.position(2), 1, 1, uncounted: 4)])
        #expect(try lines(.item).contains(line(.item("early", section: "s"), 0, 0, uncounted: 1)))
    }

    @Test("A tap belongs to the look it was made in, and to none before it, between two and after the last")
    func looks() throws {
        try note(.tap, .item("a"), at: 0)
        for look in 0..<3 {
            try note(.impression, .item("a"), row: look, at: Int64(10 * look + 1))
            if look == 1 { try note(.tap, .item("a"), row: 9, at: 12) }
            try end(at: Int64(10 * look + 3))
            try note(.tap, .item("a"), row: look, at: Int64(10 * look + 4))
        }
        #expect(try lines(.section) == [line(.section("s"), 3, 1, uncounted: 4)])
        #expect(try lines(.position).contains(line(.position(1), 1, 1, uncounted: 1)))
        // An ad has one impression, and a tap in a later look is in none.
        try note(.impression, .ad("X", serial: 1), at: 40)
        try end(at: 41)
        try note(.impression, .ad("X", serial: 1), at: 42)
        try note(.tap, .ad("X", serial: 1), at: 43)
        #expect(try lines(.item).contains(line(.ad("X", section: "s"), 1, 0, uncounted: 1)))
    }

    @Test("A look that is noted after its tap has it, where it had lasted long enough by then")
    func lateLooks() throws {
        try note(.tap, .item("a"), at: 2)
        try note(.tap, .item("b"), at: 2)
        try note(.impression, .item("a"), at: 3)
        try note(.impression, .item("b"), at: 2)
        #expect(
            Set(try lines(.item)) == [
                line(.item("a", section: "s"), 1, 0, uncounted: 1), line(.item("b", section: "s"), 1, 1),
            ])
    }

    @Test("A look at an item is a return within half an hour, or where no run was made since")
    func returns() throws {
        func look(at seconds: Int64, run: Int64, lasting: Int64 = 1) throws {
            try note(.impression, .item("a"), run: run, at: seconds)
            try end(at: seconds + lasting)
        }
        try look(at: 0, run: 1, lasting: 100)
        try look(at: 1_899, run: 2)
        try look(at: 3_700, run: 3)
        try look(at: 90_000, run: 3)
        try note(.impression, .item("b"), run: 3, at: 90_001)
        let found = try fixture.database.read(source: "test") { reader in
            try Bool.fetchAll(reader.db, sql: "SELECT is_return FROM look ORDER BY id")
        }
        #expect(found == [false, true, false, true, false])
    }

    @Test("Exposures come in their order, each with whether it was tapped")
    func exposures() throws {
        try note(.impression, .item("a"), row: 0, run: 1)
        try note(.impression, .item("c"), row: 9, run: 1)
        try note(.tap, .item("a"), row: 0, run: 1)
        try note(.impression, .ad("b", serial: 4), row: 1)
        try note(.impression, .item("a"), in: "t", row: 6, run: 1)
        try note(.tap, .item("a"), in: "t", row: 6, run: 1)
        try note(.impression, .item("a"), row: 2, run: 2)
        func sequence(_ first: ClickThroughSubject, _ second: ClickThroughSubject) throws -> [String] {
            var found: [String] = []
            try fixture.database.read(source: "test") { reader in
                try reader.forEachImpression(of: first, and: second) { group, row, wasTapped, isReturn in
                    found.append("\(group) \(row)\(wasTapped ? "!" : "")\(isReturn ? " again" : "")")
                }
            }
            return found
        }
        #expect(
            try sequence(.item("a", section: "s"), .ad("b", section: "s"))
                == ["first 0!", "second 1", "first 2 again"])
        #expect(
            try sequence(.section("t"), .section("s"))
                == ["second 0!", "second 9", "second 1", "first 6!", "second 2 again"])
        #expect(try sequence(.section("t"), .item("a", section: "s")).isEmpty)
    }

    @Test("However events come, rates fit counts made by hand, and exposures fit the rates")
    func laws() throws {
        for seed in SeededGenerator.seeds(8) {
            let world = try ClickThroughCountsTests()
            var generator = SeededGenerator(seed: seed)
            var impressions = 0
            for number in 0..<120 {
                let item = "i\(Int.random(in: 0..<4, using: &generator))"
                let run = Int64(number / 20)
                if Bool.random(using: &generator) {
                    try world.note(
                        .impression, .item(ItemID(item)), row: .random(in: 0..<5, using: &generator), run: run)
                    impressions += 1
                } else {
                    try world.note(.tap, .item(ItemID(item)), row: .random(in: 0..<5, using: &generator), run: run)
                }
                if number % 9 == 8 { try world.end(at: 0) }
            }
            let sections = try world.lines(.section)
            #expect(sections.first?.counts.impressions == impressions, "seed \(seed)")
            for grouping in ClickThroughGrouping.allCases {
                let counts = try world.lines(grouping).map(\.counts)
                for value in [\ClickThrough.impressions, \.taps, \.uncountedTaps] {
                    let sum = counts.reduce(0) { $0 + $1[keyPath: value] }
                    #expect(sum == sections.first?.counts[keyPath: value], "seed \(seed), \(grouping)")
                }
            }
            var comparison = TapComparison()
            try world.fixture.database.read(source: "test") { reader in
                try reader.forEachImpression(of: .section("s"), and: .section("none")) { group, row, wasTapped, _ in
                    // Returns too: here all are counted.
                    comparison.expose(group, position: row, wasTapped: wasTapped)
                }
            }
            #expect(comparison.total(.first).taps == sections.first?.counts.taps, "seed \(seed)")
            #expect(comparison.total(.first).impressions == impressions, "seed \(seed)")
        }
    }
}
