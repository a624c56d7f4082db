import FeedModel
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Where a database is, and what the objects of this process that use it have in common. The locks guard which objects these are,
/// with the number of erasures, and the files while one is opened, closed or deleted.
final class DatabasePlace: Sendable {
    private struct State {
        var erasures = 0
        var objects: [ObjectIdentifier: Weak] = [:]
    }

    private struct Weak: Sendable {
        weak var database: FeedDatabase?
    }

    private static let places = Mutex<[String: DatabasePlace]>([:])

    let path: String
    let signals = CommitSignals()
    let turn = TaskLimit(1)
    private let files = Mutex(())
    private let state = Mutex(State())

    private init(path: String) { self.path = path }

    static func at(_ path: String) -> DatabasePlace {
        places.withLock { places in
            let place = places[path] ?? DatabasePlace(path: path)
            places[path] = place
            return place
        }
    }

    func add(_ database: FeedDatabase) {
        let entry = Weak(database: database)
        state.withLock { $0.objects[ObjectIdentifier(database)] = entry }
    }

    func remove(_ database: FeedDatabase) { state.withLock { $0.objects[ObjectIdentifier(database)] = nil } }

    var erasures: Int { state.withLock(\.erasures) }

    var present: (file: FileIdentity?, erasures: Int) { state.withLock { (FileIdentity(path: path), $0.erasures) } }

    /// Erases the files by `body`, has all objects close them, and those that observe them look again.
    func erase<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        let objects = try withFiles { () throws(Failure) in
            try state.withLock { (state) throws(Failure) in
                try body()
                state.erasures += 1
                return state.objects
            }
        }
        for object in objects.values { object.database?.closeConnections() }
        signals.signal()
    }

    /// Opens or closes files while nothing of this process deletes them.
    func withFiles<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        try files.withLock { (_) throws(Failure) in try body() }
    }

    /// Opens the log of a connection, while nothing of this process deletes files.
    ///
    /// SQLite finds a log by its name. A connection to a deleted file that opened it late would share the log's index with
    /// the connections to the next file of the name: each would take the other's pages for its own.
    ///
    /// - Throws: `DatabaseError` where the file was deleted, moved or replaced since it was opened, or is locked for long. What else
    ///   is wrong, the next statement says.
    func openLog(of connection: OpaquePointer) throws(DatabaseError) {
        let end = ContinuousClock.now + FeedDatabase.busyTimeout
        // Who holds SQLite's lock may wait for this one to close.
        sqlite3_busy_timeout(connection, 0)
        while try readFirst(connection) & 0xFF == SQLITE_BUSY {
            guard .now < end else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
            usleep(2_000)
        }
        sqlite3_busy_timeout(connection, Int32(FeedDatabase.busyTimeout.milliseconds))
    }

    private func readFirst(_ connection: OpaquePointer) throws(DatabaseError) -> Int32 {
        try withFiles { () throws(DatabaseError) in
            var hasMoved: Int32 = 0
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
            guard hasMoved == 0 else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
            return sqlite3_exec(connection, "PRAGMA schema_version", nil, nil, nil)
        }
    }
}
