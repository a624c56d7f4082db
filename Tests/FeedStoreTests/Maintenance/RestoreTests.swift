import Foundation
import GRDB
import Testing

@testable import FeedStore

@Suite("A restore")
struct RestoreTests {
    private let fixture: StoreFixture
    private var path: String { fixture.database.path }
    private var backup: String { fixture.folder.appending(path: "backup.db").path }

    /// The backup has 1, 2 and 3; the database 1 to 5.
    init() throws {
        fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
        try fixture.database.backup(to: backup)
        try fixture.nextRun()
        try fixture.walkThrough([["1", "2", "3"], ["4", "5"]])
    }

    private func ids(_ database: FeedDatabase) throws -> [String] {
        try database.read(source: "test") { try $0.list("list").keys() }
    }

    private func restore() throws { try DatabaseRestore(of: path, from: backup).run() }

    @Test("is seen by those who have the database open, whole, and they write on")
    func openReaders() throws {
        let other = try FeedDatabase(path: path)
        #expect(try ids(other) == ["1", "2", "3", "4", "5"])
        try other.read(source: "test") { reader in
            try restore()
            // A snapshot is one to its end.
            #expect(try reader.list("list").keys().count == 5)
        }
        #expect(try ids(other) == ["1", "2", "3"])
        #expect(try ids(fixture.database) == ["1", "2", "3"])
        try fixture.nextRun()
        try fixture.walkThrough([["1", "2", "3", "6"]])
        #expect(try ids(other) == ["1", "2", "3", "6"])
        #expect(try other.read { try $0.checkIntegrity() } == [])
    }

    @Test(
        "works where the database is missing or damaged, and its old log beside it",
        arguments: ["missing", "empty", "schema", "pages", "cut"], [true, false])
    func damaged(state: String, hasLog: Bool) throws {
        // A log that is not in the file yet, as a killed process leaves it.
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        #expect(!log.isEmpty)
        fixture.database.closeConnections()
        var bytes = try Data(contentsOf: URL(filePath: path))
        switch state {
        case "missing": try FileManager.default.removeItem(atPath: path)
        case "empty": try Data().write(to: URL(filePath: path))
        case "schema": bytes.resetBytes(in: 100..<4_096)
        case "pages": bytes.resetBytes(in: 4_096..<bytes.count)
        case "cut": bytes = bytes.prefix(bytes.count / 2 + 100)
        default: break
        }
        if state != "missing", state != "empty" { try bytes.write(to: URL(filePath: path)) }
        if hasLog { try log.write(to: URL(filePath: path + "-wal")) }
        try restore()
        let restored = try FeedDatabase(path: path)
        #expect(try ids(restored) == ["1", "2", "3"])
        #expect(try restored.read { try $0.checkIntegrity() } == [])
    }

    @Test("works where the database has pages of another size, or says that it has", arguments: [true, false])
    func pageSize(isDamaged: Bool) throws {
        fixture.database.closeConnections()
        if isDamaged {
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[16] = 0x20
            try bytes.write(to: URL(filePath: path))
        } else {
            let pragmas = ["journal_mode = DELETE", "page_size = 8192"]
            for pragma in pragmas { try PlainConnection(path: path, .tidying).execute("PRAGMA \(pragma); VACUUM") }
        }
        try restore()
        #expect(try PlainConnection(path: path, .reading).text("PRAGMA journal_mode") == "wal")
        #expect(try ids(FeedDatabase(path: path)) == ["1", "2", "3"])
        #expect(try FeedDatabase(path: path).read { try $0.checkIntegrity() } == [])
    }

    @Test("leaves a file that is not ours as it is")
    func foreign() throws {
        let text = Data(String(repeating: "precious ", count: 1_000).utf8)
        let file = fixture.folder.appending(path: "diary.txt")
        try text.write(to: file)
        #expect(throws: StoreError.foreign(path: file.path)) { try DatabaseRestore(of: file.path, from: backup) }
        #expect(throws: StoreError.noBackup(path: file.path)) { try DatabaseRestore(of: path, from: file.path) }
        #expect(try Data(contentsOf: file) == text)
    }

    /// The versions that a program has to know to write and to read it.
    @Test("that cannot write over a damaged file says so, and leaves it", arguments: [18, 19])
    func irreplaceable(byte: Int) throws {
        fixture.database.closeConnections()
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[byte] = 9
        try bytes.write(to: URL(filePath: path))
        #expect(throws: StoreError.irreplaceable(path: path)) { try restore() }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    /// A journal from which SQLite would undo a transaction of another database.
    private func writeJournal(beside name: String) throws {
        let other = try DatabaseQueue(path: fixture.folder.appending(path: "\(UUID().uuidString).db").path)
        try other.writeWithoutTransaction { db in
            try db.execute(
                sql: "CREATE TABLE t (x); PRAGMA cache_size = 2; BEGIN; INSERT INTO t VALUES (zeroblob(100000))")
            try FileManager.default.copyItem(atPath: other.path + "-journal", toPath: name + "-journal")
            try db.execute(sql: "ROLLBACK")
        }
    }

    @Test("undoes no transaction of another file in the backup, nor in a file that is not ours")
    func foreignJournal() throws {
        let text = fixture.folder.appending(path: "diary.txt")
        try Data(String(repeating: "precious ", count: 1_000).utf8).write(to: text)
        let files = [URL(filePath: backup), text]
        let before = try files.map { try Data(contentsOf: $0) }
        for file in files { try writeJournal(beside: file.path) }
        #expect(throws: StoreError.logged(path: backup)) { try restore() }
        #expect(throws: StoreError.foreign(path: text.path)) { try FeedDatabase(path: text.path) }
        #expect(try files.map { try Data(contentsOf: $0) } == before)
        #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0.path + "-journal") })
        #expect(try ids(fixture.database) == ["1", "2", "3", "4", "5"])
    }

    @Test(
        "of what is no whole backup changes nothing",
        arguments: [
            ("damaged", "damaged"), ("text", "foreign"), ("empty", "foreign"), ("missing", "foreign"),
            ("inconsistent", "damaged"), ("logged", "logged"), ("newer", "newer"),
        ])
    func noBackup(state: String, code: String) throws {
        let url = URL(filePath: backup)
        var bytes = try Data(contentsOf: url)
        switch state {
        case "damaged": bytes.resetBytes(in: 8_192..<bytes.count)
        case "text": bytes = Data(String(repeating: "precious ", count: 1_000).utf8)
        case "empty": bytes = Data()
        case "logged": try Data(count: 64).write(to: URL(filePath: backup + "-wal"))
        default: break
        }
        try bytes.write(to: url)
        if state == "missing" { try FileManager.default.removeItem(at: url) }
        let statement = ["inconsistent": "DELETE FROM stream", "newer": "PRAGMA user_version = 999"][state]
        if let statement { try PlainConnection(path: backup, .tidying).execute(statement) }
        #expect { try restore() } throws: { ($0 as? StoreError)?.code == code }
        #expect(try ids(fixture.database) == ["1", "2", "3", "4", "5"])
    }

    @Test("finds a database that says that it is older than it is damaged, as each read and write does")
    func lowVersion() throws {
        fixture.database.closeConnections()
        try PlainConnection(path: path, .tidying).execute("PRAGMA user_version = 12")
        let database = try FeedDatabase(path: path)
        #expect { try database.read { try $0.checkIntegrity() } } throws: { ($0 as? StoreError)?.code == "damaged" }
        #expect { try database.source(named: "test") } throws: { ($0 as? StoreError)?.code == "damaged" }
        try restore()
        #expect(try ids(FeedDatabase(path: path)) == ["1", "2", "3"])
    }
}
