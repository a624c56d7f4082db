import FeedModel
import GRDB
import Testing

@testable import FeedStore

/// The views are read by GRDB alone, with nothing of ours on the connection.
@Suite("The views for other programs")
struct FeedViewsTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func rows(_ sql: String) throws -> [[String]] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: fixture.database.path, configuration: configuration)
        return try queue.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { value in value.isNull ? "-" : String.fromDatabaseValue(value) ?? "\(value)" }
            }
        }
    }

    private func columns(_ view: String) throws -> [String] {
        try rows("SELECT name FROM pragma_table_info('\(view)') ORDER BY cid").map { $0[0] }
    }

    @Test("have the names that are promised, in their order")
    func names() throws {
        let end = ["source", "account", "source_id"]
        #expect(try columns("feed_sources") == end)
        #expect(
            try columns("feed_items") == ["collection", "position", "id", "version", "payload", "updated_at"] + end)
        #expect(
            try columns("feed_sections") == ["position", "id", "type", "title", "layout", "collection", "items"] + end)
        #expect(
            try columns("feed_rows") == ["section", "position", "kind", "id", "version", "payload", "updated_at"] + end)
        #expect(
            try columns("feed_runs") == [
                "run", "kind", "started", "ended", "outcome", "requests", "bytes", "inserted", "updated", "unchanged",
                "stale", "removed", "rejected", "sections_outcome", "sections_revision", "sections_error",
            ] + end)
        #expect(
            try columns("feed_events") == [
                "number", "key", "type", "section", "item", "ad", "row", "at", "state", "delivered", "reason",
            ] + end)
    }

    @Test("items are in the order of the list, whatever walk they are of, and of their types")
    func items() throws {
        try fixture.walkThrough([["1", "2", "3"], ["4", "5", "6"], ["7"]])
        try fixture.nextRun()
        try fixture.walkThrough([["9", "2"], ["1", "3"]], finishes: false)
        let digest = String(repeating: "ab", count: 16)
        _ = try fixture.database.source(named: "test@\(digest)").collection(named: "list")
        let shown = try rows("SELECT id FROM feed_items WHERE collection = 'list' ORDER BY position").map { $0[0] }
        #expect(shown == (try fixture.ids))
        #expect(shown.count == 8)
        let places = try rows("SELECT position FROM feed_items ORDER BY position").map { $0[0] }
        #expect(places == (0..<8).map(\.description))
        let types = try rows(
            """
            SELECT DISTINCT typeof(collection), typeof(position), typeof(id), typeof(version), typeof(payload),
                typeof(updated_at), typeof(source), typeof(account), json_valid(payload), updated_at GLOB '????-??-??T??:??:??.???Z'
            FROM feed_items
            """)
        #expect(types == [["text", "integer", "text", "text", "text", "text", "text", "null", "1", "1"]])
        #expect(
            try rows("SELECT source, account FROM feed_sources ORDER BY source_id") == [
                ["test", "-"], ["test", digest],
            ])
    }

    @Test(
        "sections and rows are those of the screen, inline items and ads with them, and are written when they are other"
    )
    func screen() throws {
        try fixture.walkThrough([["1", "2", "3"]])
        let store = fixture.source.sections
        func keep(_ rules: String..., sections: [Section]) throws {
            try store.keepScreen(arrangedBy: rules) { _ in sections }
        }
        let inline = Section(
            id: "own", type: "banner", title: "Own", layout: "grid",
            content: .inline([FeedItem(id: "a", payload: "{}"), FeedItem(id: "b", payload: "{}")]))
        try keep("list", sections: [.implicit(for: "list"), inline])
        // It was made of the same, and is not asked for.
        try keep("list", sections: [])
        let sections = try rows(
            "SELECT position, id, type, layout, collection, items FROM feed_sections ORDER BY position")
        #expect(sections == [["0", "list", "list", "list", "list", "3"], ["1", "own", "banner", "grid", "-", "2"]])
        try fixture.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO ad_section (source, section, collection) VALUES (?, 'list', 'list');
                    INSERT INTO slot (section, serial, ad, payload, requested, loaded, placed, rule, is_head, above_count, place)
                    VALUES (1, 1, 'ad', '{}', 0, 0, 0, 'repeating', 0, 2, 0)
                    """, arguments: [fixture.source.id])
        }
        let shown = try rows("SELECT section, kind, id FROM feed_rows ORDER BY section, position, kind")
        #expect(
            shown == [
                ["list", "content", "1"], ["list", "content", "2"], ["list", "ad", "ad"], ["list", "content", "3"],
                ["own", "content", "a"], ["own", "content", "b"],
            ])
        try keep("other", sections: [])
        #expect(try rows("SELECT * FROM feed_rows").isEmpty)
    }

    @Test("runs and events are there with their sums, states and times")
    func ledger() throws {
        var report = CollectionReport(name: "list", outcome: .complete, mode: .full)
        report.items.inserted = 3
        try fixture.run.conclude(report, of: fixture.collection, wait: nil, now: fixture.now)
        try fixture.run.end(SyncReport(run: fixture.run.id), outcome: .complete, now: Instant(seconds: 60))
        let tap = FeedEvent(kind: .tap, section: "top", target: .item("1"), row: 4, at: Instant(seconds: 90))
        _ = try fixture.source.outbox.note(tap, run: 1)
        let runs = try rows("SELECT run, kind, started, ended, outcome, inserted, source FROM feed_runs")
        #expect(
            runs == [["1", "sync", "1970-01-01T00:00:00.000Z", "1970-01-01T00:01:00.000Z", "complete", "3", "test"]])
        let events = try rows("SELECT number, type, section, item, ad, row, at, state FROM feed_events")
        #expect(events == [["1", "tap", "top", "1", "-", "4", "1970-01-01T00:01:30.000Z", "pending"]])
    }
}
