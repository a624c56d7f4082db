import FeedModel
import FeedSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FeedStore

@Suite("Reading a database")
struct ReadingTests {
    /// What is there before the first read.
    enum State: CaseIterable {
        case nothing, emptyFile, leftLog, closed, withLog, older, olderWithLog, backup

        var hasSource: Bool { answer != .missing && answer != .empty }

        var answer: DatabaseState {
            switch self {
            case .nothing, .leftLog: .missing
            case .emptyFile: .empty
            case .older, .olderWithLog: .older(schema: 4)
            case .closed, .withLog, .backup: .present
            }
        }
    }

    /// A file, to the byte and the time stamp.
    private struct File: Equatable {
        let bytes: Data
        let seconds: Int
        let nanoseconds: Int
        let mode: mode_t

        init(_ path: String) throws {
            var status = stat()
            try #require(stat(path, &status) == 0)
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            (seconds, nanoseconds, mode) = (time.tv_sec, time.tv_nsec, status.st_mode)
            bytes = try Data(contentsOf: URL(filePath: path))
        }
    }

    private let folder: TemporaryFolder
    private var path: String { folder.path("feed.db") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// All files but the shared memory, which is made anew where a log is read.
    private var files: [String: File] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return try Dictionary(
                uniqueKeysWithValues: names.filter { !$0.hasSuffix("-shm") }.map { ($0, try File(folder.path($0))) })
        }
    }

    private func make(_ state: State) throws {
        switch state {
        case .nothing: return
        case .emptyFile: return try folder.write("", "feed.db")
        // The file was moved away alone.
        case .leftLog: return try folder.write(String(repeating: "\0", count: 5_000), "feed.db-wal")
        case .closed, .withLog, .backup:
            let origin = folder.path("origin.db")
            let database = try FeedDatabase(path: origin)
            _ = try database.source(named: "s")
            if state == .backup {
                try database.backup(to: path)
            } else if state == .withLog {
                // As a crash leaves it.
                for suffix in ["", "-wal"] {
                    try FileManager.default.copyItem(atPath: origin + suffix, toPath: path + suffix)
                }
            }
        case .older, .olderWithLog:
            let queue = try DatabaseQueue(path: state == .older ? path : folder.path("origin.db"))
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                for step in FeedSchema.migrations.prefix(4) { try db.execute(sql: step.parts.joined()) }
                try db.execute(sql: "PRAGMA application_id = \(FeedSchema.applicationID); PRAGMA user_version = 4")
                try db.execute(sql: "INSERT INTO source (name) VALUES ('s')")
            }
            if state == .olderWithLog {
                for suffix in ["", "-wal"] {
                    try FileManager.default.copyItem(atPath: queue.path + suffix, toPath: path + suffix)
                }
            }
            try queue.close()
        }
        if state == .closed { try FileManager.default.moveItem(atPath: folder.path("origin.db"), toPath: path) }
        for suffix in ["", "-wal", "-shm"] { unlink(folder.path("origin.db") + suffix) }
    }

    @Test("changes no byte and no time stamp, and leaves no new file", arguments: State.allCases)
    func untouched(state: State) throws {
        try make(state)
        let before = try files
        do {
            let database = try FeedDatabase(path: path)
            for _ in 0..<2 {
                #expect(try database.read { try $0.sourceID(named: "s") } == (state.hasSource ? 1 : nil))
                #expect(try database.read { try $0.checkIntegrity() } == [])
            }
            let query = try ReadOnlyQuery("SELECT count(*) FROM source", in: database)
            #expect(try query.next() == [.integer(state.hasSource ? 1 : 0)])
            let commits = Commits(of: database)
            #expect(try commits.version() == commits.version())
            if state.hasSource { try database.backup(to: folder.path("copy")) }
        }
        unlink(folder.path("copy"))
        #expect(try files == before)
        if before["feed.db-wal"] == nil {
            #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
        }
    }

    @Test("a large one of an older schema is refused as it is, and read where it may be brought up to date")
    func largeOlder() throws {
        try make(.older)
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: "CREATE TABLE filler AS SELECT zeroblob(?) AS bytes", arguments: [ReadSource.mostCopied])
        }
        let before = try files
        #expect(throws: StoreError.older(path: path, version: 4)) {
            try FeedDatabase(path: path).read { try $0.sourceID(named: "s") }
        }
        #expect(throws: StoreError.older(path: path, version: 4)) {
            try FeedDatabase(path: path, isReadOnly: true, upgradesToRead: true).read { try $0.sourceID(named: "s") }
        }
        #expect(try files == before)
        let database = try FeedDatabase(path: path, upgradesToRead: true)
        #expect(try database.read { try $0.sourceID(named: "s") } == 1)
        #expect(try database.state() == .present)
    }

    @Test("for reading only says what is there, and neither writes nor brings up to date", arguments: State.allCases)
    func readOnly(state: State) throws {
        try make(state)
        let before = try files
        do {
            let database = try FeedDatabase(path: path, isReadOnly: true)
            #expect(try database.state() == state.answer)
            #expect(try files == before)
            #expect(throws: StoreError.readOnly(path: path)) { try database.source(named: "t") }
            #expect(throws: StoreError.readOnly(path: path)) { try database.prepare() }
            #expect(try database.read { try $0.sourceID(named: "s") } == (state.hasSource ? 1 : nil))
        }
        #expect(try files == before)
        _ = try FeedDatabase(path: path).source(named: "t")
        #expect(try FeedDatabase(path: path, isReadOnly: true).state() == .present)
    }

    @Test("sees what another connection writes later, and can write itself", arguments: State.allCases)
    func writtenLater(state: State) throws {
        try make(state)
        let database = try FeedDatabase(path: path)
        let watch = Commits(of: database)
        let seen = try watch.version()
        #expect(try database.read { try $0.sourceID(named: "t") } == nil)
        let other = try FeedDatabase(path: path)
        let id = try other.source(named: "t").id
        #expect(try database.read { try $0.sourceID(named: "t") } == id)
        #expect(try watch.version() != seen)
        let query = try ReadOnlyQuery("SELECT count(*) FROM source WHERE name = 't'", in: database)
        #expect(try query.next() == [.integer(1)])
        let mine = try database.source(named: "u").id
        #expect(try other.read { try $0.sourceID(named: "u") } == mine)
        #expect(try other.read { try Int.fetchOne($0.db, sql: "PRAGMA user_version") } == FeedSchema.migrations.count)
    }

    @Test("does not wait for another program that has the file to itself for writing")
    func foreignWriter() throws {
        try make(.closed)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE; DELETE FROM source") }
        #expect(try FeedDatabase(path: path).read { try $0.sourceID(named: "s") } == 1)
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    @Test("notices that the database is gone or another one", arguments: [State.closed, .older])
    func deleted(state: State) throws {
        try make(state)
        let database = try FeedDatabase(path: path)
        _ = try database.read { try $0.sourceID(named: "s") }
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        #expect(throws: StoreError.self) { try database.read { try $0.sourceID(named: "s") } }
        #expect(throws: StoreError.self) { try database.source(named: "u") }
        guard state == .closed else { return }
        // Another file by the same name; the one that is open keeps its number to itself.
        _ = try FeedDatabase(path: path).source(named: "s")
        #expect(throws: StoreError.self) { try database.read { try $0.sourceID(named: "s") } }
        #expect(throws: StoreError.self) { try database.source(named: "u") }
    }

    @Test(
        "and writing say what a database lacks, and so does the check",
        arguments: [
            ("DROP TABLE slot", "the table “slot” is missing"),
            ("DROP INDEX item_place", "the index “item_place” of the table “item” is missing"),
            (
                "DROP TRIGGER page_group_counts_items",
                "the trigger “page_group_counts_items” of the table “page” is missing"
            ),
            (
                "ALTER TABLE source DROP COLUMN sections_failures",
                "the column “sections_failures” of the table “source” is missing"
            ),
        ])
    func damaged(sql: String, part: String) throws {
        try make(.closed)
        let other = try DatabaseQueue(path: path)
        try other.writeWithoutTransaction { try $0.execute(sql: sql) }
        try other.close()
        let database = try FeedDatabase(path: path)
        #expect(try database.read { try $0.checkIntegrity() } == [part])
        #expect(throws: StoreError.damaged(path: path, reason: part)) { try database.source(named: "new") }
    }

    @Test("a table that is not there is damage")
    func missingTable() throws {
        try make(.closed)
        let other = try DatabaseQueue(path: path)
        try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF; DROP TABLE item") }
        try other.close()
        #expect(throws: StoreError.damaged(path: path, reason: "no such table: item")) {
            try FeedDatabase(path: path).read { _ = try Int.fetchOne($0.db, sql: "SELECT count(*) FROM item") }
        }
    }
}
