import Foundation
import GRDB
import Testing

@testable import FeedStore

@Suite("The check")
struct ConsistencyTests {
    @Test(
        "finds each kind of wrong state when it is made by hand",
        arguments: [
            ("UPDATE page SET items = items + 1 WHERE number = 1", "number of items"),
            ("UPDATE page_group SET items = items + 1", "sums are wrong"),
            ("DELETE FROM page_group", "without a page group"),
            ("UPDATE item SET collection = 2 WHERE key = '1'", "no page of their collection"),
            (
                """
                INSERT INTO tombstone (collection, key, reason, sequence, removed, removed_run, first_run, first_seen, updated)
                VALUES (1, '1', 'absent', 1, 1, 1, 1, 1, 1)
                """, "live and removed"
            ),
            ("UPDATE walk SET number = 1, pages = 0; UPDATE page SET walk = 9", "walks to come"),
            ("UPDATE item SET payload = '{' WHERE key = '1'", "not JSON"),
            ("UPDATE item SET change = 0 WHERE key = '1'", "items without the change"),
            ("UPDATE page SET change = 0 WHERE number = 1", "later change than their page"),
            ("UPDATE walk_progress SET change = 0", "walks without the change"),
            ("UPDATE stream SET change = 1", "a change to come"),
            ("UPDATE item SET page = 99 WHERE key = '1'", "no page of their collection"),
            ("PRAGMA foreign_keys = OFF; UPDATE page SET collection = 9 WHERE number = 1", "refers to a row"),
        ])
    func findings(sql: String, meaning: String) throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
        _ = try fixture.source.collection(named: "other")
        #expect(try fixture.inconsistencies == [])
        try fixture.write(sql)
        let findings = try fixture.inconsistencies
        #expect(findings.contains { $0.contains(meaning) }, "\(findings)")
    }

    /// The number of the first free page, and how many there are.
    @Test("finds a damaged list of free pages, and no backup is made of it", arguments: [33, 36])
    func freePages(byte: Int) throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
        fixture.database.closeConnections()
        let file = URL(filePath: fixture.database.path)
        var bytes = try Data(contentsOf: file)
        bytes[byte] = 9
        try bytes.write(to: file)
        let damaged = try FeedDatabase(path: file.path)
        let findings = try damaged.read { try $0.checkIntegrity() }
        #expect(findings.count == 1 && findings[0].contains("freelist"), "\(findings)")
        #expect { try damaged.backup(to: file.path + ".copy") } throws: { ($0 as? StoreError)?.code == "damaged" }
    }

    @Test("is not needed for a page that has items: it cannot be deleted, and a collection takes its items with it")
    func references() throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
        #expect(throws: DatabaseError.self) { try fixture.write("DELETE FROM page WHERE number = 1") }
        #expect(try fixture.inconsistencies == [])
        try fixture.write("PRAGMA foreign_keys = ON; DELETE FROM collection")
        #expect(try fixture.count("item") == 0)
        #expect(try fixture.count("page") == 0)
        #expect(try fixture.inconsistencies == [])
    }
}

extension StoreFixture {
    /// The number of rows of a table.
    fileprivate func count(_ table: String) throws -> Int? {
        try database.read { try Int.fetchOne($0.db, sql: "SELECT count(*) FROM \(table)") }
    }

    /// Changes the database without the store.
    fileprivate func write(_ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }
}
