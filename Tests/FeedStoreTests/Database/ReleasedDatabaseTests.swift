import FeedModel
import FeedSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FeedStore

@Suite("A database of an earlier schema")
struct ReleasedDatabaseTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("feed.db")
        try ReleasedDatabase.write(to: path)
    }

    /// Every row of every table, in order of insertion, each as columns and values.
    private func content() throws -> [String: [[String: DatabaseValue]]] {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            return try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    let columns = try db.columns(in: table).map(\.name)
                    let order = columns.indices.map { String($0 + 1) }.joined(separator: ", ")
                    let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY \(order)")
                    return (table, rows.map { row in Dictionary(uniqueKeysWithValues: row.map { ($0, $1) }) })
                })
        }
    }

    /// The tables and columns that have another name now.
    private static let renamedTables = ["chapter": "page_group", "reach": "walk_progress"]
    private static let renamedColumns = [
        "collection": [
            "held_back": "awaits_walk", "greatest_version": "delta_start", "unconditional": "last_unconditional",
        ],
        "item": ["agrees": "matches_latest_page"],
        "slot": ["asked": "requested", "counted": "impression_at", "seen": "visible_ms"],
        "ad_section": ["held_asked": "held_requested", "clock": "latest_time"],
    ]

    /// What is known by the whole walks since.
    private static let droppedColumns = [
        "collection": ["whole_drift", "earlier_walks", "empty_since"], "walk": ["has_moved"],
    ]

    @Test(
        "keeps every value of every row when the first write brings it to the present schema",
        arguments: [ReleasedDatabase.version, ReleasedDatabase.lastVersionBeforeRenames])
    func rows(version: Int) throws {
        try FileManager.default.removeItem(atPath: path)
        try ReleasedDatabase.write(to: path, version: version)
        var before = try content()
        // Validators of the first programs do not say which URL answered, so those pages are requested anew.
        if version < ReleasedDatabase.lastVersionBeforeRenames { before["validator"] = nil }
        // The path is written whenever the database is opened.
        before["location"] = nil
        #expect(before.values.map(\.count).reduce(0, +) > 60)
        let database = try FeedDatabase(path: path)
        try database.write { _ in }
        let after = try content()
        for (table, rows) in before {
            let kept = try #require(after[Self.renamedTables[table] ?? table])
            #expect(kept.count == rows.count, "\(table)")
            for (old, new) in zip(rows, kept) {
                for (column, value) in old where Self.droppedColumns[table]?.contains(column) != true {
                    #expect(new[Self.renamedColumns[table]?[column] ?? column] == value, "\(table).\(column)")
                }
            }
        }
        for (old, new) in Self.renamedTables {
            #expect(after[old] == nil)
            #expect(after[new] != nil)
        }
        let header = try DatabaseHeader(PlainConnection(path: path, .reading))
        #expect(header.version == Int64(FeedSchema.migrations.count))
        #expect(try database.read { try $0.checkIntegrity() }.isEmpty)
    }

    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func texts(_ sql: String) throws -> [String] {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { try String.fetchAll($0, sql: sql) }
    }

    @Test("moves many rows in transactions that hardly grow the file, and goes on where it was cut short")
    func moving() throws {
        try FileManager.default.removeItem(atPath: path)
        try ReleasedDatabase.write(to: path, version: 13)
        try change(
            """
            WITH RECURSIVE number (n) AS (SELECT 4 UNION ALL SELECT n + 1 FROM number WHERE n < 203)
            INSERT INTO page (id, collection, walk, number, part, items, request, sequence)
            SELECT n + 100, 2, 3, n, 0, 100, '/api/photos?page=' || n, 4194304 FROM number;
            WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 19999)
            INSERT INTO item (id, collection, key, page, rank, matches_latest_page, sequence, first_run, content_run,
                first_seen, updated, payload)
            SELECT n + 100, 2, 'many' || n, 104 + n / 100, n % 100 * 65536, 1, 4194304, 1, 1, 1795302936350, 1795302936350,
                '{"text": "' || hex(zeroblob(200)) || '"}' FROM number;
            INSERT INTO validator (page, etag, answered_by, elements)
            SELECT id, '"e"', 'https://api.example.com' || request, 100 FROM page WHERE id > 103;
            PRAGMA wal_checkpoint(TRUNCATE);
            CREATE TRIGGER halt BEFORE DELETE ON item WHEN old.id = 9000 BEGIN SELECT RAISE(ABORT, 'halt'); END
            """)
        let columns = "json_array(id, key, page, rank, sequence, version, first_seen, updated, change, payload)"
        let before = try texts("SELECT \(columns) FROM item ORDER BY id")
        let size = try #require(FileStamp.length(at: path))

        #expect(throws: StoreError.self) { try FeedDatabase(path: path).upgrade() }
        #expect(try FeedDatabase(path: path).state() == .older(schema: 13))
        // Who has no such step sees a newer file.
        #expect(try texts("PRAGMA user_version") == ["1000014"])
        let moved = try texts("SELECT count(*) FROM item_of_13")
        #expect(moved != ["0"] && moved != ["\(before.count)"])
        // A program that opened the file before can add nothing.
        #expect(throws: DatabaseError.self) {
            try change(
                """
                INSERT INTO item (collection, key, page, rank, matches_latest_page, sequence, first_run, content_run,
                    first_seen, updated, payload)
                SELECT collection, key, page, -rank, 1, sequence, 1, 1, 0, 0, payload FROM item_of_13 WHERE id = 200
                """)
        }

        try change("DROP TRIGGER halt")
        let database = try FeedDatabase(path: path)
        try database.upgrade()
        #expect(try database.state() == .present)
        database.closeConnections()
        #expect(try texts("SELECT \(columns) FROM item ORDER BY id") == before)
        #expect(try texts("SELECT count(*) FROM validator WHERE page > 103") == ["200"])
        #expect(try database.read { try $0.checkIntegrity() } == [])
        #expect(try #require(FileStamp.length(at: path)) < size * 13 / 10)
    }

    @Test("says of a run that was stopped that it was, which had the code of a connection")
    func stopped() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    UPDATE run_collection SET error_code = 'connection', error_message = 'interrupted before it was done'
                    WHERE error_code IS NOT NULL
                    """)
        }
        try queue.close()
        let database = try FeedDatabase(path: path)
        try database.write { _ in }
        let status = try database.read(source: "scripted") { try $0.status(of: "photos") }
        #expect(status.lastFailure?.code == .interrupted)
    }

    @Test("counts its impressions and taps as it did: a tap belongs to the impression it was counted with")
    func looks() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            for (number, tap) in ["'9', NULL, NULL, 3, 1", "'6', NULL, NULL, 2, 5", "'6', NULL, NULL, 2, 1"]
                .enumerated()
            {
                try db.execute(
                    sql: """
                        INSERT INTO event (source, key, kind, section, item, ad, serial, run, row, at, is_outgoing)
                        SELECT 1, 'k\(number)', 'tap', 'head', \(tap), max(at) + 1000, 1 FROM event
                        """)
            }
            try db.execute(
                sql: """
                    INSERT INTO event (source, key, kind, section, item, ad, serial, run, row, at, is_outgoing)
                    SELECT 1, 'k3', 'tap', 'head', NULL, 'ad0', 1, NULL, 8, max(at), 1 FROM event
                    """)
        }
        try queue.close()
        let database = try FeedDatabase(path: path)
        try database.write { _ in }
        try database.read(source: "scripted") { reader in
            let taps = try Int64?.fetchAll(reader.db, sql: "SELECT look FROM event WHERE key GLOB 'k?' ORDER BY key")
            #expect(taps == [7, 1, nil, 6])
            let counted = try Row.fetchAll(
                reader.db, sql: "SELECT count(*), sum(taps), sum(taps > 0), count(ended), count(began) FROM look")
            #expect(counted.map { $0.map { Int.fromDatabaseValue($0.1) } } == [[8, 3, 3, 8, 0]])
        }
    }

    @Test("shows the same when it is only read, and stays as it is", arguments: [false, true])
    func reading(writesFirst: Bool) throws {
        let bytes = try Data(contentsOf: URL(filePath: path))
        let database = try FeedDatabase(path: path)
        if writesFirst { try database.write { _ in } }
        try database.read(source: "scripted") { reader in
            let photos = try reader.list("photos")
            #expect(
                try photos.window(offset: 0, limit: 100).map(\.key)
                    == ["50", "1", "2", "4", "5", "6", "7", "8", "9", "10", "11", "12"])
            #expect(try photos.item("1")?.payload == #"{"id": 1, "updated_at": 99, "title": "edited"}"#)
            #expect(try photos.removed(offset: 0, limit: 9).map(\.key) == ["3"])
            let articles = try reader.list("articles")
            #expect(try articles.window(offset: 0, limit: 100).map(\.key) == ["1", "3", "4", "5"])
            #expect(try articles.removed(offset: 0, limit: 9).map(\.key) == ["2"])
            let slots = try reader.slotState(of: "head").slots.slots
            #expect(slots.map(\.ad.id) == ["ad0"])
            #expect(try reader.latestEndedRun() == 4)
        }
        if !writesFirst { #expect(try Data(contentsOf: URL(filePath: path)) == bytes) }
    }
}
