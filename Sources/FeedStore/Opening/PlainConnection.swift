import FeedModel
import GRDBSQLite

/// A connection to a SQLite file without GRDB, which can neither leave a file as it is nor take one as immutable.
///
/// SQLite's own mutex guards it (SQLITE_OPEN_FULLMUTEX), so it may be handed from thread to thread.
final class PlainConnection: @unchecked Sendable {
    enum Access {
        /// Reads. Beside a database in WAL mode it makes the log's files where they are missing, and leaves them there.
        case reading
        /// Reads too, and as the last connection to a database tidies the log's files up when it closes. It also undoes
        /// the transaction that a dead process left in a rollback journal ("Atomic Commit In SQLite" §4.1).
        case tidying
        /// Reads the file as if it never changed: no lock is taken, nothing is made beside it, what its log holds
        /// is not seen.
        case immutable
    }

    struct SQLiteError: Error {
        let code: Int32
        let message: String

        init(_ code: Int32, _ connection: OpaquePointer?) {
            self.code = code
            message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
        }

        /// Whether a place that cannot be written, or has no room, may be the cause.
        var meansUnwritable: Bool {
            [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_PERM].contains(code & 0xFF)
        }

        func error(path: String) -> StoreError {
            switch code & 0xFF {
            case SQLITE_NOTADB: .foreign(path: path)
            case SQLITE_CORRUPT, SQLITE_ERROR: .damaged(path: path, reason: message)
            case SQLITE_BUSY: .busy(path: path)
            default: .cannotAccess(path: path, reason: message)
            }
        }
    }

    let handle: OpaquePointer

    /// Opens the file; it is not made.
    ///
    /// - Parameter path: an empty one is a private database that goes with the connection.
    init(path: String, _ access: Access) throws(SQLiteError) {
        var opened: OpaquePointer?
        let address = path.isEmpty ? "" : "file:" + Self.escaped(path) + (access == .immutable ? "?immutable=1" : "")
        let mode = access == .tidying || path.isEmpty ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let creation = path.isEmpty ? SQLITE_OPEN_CREATE : 0
        let flags = mode | creation | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX
        let code = sqlite3_open_v2(address, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let failure = SQLiteError(code, opened)
            sqlite3_close_v2(opened)
            throw failure
        }
        sqlite3_busy_timeout(opened, Int32(FeedDatabase.busyTimeout.components.seconds * 1_000))
        handle = opened
    }

    deinit {
        // What its functions prepared goes with it: a connection with statements stays open.
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, handle) }
    }

    /// Runs one statement that gives no rows, with these values for its parameters. What follows it is not run.
    func run(_ sql: String, _ values: [SQLValue]) throws(SQLiteError) {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw SQLiteError(code, handle) }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: statement, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw SQLiteError(code, handle) }
        }
        let step = sqlite3_step(statement)
        guard step == SQLITE_DONE else { throw SQLiteError(step, handle) }
    }

    /// The first column of the first row as a number.
    func number(_ sql: String) throws(SQLiteError) -> Int64 {
        try first(sql) { sqlite3_column_int64($0, 0) } ?? 0
    }

    /// The first column of the first row as a text; nil where there is none.
    func text(_ sql: String) throws(SQLiteError) -> String? {
        try first(sql) { row in sqlite3_column_text(row, 0).map { String(cString: $0) } } ?? nil
    }

    private func first<Value>(_ sql: String, _ read: (OpaquePointer) -> Value) throws(SQLiteError) -> Value? {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        guard code == SQLITE_OK, let statement else { throw SQLiteError(code, handle) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return read(statement)
        case SQLITE_DONE: return nil
        case let step: throw SQLiteError(step, handle)
        }
    }

    func copy(into destination: OpaquePointer) throws(SQLiteError) {
        guard let backup = sqlite3_backup_init(destination, "main", handle, "main") else {
            throw SQLiteError(sqlite3_errcode(destination), destination)
        }
        let step = sqlite3_backup_step(backup, -1)
        let finish = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else { throw SQLiteError(finish == SQLITE_OK ? step : finish, destination) }
    }

    /// The characters that mean something in a URI, as RFC 3986 escapes them.
    private static func escaped(_ path: String) -> String {
        path.replacingScalars("%", with: "%25").replacingScalars("?", with: "%3f").replacingScalars("#", with: "%23")
    }
}
