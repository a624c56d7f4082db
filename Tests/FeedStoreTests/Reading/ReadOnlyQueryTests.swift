import FeedModel
import FeedSchema
import Foundation
import Testing

@testable import FeedStore

@Suite("A user's query")
struct ReadOnlyQueryTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
    }

    private func rows(_ sql: String) throws -> [[SQLValue]] {
        let query = try ReadOnlyQuery(sql, in: fixture.database)
        var rows: [[SQLValue]] = []
        while let row = try query.next() { rows.append(row) }
        return rows
    }

    @Test("a parameter is refused by its name, as nothing gives it a value")
    func parameters() {
        for (sql, name) in [
            ("select ?1", "?1"), ("select :name", ":name"), ("select @a, $b", "@a"), ("select ?9", "?9"),
            ("select ?", "?"), ("select 1 where 'a' = ?2", "?2"),
        ] {
            #expect { try rows(sql) } throws: { error in
                guard case .badQuery(let reason)? = error as? StoreError else { return false }
                return reason.contains("“\(name)”")
            }
        }
        #expect(throws: Never.self) { try rows("select '?1', ':name' -- ?2") }
    }

    @Test("values come in their own types")
    func types() throws {
        let query = try ReadOnlyQuery(
            "SELECT NULL AS a, 9223372036854775807, 0.5, '日本\u{1F363}', x'00ff', ''",
            in: fixture.database)
        #expect(query.columns.first == "a")
        let row = try query.next()
        #expect(row == [.null, .integer(.max), .real(0.5), .text("日本\u{1F363}"), .blob([0, 255]), .text("")])
        #expect(try query.next() == nil)
    }

    @Test(
        "what reads is run",
        arguments: [
            "SELECT * FROM item", "select count(*) as n from sqlite_master where type = 'table';",
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 9) SELECT x FROM n",
            "SELECT payload ->> 'id' FROM item", "EXPLAIN QUERY PLAN SELECT * FROM item", "PRAGMA table_info(item)",
            "SELECT name FROM pragma_table_info('item')", "PRAGMA user_version", "PRAGMA integrity_check", "VALUES (1)",
            "-- a comment\n; ;SELECT 1 -- and one after\n; /* x */", "SELECT sqlite_version()",
            "SELECT item.key, json_each.key, value FROM item, json_each(payload)",
        ])
    func reading(sql: String) throws {
        #expect(try !rows(sql).isEmpty)
    }

    @Test(
        "what writes, reaches another file or is no single statement is refused, and nothing happens",
        arguments: [
            "DELETE FROM sqlite_master", "DROP TABLE item", "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)",
            "CREATE TEMP VIEW v AS SELECT 1", "ATTACH 'FOLDER/x.db' AS x", "ATTACH ':memory:' AS x", "DETACH main",
            "PRAGMA user_version = 3", "PRAGMA user_version(3)", "PRAGMA journal_mode = DELETE", "PRAGMA journal_mode",
            "PRAGMA writable_schema = 1", "PRAGMA query_only = 0", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA optimize",
            "PRAGMA temp_store_directory = '/tmp'", "INSERT INTO sqlite_sequence VALUES (1, 2)",
            "UPDATE item SET key = 'x'", "REPLACE INTO source (name) VALUES ('x')", "VACUUM",
            "VACUUM INTO 'FOLDER/x.db'",
            "BEGIN", "BEGIN IMMEDIATE", "SAVEPOINT s", "COMMIT", "REINDEX", "ANALYZE", "ALTER TABLE item RENAME TO x",
            "SELECT load_extension('x')", "SELECT FTS3_TOKENIZER('simple')", "SELECT fts3_tokenizer('x', x'00')",
            "SELECT readfile('FOLDER/x.db')", "SELECT edit('x')", "SELECT zipfile('x', 'y')",
            "SELECT * FROM pragma_journal_mode", "SELECT writefile('FOLDER/x.db', 'x')",
            "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE item", "SELECT 1; nonsense", "", " ;; -- nothing", "SELEC 1",
            "SELECT 1\u{0}; SELECT 2", "SELECT * FROM nowhere", "EXPLAIN DELETE FROM item",
        ])
    func refused(sql: String) throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        let sql = sql.replacing("FOLDER", with: fixture.folder.path)
        #expect { try rows(sql) } throws: { ($0 as? StoreError)?.code == "bad_query" }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == before)
        #expect(try fixture.ids == ["1", "2", "3"])
        #expect(try rows("PRAGMA user_version") == [[.integer(Int64(FeedSchema.migrations.count))]])
    }

    @Test("a result without end is read row by row")
    func stream() throws {
        let query = try ReadOnlyQuery(
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, zeroblob(10000) FROM n",
            in: fixture.database)
        for row in 1...5_000 { #expect(try query.next()?.first == .integer(Int64(row))) }
    }

    @Test(
        "a value that is too long is an error, not a minute of waiting",
        arguments: ["hex(zeroblob(100000000))", "zeroblob(200000000)"])
    func length(expression: String) throws {
        #expect(throws: StoreError.badQuery(reason: "string or blob too big")) {
            try rows("SELECT length(\(expression))")
        }
        // Where it makes the text itself, SQLite gives none.
        #expect(try rows("SELECT printf('%.*c', 1000000000, 'x')") == [[.null]])
    }

    @Test("a query without end stops when its task is cancelled")
    func cancelled() async throws {
        let path = fixture.database.path
        let task = Task {
            let query = try ReadOnlyQuery(
                "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n",
                in: FeedDatabase(path: path))
            return try query.next()
        }
        task.cancel()
        await #expect(throws: StoreError.badQuery(reason: "it was stopped")) { try await task.value }
    }

    @Test("a reader sees one state from its first row to its last, whatever is written meanwhile")
    func snapshot() throws {
        let query = try ReadOnlyQuery("SELECT key FROM item ORDER BY key", in: fixture.database)
        #expect(try query.next() == [.text("1")])
        try fixture.nextRun()
        try fixture.walkTwice([["9"]])
        #expect(try query.next() == [.text("2")])
        #expect(try query.next() == [.text("3")])
        #expect(try query.next() == nil)
        #expect(try fixture.ids == ["9"])
    }

    @Test("a file that is not there is empty, and is not made")
    func missing() throws {
        let path = fixture.folder.appending(path: "missing.db").path
        let query = try ReadOnlyQuery("SELECT count(*) FROM item", in: FeedDatabase(path: path))
        #expect(try query.next() == [.integer(0)])
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
