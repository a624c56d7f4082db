import FeedModel
import FeedSchema
import Foundation
import GRDB
import Testing

@testable import FeedStore

@Suite("The database file")
struct DatabaseFileTests {
    private let fixture: StoreFixture
    private var path: String { fixture.folder.appending(path: "other.db").path }

    init() throws {
        fixture = try StoreFixture()
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() }
    }

    /// A SQLite file made by `statements`.
    private func makeFile(_ statements: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: statements) }
        try queue.close()
    }

    @Test("a new file and its side files belong to the user alone")
    func modes() throws {
        let database = try FeedDatabase(path: path)
        _ = try database.source(named: "s")
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600) }
    }

    @Test("one that another process is writing to for long is busy, not broken")
    func busy() {
        let error = DatabaseError(resultCode: .SQLITE_BUSY, message: "database is locked")
        #expect(StoreError(error, path: path) == .busy(path: path))
        #expect(StoreError.busy(path: path).code == "busy")
    }

    @Test("a new file says whose it is")
    func marks() throws {
        let database = try FeedDatabase(path: path)
        _ = try database.source(named: "s")
        let marks = try DatabaseHeader(PlainConnection(path: path, .reading))
        #expect(marks.application == 0x4645_4544)
        #expect(marks.version == Int64(FeedSchema.migrations.count))
        let mode = try database.read { try String.fetchOne($0.db, sql: "PRAGMA journal_mode") }
        #expect(mode == "wal")
    }

    @Test("an empty file is taken, and belongs to the user alone from then on")
    func emptyFile() throws {
        try Data().write(to: URL(filePath: path))
        #expect(chmod(path, 0o644) == 0)
        let database = try FeedDatabase(path: path)
        #expect(try database.source(named: "s").collection(named: "c").name == "c")
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600) }
    }

    @Test("a database is opened again, and keeps what it had")
    func reopened() throws {
        let id = try FeedDatabase(path: path).source(named: "s").id
        #expect(try FeedDatabase(path: path).source(named: "s").id == id)
    }

    @Test(
        "a file of another kind is refused and left alone, to the byte",
        arguments: ["x", "hello, this is a letter", String(repeating: "SQLite format 2 ", count: 300)])
    func foreignFile(text: String) throws {
        let bytes = Data(text.utf8)
        try bytes.write(to: URL(filePath: path))
        let before = try names
        #expect(throws: StoreError.foreign(path: path)) { try FeedDatabase(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(try names == before)
    }

    @Test(
        "a SQLite file of another program is refused and left alone, in either journal mode",
        arguments: [
            "CREATE TABLE t (x)", "PRAGMA application_id = 7; CREATE TABLE t (x)", "PRAGMA user_version = 1",
            "PRAGMA journal_mode = WAL; CREATE TABLE t (x)",
        ])
    func foreignDatabase(statements: String) throws {
        try makeFile(statements)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let before = try names
        #expect(throws: StoreError.foreign(path: path)) { try FeedDatabase(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(try names == before)
    }

    @Test("a newer database is refused and left alone, in either journal mode", arguments: ["DELETE", "WAL"])
    func newer(journal: String) throws {
        try makeFile(
            """
            PRAGMA journal_mode = \(journal); PRAGMA application_id = \(FeedSchema.applicationID);
            PRAGMA user_version = 900; CREATE TABLE t (x)
            """)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let before = try names
        #expect(throws: StoreError.newer(path: path, version: 900)) { try FeedDatabase(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(try names == before)
    }

    @Test("a database whose log makes it newer is refused, and its log left alone")
    func newerInTheLog() throws {
        _ = try FeedDatabase(path: path).source(named: "s")
        let other = try DatabaseQueue(path: path)
        try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 900") }
        let before = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) }
        #expect(throws: StoreError.newer(path: path, version: 900)) { try FeedDatabase(path: path) }
        #expect(try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) } == before)
        try other.close()
    }

    @Test("a folder, a pipe and a place that is not there are errors of their own")
    func places() throws {
        let folder = fixture.folder.path
        #expect { try FeedDatabase(path: folder) } throws: { ($0 as? StoreError)?.code == "cannot_access" }
        #expect(mkfifo(path, 0o600) == 0)
        #expect { try FeedDatabase(path: path) } throws: { ($0 as? StoreError)?.code == "cannot_access" }
        #expect { try FeedDatabase(path: folder + "/no/feed.db") } throws: {
            ($0 as? StoreError)?.code == "cannot_create"
        }
    }

    @Test("paths with marks of URIs in them are paths")
    func strangePath() throws {
        let strange = fixture.folder.appending(path: "a?b#c%20 日本.db").path
        _ = try FeedDatabase(path: strange).source(named: "s")
        _ = try FeedDatabase(path: strange)
        #expect(FileManager.default.fileExists(atPath: strange))
    }

    @Test("many open a new database at once and all find it whole")
    func race() async throws {
        let folder = fixture.folder
        for round in 0..<10 {
            let path = folder.appending(path: "race\(round).db").path
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<6 { group.addTask { try FeedDatabase(path: path).source(named: "s").id } }
                for try await id in group { #expect(id == 1) }
            }
        }
    }

    @Test("a file that was deleted or replaced is noticed before a run begins")
    func deleted() throws {
        let database = try FeedDatabase(path: path)
        let source = try database.source(named: "s")
        _ = try RunStore.begin(.sync, of: source, process: 1, now: Instant(seconds: 1))
        unlink(path)
        #expect { try RunStore.begin(.sync, of: source, process: 1, now: Instant(seconds: 1)) } throws: {
            ($0 as? StoreError)?.code == "cannot_access"
        }
    }
}

@Suite("Migrations")
struct MigratorTests {
    @Test("steps are numbered without gaps")
    func numbers() {
        #expect(FeedSchema.migrations.map(\.version) == Array(1...FeedSchema.migrations.count))
        #expect(
            FeedSchema.migrations.allSatisfy {
                [1, 3].contains($0.parts.count) && !$0.parts[0].isEmpty && !$0.name.isEmpty
            })
    }

    private static func schema(_ queue: DatabaseQueue) throws -> [String] {
        try queue.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT sql || ';' FROM sqlite_schema WHERE sql NOT NULL AND name NOT GLOB 'sqlite_*'
                    ORDER BY type = 'trigger', type = 'index', rowid
                    """)
        }
    }

    @Test("to migrate again changes nothing")
    func again() throws {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction(Migrator.migrate)
        let before = try Self.schema(queue)
        try queue.writeWithoutTransaction(Migrator.migrate)
        #expect(try Self.schema(queue) == before)
        #expect(!before.isEmpty)
    }

    /// With `FEEDCACHE_SCHEMA`, by which `scripts/schema` calls, the schema is written to that file.
    @Test("a new database is what the steps make one by one")
    func whole() throws {
        let stepped = try DatabaseQueue()
        try stepped.writeWithoutTransaction(Migrator.applySteps)
        let schema = try Self.schema(stepped)
        if let file = ProcessInfo.processInfo.environment["FEEDCACHE_SCHEMA"] {
            let title = "-- What all migrations make together, for a new database. Written by scripts/schema."
            try Data(([title] + schema).joined(separator: "\n").appending("\n").utf8).write(to: URL(filePath: file))
            return
        }
        let made = try DatabaseQueue()
        try made.writeWithoutTransaction(Migrator.migrate)
        #expect(try Self.schema(made) == schema, "write it anew with scripts/schema")
        func marks(_ queue: DatabaseQueue) throws -> [Int64?] {
            try queue.read { db in
                let tables = try String.fetchAll(
                    db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                let marks = ["PRAGMA application_id", "PRAGMA user_version"]
                return try (tables.map { "SELECT count(*) FROM \"\($0)\"" } + marks).map {
                    try Int64.fetchOne(db, sql: $0)
                }
            }
        }
        #expect(try marks(made) == marks(stepped))
    }

    @Test("the hash of the schema is that of what the steps make, and of nothing less")
    func digest() throws {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction(Migrator.migrate)
        let digest = try queue.read(SchemaParts.digest)
        #expect(digest == FeedSchema.digest, "it is 0x\(String(digest, radix: 16, uppercase: true))")
        #expect(try queue.read(SchemaParts.missing) == [])
        try queue.write { try $0.execute(sql: "CREATE TABLE another (x)") }
        #expect(try queue.read(SchemaParts.digest) != FeedSchema.digest)
        #expect(try queue.read(SchemaParts.missing) == [])
        try queue.write { try $0.execute(sql: "DROP TABLE another; DROP INDEX item_place") }
        #expect(try queue.read(SchemaParts.missing) == ["the index “item_place” of the table “item” is missing"])
    }

    @Test("a step that fails leaves nothing")
    func failure() throws {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE problem (x)") }
        #expect(throws: DatabaseError.self) { try queue.writeWithoutTransaction(Migrator.migrate) }
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") } == 1)
        #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 0)
    }
}
