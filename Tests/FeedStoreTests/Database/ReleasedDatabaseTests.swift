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

    @Test("keeps every value of every row when the first write brings it to the present schema")
    func rows() throws {
        // Validators are the exception: those of before do not say which URL answered, so pages are asked for anew.
        let renamed = ["held_back": "awaits_walk"]
        var before = try content()
        before["validator"] = nil
        #expect(before.values.map(\.count).reduce(0, +) > 60)
        let database = try FeedDatabase(path: path)
        try database.write { _ in }
        let after = try content()
        for (table, rows) in before {
            let kept = try #require(after[table])
            #expect(kept.count == rows.count, "\(table)")
            for (old, new) in zip(rows, kept) {
                for (column, value) in old {
                    #expect(new[renamed[column] ?? column] == value, "\(table).\(column)")
                }
            }
        }
        let marks = try DatabaseMarks(PlainConnection(path: path, .reading))
        #expect(marks.version == Int64(FeedSchema.migrations.count))
        #expect(try database.read { try $0.findInconsistencies() }.isEmpty)
    }

    @Test("shows the same when it is only read, and stays as it is", arguments: [false, true])
    func reading(writesFirst: Bool) throws {
        let bytes = try Data(contentsOf: URL(filePath: path))
        let database = try FeedDatabase(path: path)
        if writesFirst { try database.write { _ in } }
        try database.read { reader in
            let photos = try reader.list("photos", source: "scripted")
            #expect(
                try photos.window(offset: 0, limit: 100).map(\.key)
                    == ["50", "1", "2", "4", "5", "6", "7", "8", "9", "10", "11", "12"])
            #expect(try photos.item("1")?.payload == #"{"id": 1, "updated_at": 99, "title": "edited"}"#)
            #expect(try photos.removed(offset: 0, limit: 9).map(\.key) == ["3"])
            let articles = try reader.list("articles", source: "scripted")
            #expect(try articles.window(offset: 0, limit: 100).map(\.key) == ["1", "3", "4", "5"])
            #expect(try articles.removed(offset: 0, limit: 9).map(\.key) == ["2"])
            let slots = try reader.slotState(of: "head", source: "scripted").slots.slots
            #expect(slots.map(\.ad.id) == ["ad0"])
            #expect(try reader.settledRun(source: "scripted") == 4)
        }
        if !writesFirst { #expect(try Data(contentsOf: URL(filePath: path)) == bytes) }
    }
}
