import FeedModel
import Foundation
import GRDB
import Testing

@testable import FeedStore

@Suite("The log beside a slow reader of changes")
struct ChangeLogTests {
    private func withReader(_ body: (StoreFixture, inout ChangeReader) throws -> Void) throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough((0..<40).map { page in (0..<10).map { "\(page) \($0)" } })
        var reader = ChangeReader(fixture.database, program: "test", host: "h") { Instant(seconds: 9) }
        try body(fixture, &reader)
    }

    /// Writes about a mebibyte.
    private func write(_ fixture: StoreFixture, round: Int) throws {
        let body = #"["\#(String(repeating: "\(round % 10)", count: 1 << 20))"]"#
        try fixture.database.writeStamped { db, stamp in
            let change = try stamp.number()
            try db.execute(
                sql: "UPDATE item SET payload = ?, change = ? WHERE id = (SELECT min(id) FROM item)",
                arguments: [body, change])
            try db.execute(
                sql: "UPDATE page SET change = ? WHERE id = (SELECT page FROM item WHERE change = ?)",
                arguments: [change, change])
        }
    }

    @Test("can be emptied between two chunks: none of them leaves a transaction open")
    func checkpoints() throws {
        try withReader { fixture, reader in
            let other = try DatabaseQueue(path: fixture.database.path)
            var chunks = 0
            while try !reader.next(ChangeReader.Limits(lines: 20)).isComplete {
                chunks += 1
                if chunks < 20 { try write(fixture, round: chunks) }
                // It fails where somebody reads.
                try other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
                let size = try FileManager.default.attributesOfItem(atPath: "\(fixture.database.path)-wal")[.size]
                #expect(size as? Int == 0)
            }
            #expect(chunks >= 20)
        }
    }

    @Test("stays below 64 MiB, however much is written between two chunks")
    func size() throws {
        try withReader { fixture, reader in
            var (largest, written, chunks) = (0, 0, 0)
            while try !reader.next(ChangeReader.Limits(lines: 20)).isComplete {
                chunks += 1
                guard chunks < 20 else { continue }
                for _ in 0..<6 {
                    try write(fixture, round: written)
                    written += 1
                    let size = try FileManager.default.attributesOfItem(atPath: "\(fixture.database.path)-wal")[.size]
                    largest = max(largest, size as? Int ?? .max)
                }
            }
            #expect(written > 100 && largest < 64 << 20, "\(largest) bytes")
        }
    }

    @Test("a chunk ends after a page when the time is up")
    func time() throws {
        try withReader { _, reader in
            var lines: [Int] = []
            var isComplete = false
            while !isComplete {
                let chunk = try reader.next(ChangeReader.Limits(seconds: 0))
                lines.append(chunk.lines.count { $0.kind == .item })
                isComplete = chunk.isComplete
            }
            #expect(lines.max() == 10 && lines.reduce(0, +) == 400)
        }
    }
}
