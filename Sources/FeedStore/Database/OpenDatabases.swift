import FeedModel
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The objects of this process by the database that they are of, so that what one erases is no obstacle to the others. The
/// lock guards them.
enum OpenDatabases {
    private struct Place {
        let signals = CommitSignals()
        let turn = TaskLimit(1)
        let files = FileTurn()
        var erasures = 0
        var objects: [ObjectIdentifier: Weak] = [:]
    }

    /// What holds the lock opens or closes files, or deletes them.
    private final class FileTurn: Sendable {
        let lock = Mutex(())
    }

    private struct Weak: Sendable {
        weak var database: FeedDatabase?
    }

    private static let places = Mutex<[String: Place]>([:])

    static func add(_ database: FeedDatabase) {
        let entry = Weak(database: database)
        places.withLock { $0[database.path, default: Place()].objects[ObjectIdentifier(database)] = entry }
    }

    static func remove(_ database: FeedDatabase) {
        places.withLock { $0[database.path]?.objects[ObjectIdentifier(database)] = nil }
    }

    /// What all objects of a database share: signals for those that observe it, and turns for those that write.
    static func shared(at path: String) -> (signals: CommitSignals, turn: TaskLimit) {
        let place = place(at: path)
        return (place.signals, place.turn)
    }

    private static func place(at path: String) -> Place {
        places.withLock { places in
            let place = places[path] ?? Place()
            places[path] = place
            return place
        }
    }

    /// Opens or closes files of a database while nothing of this process deletes them.
    static func withFiles<Value, Failure: Error>(
        of path: String, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try place(at: path).files.lock.withLock { (_) throws(Failure) in try body() }
    }

    /// Opens the log of a connection, while nothing of this process deletes files.
    ///
    /// SQLite finds a log by its name. A connection to a deleted file that opened it late would share the log's index with
    /// the connections to the next file of the name: each would take the other's pages for its own.
    ///
    /// - Throws: `DatabaseError` where the file was deleted, moved or replaced since it was opened. What else is wrong, the next
    ///   statement says.
    static func openLog(of connection: OpaquePointer, at path: String) throws(DatabaseError) {
        let end = ContinuousClock.now + FeedDatabase.busyTimeout
        // Who holds SQLite's lock may wait for this one to close.
        sqlite3_busy_timeout(connection, 0)
        while try withFiles(
            of: path,
            { () throws(DatabaseError) in
                var hasMoved: Int32 = 0
                sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
                guard hasMoved == 0 else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
                return sqlite3_exec(connection, "PRAGMA schema_version", nil, nil, nil)
            }) == SQLITE_BUSY, .now < end
        {
            usleep(1_000)
        }
        sqlite3_busy_timeout(connection, Int32(FeedDatabase.busyTimeout.milliseconds))
    }

    /// Which file is at a path, and how often this process has erased what was there.
    static func present(at path: String) -> (file: FileIdentity?, erasures: Int) {
        places.withLock { (FileIdentity(path: path), $0[path]?.erasures ?? 0) }
    }

    static func erasures(at path: String) -> Int { places.withLock { $0[path]?.erasures ?? 0 } }

    /// Erases the files of a database by `body`, has all objects close it, and those that observe it look again.
    static func erase<Failure: Error>(_ path: String, _ body: () throws(Failure) -> Void) throws(Failure) {
        let place = try withFiles(of: path) { () throws(Failure) -> Place in
            try places.withLock { (places) throws(Failure) -> Place in
                try body()
                places[path, default: Place()].erasures += 1
                return places[path, default: Place()]
            }
        }
        for object in place.objects.values { object.database?.closeConnections() }
        place.signals.signal()
    }
}
