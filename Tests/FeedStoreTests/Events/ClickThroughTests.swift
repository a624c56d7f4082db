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

    @Test("Taps are found without reading the impressions", arguments: [nil, "s"])
    func plan(_ section: String?) throws {
        let sql = "EXPLAIN QUERY PLAN WITH \(TappedImpressions.sql(in: section)) SELECT count(*) FROM tap_of"
        var arguments: StatementArguments = ["source": 1]
        if let section { arguments += ["section": section] }
        let steps = try fixture.database.read(source: "test") { reader in
            try Row.fetchAll(reader.db, sql: sql, arguments: arguments).map { $0["detail"] as String }
        }
        #expect(steps.contains { $0.hasPrefix("SEARCH tap USING INDEX event_tap") }, "\(steps)")
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

    @Test("A tap belongs to the impression between the same two runs, else to the last one before it")
    func runs() throws {
        try note(.impression, .item("a"), run: 1)
        try note(.tap, .item("a"), run: 3)
        try note(.impression, .item("a"), run: 5)
        try note(.tap, .item("a"), run: 4)
        #expect(try lines(.section) == [line(.section("s"), 2, 1, uncounted: 1)])
        // Its impression came after it: the row had not been seen long enough.
        try note(.tap, .item("b"), run: nil)
        try note(.impression, .item("b"), run: nil)
        #expect(try lines(.item).contains(line(.item("b", section: "s"), 1, 1)))
    }

    @Test("A tap in a later run belongs to an impression of the last day on the same row, else to none")
    func laterRuns() throws {
        try note(.impression, .item("a"), row: 2, run: 1, at: 0)
        try note(.impression, .item("a"), row: 7, run: 2, at: 100)
        try note(.tap, .item("a"), row: 2, run: 3, at: 86_400)
        #expect(try lines(.position).contains(line(.position(2), 1, 1)))
        // On a row where it never was; a day and a second later.
        try note(.tap, .item("a"), row: 5, run: 3, at: 86_400)
        try note(.tap, .item("a"), row: 2, run: 3, at: 86_401)
        #expect(try lines(.section) == [line(.section("s"), 2, 1, uncounted: 2)])
        // The impression of its own session is its own, however old and on whatever row.
        try note(.impression, .item("a"), row: 1, run: 3, at: 86_401)
        try note(.tap, .item("a"), row: 9, run: 3, at: 900_000)
        #expect(try lines(.position).contains(line(.position(1), 1, 1, uncounted: 3)))
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
                try reader.forEachImpression(of: first, and: second) { group, exposure in
                    found.append("\(group) \(exposure.row)\(exposure.wasTapped ? "!" : "")")
                }
            }
            return found
        }
        #expect(
            try sequence(.item("a", section: "s"), .ad("b", section: "s")) == ["first 0!", "second 1", "first 2"])
        #expect(
            try sequence(.section("t"), .section("s")) == ["second 0!", "second 9", "second 1", "first 6!", "second 2"])
        #expect(try sequence(.section("t"), .item("a", section: "s")).isEmpty)
    }

    @Test("However events come, rates fit counts made by hand, and exposures fit the rates")
    func laws() throws {
        for seed in SeededGenerator.seeds(8) {
            let world = try ClickThroughCountsTests()
            var generator = SeededGenerator(seed: seed)
            var impressions: Set<String> = []
            for number in 0..<120 {
                let item = "i\(Int.random(in: 0..<4, using: &generator))"
                let run = Int64(number / 20)
                if Bool.random(using: &generator) {
                    try world.note(.impression, .item(item), row: .random(in: 0..<5, using: &generator), run: run)
                    impressions.insert("\(item) \(run)")
                } else {
                    try world.note(.tap, .item(item), row: .random(in: 0..<5, using: &generator), run: run)
                }
            }
            let sections = try world.lines(.section)
            #expect(sections.first?.counts.impressions == impressions.count, "seed \(seed)")
            for grouping in ClickThroughGrouping.allCases {
                let counts = try world.lines(grouping).map(\.counts)
                for value in [\ClickThrough.impressions, \.taps, \.uncountedTaps] {
                    let sum = counts.reduce(0) { $0 + $1[keyPath: value] }
                    #expect(sum == sections.first?.counts[keyPath: value], "seed \(seed), \(grouping)")
                }
            }
            var comparison = TapComparison()
            try world.fixture.database.read(source: "test") { reader in
                try reader.forEachImpression(of: .section("s"), and: .section("none")) {
                    comparison.expose($0, position: $1.row, wasTapped: $1.wasTapped)
                }
            }
            #expect(comparison.total(.first).taps == sections.first?.counts.taps, "seed \(seed)")
            #expect(comparison.total(.first).impressions == impressions.count, "seed \(seed)")
        }
    }
}
