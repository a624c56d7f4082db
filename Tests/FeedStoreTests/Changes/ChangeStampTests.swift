import FeedModel
import Foundation
import GRDB
import Testing

@testable import FeedStore

@Suite("The numbers of changes")
struct ChangeStampTests {
    private func changes(_ fixture: StoreFixture, _ sql: String) throws -> [Int64] {
        try fixture.database.read { try Int64.fetchAll($0.db, sql: sql) }
    }

    private func change(_ fixture: StoreFixture) throws -> Int64 {
        try changes(fixture, "SELECT change FROM stream")[0]
    }

    @Test("a transaction has one number, which what it wrote and its pages have")
    func insertion() throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]], finishes: false)
        let last = try change(fixture)
        #expect(try changes(fixture, "SELECT change FROM item ORDER BY key") == [last - 1, last - 1, last])
        #expect(try changes(fixture, "SELECT change FROM page ORDER BY number") == [last - 1, last])
        #expect(try changes(fixture, "SELECT change FROM walk_progress") == [last])
        #expect(try fixture.inconsistencies == [])
    }

    @Test("pages that are met again unchanged, and their items, keep their numbers")
    func unchanged() throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
        let items = try changes(fixture, "SELECT change FROM item ORDER BY key")
        let pages = try changes(fixture, "SELECT change FROM page ORDER BY number")
        try fixture.nextRun()
        try fixture.walkThrough([["1", "2"], ["3"]])
        #expect(try changes(fixture, "SELECT change FROM item ORDER BY key") == items)
        #expect(try changes(fixture, "SELECT change FROM page ORDER BY number") == pages)
        #expect(try fixture.inconsistencies == [])
    }

    @Test("an update, a move, a removal and a return are numbered, and only they")
    func changes() throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2", "3"], ["4", "5", "6"]])
        func stamped(by write: () throws -> Void) throws -> [String] {
            let before = try change(fixture)
            try fixture.nextRun()
            try write()
            #expect(try fixture.inconsistencies == [])
            return try fixture.database.read {
                try String.fetchAll(
                    $0.db,
                    sql: """
                        SELECT key FROM item WHERE change > ?1 UNION ALL
                        SELECT '-' || key FROM tombstone WHERE change > ?1 ORDER BY 1
                        """, arguments: [before])
            }
        }
        #expect(try stamped { try fixture.writeDelta([TestItem("2", version: 2)]) } == ["2"])
        #expect(try stamped { try fixture.walkThrough([["1", "3", "2"], ["4", "5", "6"]]) } == ["3"])
        #expect(try stamped { try fixture.writeDelta([TestItem("5", version: 2, isTombstone: true)]) } == ["-5"])
        #expect(try stamped { try fixture.writeDelta([TestItem("5", version: 3)]) } == ["5"])
        #expect(try stamped { try fixture.walkTwice([["1", "3", "2"], ["4", "6"]], allowsShrink: true) } == ["-5"])
    }

    @Test("items of a page that is the server's no more are numbered")
    func release() throws {
        let fixture = try StoreFixture()
        let walk = WalkStore(
            database: fixture.database, source: fixture.source.id, collection: fixture.collection.id,
            run: fixture.run.id, partSize: 2)
        func write(_ ids: [String]) throws {
            let state = try walk.begin(kind: .sync, fingerprint: "f", first: "1", now: fixture.now)
            let (page, items) = TestItem.listPage(ids.map { TestItem($0) }, sequence: fixture.nextSequence())
            _ = try walk.write(page, items, walk: state.number, now: fixture.now)
        }
        try write(["1", "2", "3", "4"])
        let before = try change(fixture)
        try write(["1", "2"])
        #expect(try changes(fixture, "SELECT key FROM item WHERE change > \(before) ORDER BY key") == [3, 4])
        #expect(try fixture.inconsistencies == [])
    }

    @Test("a transaction that tells nothing takes no number; one that fails gives its number back")
    func numbers() throws {
        let fixture = try StoreFixture()
        let before = try change(fixture)
        _ = try fixture.source.reserveRequests(10)
        #expect(try change(fixture) == before)
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try fixture.database.writeStamped { _, stamp in
                _ = try stamp.number()
                throw Failure()
            }
        }
        #expect(try change(fixture) == before)
    }

    @Test("whoever writes after another process, or on a file that was put back, leaves a mark")
    func marks() throws {
        let fixture = try StoreFixture()
        func mark(_ database: FeedDatabase) throws -> Int64? {
            try database.writeStamped { db, stamp in
                let number = try stamp.number()
                return try db.row("SELECT mark FROM stream_mark WHERE first_change = ?", [number])?.hash(0)
            }
        }
        #expect(try mark(fixture.database) == nil)
        let other = try FeedDatabase(path: fixture.database.path)
        let first = try #require(try mark(other))
        #expect(try mark(other) == nil)
        let second = try #require(try mark(fixture.database))
        #expect(try mark(fixture.database) == nil)
        try fixture.database.write { try $0.execute(sql: "UPDATE stream SET change = change - 1") }
        let third = try #require(try mark(fixture.database))
        #expect(Set([first, second, third]).count == 3)
    }

    @Test("pruning notes the greatest number of the tombstones that go")
    func pruning() throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"]])
        try fixture.writeDelta([TestItem("2", version: 2, isTombstone: true)])
        let removal = try change(fixture)
        try fixture.nextRun()
        try fixture.nextRun()
        #expect(try changes(fixture, "SELECT pruned FROM stream") == [0])
        let report = try fixture.database.prune(
            PruneOptions(removedItems: .seconds(0), syncs: 1), now: Instant(seconds: 1_000))
        #expect(report.tombstones == 1)
        #expect(try changes(fixture, "SELECT pruned FROM stream") == [removal])
    }
}
