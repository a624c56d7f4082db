import FeedModel
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FeedStore

/// What is read a part at a time goes on after the last row of the part before. In a damaged table that may be an earlier one.
@Suite("Rows out of their order")
struct OutOfOrderTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2", "3", "4", "5"]])
        for _ in 0..<4 { try fixture.nextRun() }
    }

    /// A copy in which the last row of a table has the number of its first.
    private func damaged(_ table: String) throws -> FeedDatabase {
        let path = fixture.folder.appending(path: "damaged.db").path
        try fixture.database.backup(to: path)
        let (page, size): (Int, Int) = try fixture.database.read { snapshot in
            let root: Int? = try snapshot.db.value("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table])
            let size: Int? = try snapshot.db.value("PRAGMA page_size")
            return (root ?? 1, size ?? 4_096)
        }
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let start = (page - 1) * size
        func number(_ place: Int) -> Int { Int(bytes[start + place]) << 8 | Int(bytes[start + place + 1]) }
        // A table of one page.
        let kind = bytes[start]
        try #require(kind == 0x0D)
        var cell = start + number(8 + 2 * (number(3) - 1))
        // The length of the row, of 7 bits a byte, is before its number.
        while bytes[cell] & 0x80 != 0 { cell += 1 }
        let last = bytes[cell + 1]
        try #require(last == 5)
        bytes[cell + 1] = 1
        try Data(bytes).write(to: URL(filePath: path))
        return try FeedDatabase(path: path)
    }

    private func isDamage(_ error: any Error) -> Bool {
        if case StoreError.damaged = error { true } else { false }
    }

    @Test("end the reading of items by other rules")
    func items() throws {
        let database = try damaged("item")
        let source = try database.source(named: "test")
        let run = try RunStore.begin(.sync, of: source, process: 1, now: fixture.now)
        let calls = Mutex(0)
        let sequence = fixture.nextSequence()
        #expect {
            try source.collection(named: "list").reparsePayloads(
                by: "rules", in: run.id, sequence: sequence, now: fixture.now
            ) { array in
                let count = calls.withLock { count in
                    count += 1
                    return count
                }
                if count > 9 { throw CancellationError() }
                return String(decoding: array, as: UTF8.self).split(separator: "},").map { _ in
                    DecodedItem(
                        payload: 0..<0, identity: .id("\(count)"), versionText: nil, version: .none, isTombstone: false)
                }
            }
        } throws: {
            isDamage($0)
        }
    }

    @Test("end the change stream")
    func changes() throws {
        let database = try damaged("run")
        var reader = ChangeReader(database, after: nil, program: "test", host: "h") { Instant(seconds: 9) }
        #expect {
            for _ in 0..<100 where try reader.next(ChangeReader.Limits(lines: 1)).isComplete { return }
        } throws: {
            isDamage($0)
        }
    }
}
