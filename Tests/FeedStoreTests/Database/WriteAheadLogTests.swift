import Foundation
import GRDB
import TestSupport
import Testing

@testable import FeedStore

@Suite("The log of a database", .timeLimit(.minutes(10)))
struct WriteAheadLogTests {
    private static let kibibyte = 1_024
    private static let mebibyte = 1_048_576

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("feed.db")
    }

    private func open(step: Int, readerTimeout: Duration) throws -> (FeedDatabase, WriteAheadLog) {
        let log = WriteAheadLog(databasePath: path, step: step, readerTimeout: readerTimeout)
        return (try FeedDatabase(resolved: path, log: log), log)
    }

    /// A transaction that adds about `bytes`.
    private func write(_ database: FeedDatabase, _ bytes: Int) throws {
        try database.write { db in
            try db.execute(sql: "CREATE TABLE IF NOT EXISTS load (bytes BLOB)")
            try db.execute(sql: "INSERT INTO load VALUES (zeroblob(?))", arguments: [bytes])
        }
    }

    /// A connection of another process, on which a transaction stays open.
    private func reader() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func begin(_ reader: DatabaseQueue) throws -> Int {
        try reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM load") ?? 0
        }
    }

    private static func end(_ reader: DatabaseQueue) throws {
        try reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    }

    @Test("is in the file when a time of writing ends, though the database stays open")
    func rest() throws {
        let (database, log) = try open(step: 4 * Self.mebibyte, readerTimeout: .milliseconds(5))
        try write(database, Self.mebibyte)
        try write(database, 1)
        database.rest()
        #expect(log.size > 0)
        let copy = folder.path("copy.db")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let queue = try DatabaseQueue(path: copy)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM load") } == 2)
        #expect(try database.read { try Int.fetchOne($0.db, sql: "SELECT count(*) FROM load") } == 2)
    }

    @Test("is gone when the database is closed; what is read or written later opens that again")
    func closed() throws {
        let (database, _) = try open(step: 4 * Self.mebibyte, readerTimeout: .milliseconds(5))
        func rows() throws -> Int? {
            try database.read { try Int.fetchOne($0.db, sql: "SELECT count(*) FROM load") }
        }
        for count in 1...3 {
            try write(database, 1)
            #expect(try rows() == count)
            database.closeConnections()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["feed.db"])
            #expect(try rows() == count)
        }
    }

    @Test("grows by what is written while there is a reader, and is cut when that ends")
    func longRead() throws {
        let (database, log) = try open(step: 4 * Self.mebibyte, readerTimeout: .milliseconds(5))
        try write(database, 1)
        let reader = try reader()
        let seen = try Self.begin(reader)
        let before = log.size
        for _ in 1...40 { try write(database, 512 * Self.kibibyte) }
        #expect(try reader.writeWithoutTransaction { try Int.fetchOne($0, sql: "SELECT count(*) FROM load") } == seen)
        // What was written, and a little for the pages that lead to it.
        #expect(log.size - before > 20 * Self.mebibyte)
        #expect(log.size - before < 22 * Self.mebibyte)
        try Self.end(reader)
        // The first write finds the log copied, the second begins it anew.
        for _ in 1...2 { try write(database, 1) }
        #expect(log.size <= 16 * Self.mebibyte)
    }

    @Test("does not grow without bound although there is never a moment without a reader")
    func readersWithoutAGap() async throws {
        let (database, log) = try open(step: Self.mebibyte, readerTimeout: .seconds(10))
        try write(database, 1)
        let readers = [try reader(), try reader()]
        let relay = Task.detached {
            _ = try Self.begin(readers[0])
            var turn = 0
            while !Task.isCancelled {
                _ = try Self.begin(readers[1 - turn])
                try Self.end(readers[turn])
                turn = 1 - turn
                await Task.yield()
            }
            try Self.end(readers[turn])
        }
        var largest = 0
        for _ in 1...128 {
            try write(database, 128 * Self.kibibyte)
            largest = max(largest, log.size)
            await Task.yield()
        }
        relay.cancel()
        try await relay.value
        // 16 MiB were written.
        #expect(largest < 10 * Self.mebibyte, "\(largest)")
    }
}
