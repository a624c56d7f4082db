import FeedModel
import FeedSchema
import Foundation
import GRDB

/// The SQLite file that keeps a feed, and the way to its tables.
///
/// One connection writes, several read; thanks to WAL a reader never waits for the writer and sees one whole
/// transaction after another, never half a page. Other processes may read and write the same file.
public final class FeedDatabase: Sendable {
    /// Where the file is.
    public let path: String
    private let pool: DatabasePool
    private let identity: FileIdentity?
    private let log: WriteAheadLog
    /// How long a connection waits for another process that writes.
    static let busyTimeout = Duration.seconds(10)

    /// Opens the database, and makes it (mode 0600) or brings it to the present schema where needed.
    ///
    /// - Throws: `StoreError`; a file that is not ours or newer than this program is left untouched.
    public convenience init(path: String) throws(StoreError) {
        try self.init(path: path, log: WriteAheadLog(databasePath: path))
    }

    init(path: String, log: WriteAheadLog) throws(StoreError) {
        self.path = path
        self.log = log
        let file = DatabaseFile(path: path)
        try file.prepare()
        identity = file.identity()
        do {
            pool = try DatabasePool(path: path, configuration: Self.configuration)
            try pool.writeWithoutTransaction(Migrator.migrate)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch {
            throw .cannotAccess(path: path, reason: "\(error)")
        }
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "feedcache"
        configuration.busyMode = .timeout(Double(busyTimeout.components.seconds))
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            // A commit survives a crash of the process; after a power cut the last ones may be missing, whole. They
            // are asked for again, since validators and cursors went with them.
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            // Kibibytes: the largest part of the memory a sync needs. Readers come in fours and seek.
            try db.execute(sql: "PRAGMA cache_size = \(db.configuration.readonly ? -1_024 : -8_192)")
            // A log that had to wait for a long reader gives its room back when it starts anew.
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// Makes sure that the file still stands where it was opened.
    ///
    /// - Throws: `StoreError` where it was deleted, moved or replaced meanwhile: what is written now would be lost with
    ///   the last connection to it, and what is read is no longer what everybody else sees.
    func verifyPlace() throws(StoreError) {
        guard DatabaseFile(path: path).identity() == identity else {
            throw .cannotAccess(path: path, reason: "it was moved, deleted or replaced while it was open")
        }
    }

    /// Reads from one snapshot: whatever is written meanwhile is not seen.
    ///
    /// - Throws: `StoreError`, also where the file no longer stands where it was opened.
    public func read<Value>(_ body: (FeedReader) throws -> Value) throws -> Value {
        try verifyPlace()
        return try mapped { try pool.read { db in try body(FeedReader(db: db)) } }
    }

    /// Writes in one transaction: all of it or, when `body` throws, nothing.
    ///
    /// - Throws: `StoreError`, also where the file no longer stands where it was opened.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try verifyPlace()
        return try mapped {
            let value = try pool.write(body)
            pool.writeWithoutTransaction(log.keepShort)
            return value
        }
    }

    /// Gives back the memory in which the writer keeps pages and statements. After a sync it needs none of them, and
    /// the next one may be far away.
    public func releaseCache() {
        pool.writeWithoutTransaction { $0.releaseMemory() }
    }

    /// Copies the database page by page while it stays in use.
    func backup(to destination: any DatabaseWriter) throws {
        try mapped { try pool.backup(to: destination) }
    }

    /// Errors of SQLite leave this type as `StoreError`; others as they are.
    private func mapped<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}
