package import FeedModel
import FeedSchema
import Foundation
import GRDB
import Synchronization

/// The SQLite file that keeps a feed, and the way to its tables.
///
/// One connection writes, several read; thanks to WAL a reader never waits for the writer and sees one whole
/// transaction after another, never half a page. Other processes may read and write the same file.
///
/// It is opened for reading at the first read and for writing at the first write. To read changes nothing: no byte and
/// no time stamp of the file, and no file is made where there was none (see `ReadSource`). The first write makes the
/// database where there is none, and brings an older one to the present schema. Where an app asks for it, so does a read that
/// would be refused otherwise.
///
/// Two locks guard what is open: one the way to write, one the way to read, so that a reader does not wait for a writer
/// that waits for another process.
package final class FeedDatabase: Sendable {
    private struct Reading {
        var source: ReadSource?
        /// The file that was opened first; nil before.
        var identity: FileIdentity?
        var erasures = 0
    }

    private struct Writing {
        var pool: DatabasePool?
        var erasures = 0
        var opened = 0
    }

    private struct Watch {
        var connection: DatabaseQueue?
        var erasures = 0
        var opened: Int64 = 0
        /// What the last poll saw; nil where the file could not be looked at.
        var polled: CommitMark?
    }

    /// Where the file is, without symbolic links.
    package let path: String
    private let file: DatabaseFile
    private let isReadOnly: Bool
    private let upgradesToRead: Bool
    private let log: WriteAheadLog
    private let writing = Mutex(Writing())
    private let reading = Mutex(Reading())
    /// Reads in the background leave a connection to those that block their thread: a read in the background gives its
    /// connection back on a thread that tasks share, and would wait for ever if others held all of these for want of one.
    let backgroundReads = TaskLimit(readerCount - 1)
    let place: DatabasePlace
    var signals: CommitSignals { place.signals }
    /// Calls of this process that write take turns, in the order they came, whichever objects they use.
    package var turn: TaskLimit { place.turn }
    private let watching = Mutex(Watch())
    /// An app's calls, and the looks of those who observe, go through it.
    package let gate = CallGate()
    private let lastChange = Mutex<Int64?>(nil)
    static let busyTimeout = Duration.seconds(10)
    private static let readerCount = 4

    /// Names the database; the file need not be there. Nothing is written yet.
    ///
    /// - Parameters:
    ///   - path: of the file, or of a link to it; one that is not absolute starts at the working folder as it is now.
    ///   - upgradesToRead: whether a read brings a large file with an older schema to the present one.
    /// - Throws: `StoreError` where the file is not ours or newer than this program, or no file can be there.
    package convenience init(path: String, isReadOnly: Bool = false, upgradesToRead: Bool = false) throws(StoreError) {
        let path = try DatabasePath.resolve(path)
        try self.init(
            resolved: path, log: WriteAheadLog(databasePath: path), isReadOnly: isReadOnly,
            upgradesToRead: upgradesToRead)
    }

    init(
        resolved path: String, log: WriteAheadLog, isReadOnly: Bool = false, upgradesToRead: Bool = false
    ) throws(StoreError) {
        self.path = path
        self.isReadOnly = isReadOnly
        self.upgradesToRead = upgradesToRead
        self.log = log
        place = DatabasePlace.at(path)
        file = DatabaseFile(path: path)
        if file.identity != nil { try file.verify() }
        place.add(self)
    }

    deinit {
        place.remove(self)
        closeWatch()
    }

    /// - Parameter path: of the file; nil for a private database.
    static func configuration(of path: String?, isReadOnly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.label = "feedcache"
        configuration.busyMode = .timeout(Double(busyTimeout.components.seconds))
        configuration.maximumReaderCount = readerCount
        let place = path.map(DatabasePlace.at)
        configuration.prepareDatabase { db in
            if let place, let handle = db.sqliteConnection { try place.openLog(of: handle) }
            // A commit survives a crash of the process; after a power cut the last ones may be missing, whole. They
            // are requested again, since validators and cursors went with them.
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            // Kibibytes: the largest part of the memory a sync needs. Readers come in fours and seek.
            try db.execute(sql: "PRAGMA cache_size = \(db.configuration.readonly ? -1_024 : -8_192)")
            // Pages of 4 KiB: the log is copied into the database every 16 MB, just before it would be cut to the limit
            // below. A page that was written several times by then is copied once.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            // A log that had to wait for a long reader gives its room back when it restarts.
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// The size of the file and its log on disk, in bytes; 0 where there is none yet.
    package var bytes: Int64 { file.size + Int64(log.size) }

    package var isInPlace: Bool { (try? verifyPlace()) != nil }

    /// Makes sure that the file is still where it was opened.
    ///
    /// - Throws: `StoreError` where it was deleted, moved or replaced meanwhile: what is written now would be lost with
    ///   the last connection to it, and what is read is not what other processes see.
    func verifyPlace() throws(StoreError) {
        try reading.withLock { (reading) throws(StoreError) in try verifyPlace(&reading) }
    }

    private func verifyPlace(_ reading: inout Reading) throws(StoreError) {
        let present = place.present
        if reading.erasures != present.erasures { reading = Reading(erasures: present.erasures) }
        guard reading.identity == nil || reading.identity == present.file else {
            throw .cannotAccess(path: path, reason: "it was moved, deleted or replaced while it was open")
        }
    }

    // MARK: Reading

    func readSource() throws -> ReadSource {
        do {
            return try presentSource()
        } catch StoreError.older where upgradesToRead && !isReadOnly {
            try upgrade()
            return try presentSource()
        }
    }

    private func presentSource() throws -> ReadSource {
        try mapped {
            try reading.withLock { reading in
                try verifyPlace(&reading)
                if let source = reading.source, source.isCurrent { return source }
                let identity = file.isEmpty ? nil : file.identity
                let source = try ReadSource(file)
                (reading.source, reading.identity) = (source, reading.identity ?? identity)
                return source
            }
        }
    }

    /// What is another one after each commit, of whatever process. Where a copy is read instead of the file (see
    /// `ReadSource`), the file's time stamps count.
    func commitMark() throws -> CommitMark {
        try tryAgainWhileErased {
            let isLive = try readSource().isLive
            return try mapped { try isLive ? dataVersion() : .stamp(DatabaseFileStamp(path: path)) }
        }
    }

    /// Whether there was a commit since this was asked last; also where the file cannot be looked at: who reads it says why.
    func isChanged() -> Bool {
        let mark = try? gate.runNow(commitMark)
        return watching.withLock { watching in
            defer { watching.polled = mark }
            return mark == nil || watching.polled != mark
        }
    }

    /// A number that becomes another one when another connection has committed (SQLite's documentation, “PRAGMA
    /// data_version”), and which connection it is of: numbers of two say nothing of each other.
    private func dataVersion() throws -> CommitMark {
        try watching.withLock { watching in
            let erasures = place.erasures
            if watching.connection == nil || watching.erasures != erasures {
                watching.connection = try DatabaseQueue(
                    path: path, configuration: Self.configuration(of: path, isReadOnly: true))
                watching.erasures = erasures
                watching.opened += 1
            }
            let number: Int64? = try watching.connection?.unsafeRead { try $0.value("PRAGMA data_version") }
            return .version(connection: watching.opened, number: number ?? 0)
        }
    }

    private func closeWatch() {
        watching.withLock { watching in
            try? watching.connection?.close()
            watching.connection = nil
        }
    }

    // MARK: Writing

    /// Makes the file where there is none, or gives an empty one the mode of ours.
    package func prepare() throws(StoreError) {
        guard !isReadOnly else { throw .readOnly(path: path) }
        try verifyPlace()
        try file.prepare()
    }

    /// Writes in one transaction: all of it or, when `body` throws, nothing.
    @discardableResult
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try verifyPlace()
        return try mapped {
            let pool = try pool()
            let value = try pool.write(body)
            signals.signal()
            pool.writeWithoutTransaction(log.keepShort)
            return value
        }
    }

    /// Writes the file anew without its free pages, whatever readers are open: all of it or nothing.
    ///
    /// Meanwhile the log and a temporary file take as much room as the file each.
    func compact() throws {
        try verifyPlace()
        try mapped {
            try pool().writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM")
                log.restart(by: db)
            }
        }
    }

    /// Copies the log into the file and cuts it: nothing of what was written stays in it.
    func emptyLog() throws {
        try mapped { try pool().writeWithoutTransaction { log.restart(by: $0, .truncate) } }
    }

    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        try write { db in try db.run(sql, arguments) }
    }

    /// Writes as `write` does what the change stream tells: rows are stamped with the transaction's number.
    @discardableResult
    func writeStamped<Value>(_ body: (Database, ChangeStamp) throws -> Value) throws -> Value {
        var change: Int64?
        let value = try write { db in
            let stamp = ChangeStamp(db: db, lastCommitted: lastChange.withLock(\.self))
            let value = try body(db, stamp)
            change = stamp.taken
            return value
        }
        if let change { lastChange.withLock { $0 = change } }
        return value
    }

    /// Ends a time of writing: the next one may be far away.
    ///
    /// The log is copied into the file, so that the file alone holds everything even if the process ends without closing
    /// it; what a reader holds up stays in the log. The memory in which the writer keeps pages and statements is given
    /// back.
    package func rest() {
        writing.withLock(\.pool)?.writeWithoutTransaction { db in
            // What is wrong with the disk, the next write will say.
            _ = try? db.checkpoint(.passive)
            db.releaseMemory()
        }
    }

    /// Closes the file: the last connection to it removes the log. A later read or write opens it again.
    package func closeConnections() {
        let pool = writing.withLock { open in
            defer { open.pool = nil }
            return open.pool
        }
        reading.withLock { $0.source = nil }
        closeWatch()
        // The writer has to be the last: connections that only read cannot remove the log.
        pool?.invalidateReadOnlyConnections()
        // Where it cannot be closed now, the end of the process does it.
        try? pool?.close()
    }

    /// Closes the file and deletes it. What is read or written later finds none, as before the first sync: also by other
    /// objects of this process.
    ///
    /// - Throws: `StoreError` where a file cannot be deleted: the database itself is the last to go.
    package func erase() throws(StoreError) {
        guard !isReadOnly else { throw .readOnly(path: path) }
        // Where the file itself is gone, what is beside it goes, too.
        if file.identity != nil { try verifyPlace() }
        closeConnections()
        assetFolder.erase()
        try place.erase { () throws(StoreError) in
            // A log must not outlive its database: it would be taken for that of the next one.
            for name in [path + "-wal", path + "-shm", path + "-journal", path]
            where unlink(name) != 0 && errno != ENOENT {
                throw .inaccessible(name)
            }
        }
    }

    var opened: Int { writing.withLock(\.opened) }

    private func pool() throws -> DatabasePool {
        try writing.withLock { open in
            let erasures = place.erasures
            if let pool = open.pool, open.erasures == erasures { return pool }
            open.pool = nil
            try prepare()
            let identity = file.identity
            let pool = try DatabasePool(path: path, configuration: Self.configuration(of: path))
            try pool.writeWithoutTransaction { db in
                try Migrator.migrate(db)
                if let part = try SchemaParts.missing(in: db).first {
                    throw StoreError.damaged(path: path, reason: part)
                }
                try noteLocation(db)
            }
            // From now on reads share the pool's connections; one under way keeps its own.
            reading.withLock { reading in
                let known = reading.erasures == erasures ? reading.identity : nil
                reading = Reading(source: ReadSource(pool: pool), identity: known ?? identity, erasures: erasures)
            }
            open = Writing(pool: pool, erasures: erasures, opened: open.opened + 1)
            return pool
        }
    }

    /// Writes the path into the database, for processes that open it by a hard link (see `DatabasePath`), and into the
    /// file itself, since they read that without the log.
    private func noteLocation(_ db: Database) throws {
        guard try db.value("SELECT path FROM location") != path else { return }
        try db.run("INSERT OR REPLACE INTO location (id, path) VALUES (1, ?)", [path])
        // Where a reader holds it up, the next copy of the log into the file brings it.
        _ = try? db.checkpoint(.passive)
    }

    /// Errors of SQLite leave this type as `StoreError`; others as they are.
    func mapped<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch is RowDecodingError {
            throw StoreError.damaged(path: path, reason: "a row holds what its column cannot")
        } catch let error as JSONSyntaxError {
            throw StoreError.damaged(path: path, reason: "what is stored is \(error)")
        }
    }
}
