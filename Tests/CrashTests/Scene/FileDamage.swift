import Foundation
import TestSupport

/// What disks, other programs and half a copy do to the files of a database.
struct FileDamage: CustomStringConvertible {
    private static let page = 4_096
    private static let kinds: [@Sendable (inout FileDamage, inout SeededGenerator) throws -> Void] = [
        flipBit, flipBits, swapPages, zeroPage, copyPage, cutFile, cutLog, flipBitsOfLog, setNumbers,
    ]

    let path: String
    private(set) var description = ""

    /// Damages a database.
    ///
    /// - Parameter kind: any number; each kind comes in turn.
    init(to path: String, kind: Int, using generator: inout SeededGenerator) throws {
        self.path = path
        try Self.kinds[kind % Self.kinds.count](&self, &generator)
    }

    private mutating func change(
        _ file: String, _ what: String, _ body: (inout [UInt8]) -> Void
    ) throws {
        let url = URL(filePath: path + file)
        var bytes = [UInt8](try Data(contentsOf: url))
        body(&bytes)
        try Data(bytes).write(to: url)
        description = "\(what) of feed.db\(file)"
    }

    private static func flip(_ range: Range<Int>, of bytes: inout [UInt8], using generator: inout SeededGenerator) {
        bytes[Int.random(in: range, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }

    private static func anyPage(of bytes: [UInt8], using generator: inout SeededGenerator) -> Range<Int> {
        let first = Int.random(in: 0..<bytes.count / page, using: &generator) * page
        return first..<first + page
    }

    // MARK: Kinds

    @Sendable private static func flipBit(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        try damage.change("", "a bit") { flip($0.indices, of: &$0, using: &generator) }
    }

    @Sendable private static func flipBits(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        try damage.change("", "twenty bits of a page") { bytes in
            let page = anyPage(of: bytes, using: &generator)
            for _ in 0..<20 { flip(page, of: &bytes, using: &generator) }
        }
    }

    @Sendable private static func swapPages(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        try damage.change("", "two swapped pages") { bytes in
            let (one, other) = (anyPage(of: bytes, using: &generator), anyPage(of: bytes, using: &generator))
            let kept = Array(bytes[one])
            bytes.replaceSubrange(one, with: bytes[other])
            bytes.replaceSubrange(other, with: kept)
        }
    }

    @Sendable private static func zeroPage(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        try damage.change("", "a zeroed page") { bytes in
            bytes.replaceSubrange(anyPage(of: bytes, using: &generator), with: [UInt8](repeating: 0, count: page))
        }
    }

    @Sendable private static func copyPage(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        try damage.change("", "a page over another") { bytes in
            let one = anyPage(of: bytes, using: &generator)
            bytes.replaceSubrange(one, with: bytes[anyPage(of: bytes, using: &generator)])
        }
    }

    @Sendable private static func cutFile(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        try damage.change("", "the end") { $0.removeSubrange(Int.random(in: $0.indices, using: &generator)...) }
    }

    /// What a process leaves that is killed: here a program that makes a change and copies the files before it ends.
    private mutating func leaveLog() throws {
        let files = ["", "-wal"].map { path + $0 }
        try PlainSQLite.write(
            path,
            """
            PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
            UPDATE item SET rank = rank + 1000000; UPDATE item SET rank = rank - 1000000; UPDATE run SET bytes = bytes + 1
            """
        ) {
            for file in files { try FileManager.default.copyItem(atPath: file, toPath: file + ".kept") }
        }
        for file in files {
            try? FileManager.default.removeItem(atPath: file)
            try FileManager.default.moveItem(atPath: file + ".kept", toPath: file)
        }
        try? FileManager.default.removeItem(atPath: path + "-shm")
    }

    @Sendable private static func cutLog(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        try damage.leaveLog()
        try damage.change("-wal", "the end") { $0.removeSubrange(Int.random(in: $0.indices, using: &generator)...) }
    }

    @Sendable private static func flipBitsOfLog(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        try damage.leaveLog()
        try damage.change("-wal", "bits") { bytes in
            for _ in 0..<3 { flip(bytes.indices, of: &bytes, using: &generator) }
        }
    }

    /// Numbers that a turned bit makes, in any column: what SQLite itself can only see where a rule of the table says so.
    @Sendable private static func setNumbers(_ damage: inout FileDamage, _ generator: inout SeededGenerator) throws {
        let columns = try PlainSQLite.texts(
            damage.path,
            """
            SELECT '"' || t.name || '" SET "' || c.name || '"' FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.type = 'INTEGER' ORDER BY 1
            """)
        let column = columns.randomElement(using: &generator) ?? ""
        let number = [Int64.min, -1 << 62, -1, 0, 1 << 40, 1 << 62, .max].randomElement(using: &generator) ?? 0
        let sql = "UPDATE OR IGNORE \(column) = \(number)"
        try PlainSQLite.write(damage.path, "PRAGMA ignore_check_constraints = ON; \(sql)") {}
        damage.description = sql
    }
}
