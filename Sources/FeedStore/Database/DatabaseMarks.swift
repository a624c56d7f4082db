import FeedSchema
import GRDBSQLite

/// What a SQLite file says of itself, read without changing anything.
struct DatabaseMarks: Equatable {
    /// `PRAGMA application_id`.
    let application: Int64
    /// `PRAGMA user_version`.
    let version: Int64
    /// Tables, indexes and views together.
    let objects: Int64

    /// Whether nothing was ever written to it.
    var isFresh: Bool { application == 0 && version == 0 && objects == 0 }

    /// Whether a program of ours made it.
    var isOurs: Bool { application == Int64(FeedSchema.applicationID) && version >= 0 }

    /// Reads the marks of the file at `path`.
    ///
    /// The file is only ever opened by SQLite: closing a descriptor of one's own would drop the locks of every
    /// connection this process has to the file (POSIX; "How To Corrupt An SQLite Database File" §2.2).
    ///
    /// - Parameter ignoringLog: takes the file as if nobody ever wrote to it: no lock, no side file is made beside it,
    ///   what its WAL holds is not seen.
    /// - Throws: the code and message of SQLite.
    init(path: String, ignoringLog: Bool) throws(Failure) {
        do {
            try self.init(path: path, ignoringLog: ignoringLog, access: SQLITE_OPEN_READONLY)
        } catch {
            guard error.code & 0xFF == SQLITE_READONLY, !ignoringLog else { throw error }
            // A process died in a transaction that goes to a rollback journal, as the one that turns a new file to WAL
            // does: what it left has to be undone, and who only reads may not ("Atomic Commit In SQLite" §4.1).
            try self.init(path: path, ignoringLog: ignoringLog, access: SQLITE_OPEN_READWRITE)
        }
    }

    private init(path: String, ignoringLog: Bool, access: Int32) throws(Failure) {
        var opened: OpaquePointer?
        let address = "file:" + Self.escaped(path) + (ignoringLog ? "?immutable=1" : "")
        let flags = access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(address, &opened, flags, nil)
        defer { sqlite3_close_v2(opened) }
        guard code == SQLITE_OK, let connection = opened else { throw Failure(code, opened) }
        sqlite3_busy_timeout(connection, 10_000)
        // One transaction, so that the three belong together.
        let begun = sqlite3_exec(connection, "BEGIN", nil, nil, nil)
        guard begun == SQLITE_OK else { throw Failure(begun, connection) }
        application = try Self.number("PRAGMA application_id", connection)
        version = try Self.number("PRAGMA user_version", connection)
        objects = try Self.number("SELECT count(*) FROM sqlite_master", connection)
    }

    /// What SQLite said.
    struct Failure: Error {
        let code: Int32
        let message: String

        fileprivate init(_ code: Int32, _ connection: OpaquePointer?) {
            self.code = code
            message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
        }
    }

    private static func number(_ sql: String, _ connection: OpaquePointer) throws(Failure) -> Int64 {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        guard code == SQLITE_OK else { throw Failure(code, connection) }
        let step = sqlite3_step(statement)
        guard step == SQLITE_ROW else { throw Failure(step, connection) }
        return sqlite3_column_int64(statement, 0)
    }

    /// The characters that mean something in a URI, as RFC 3986 escapes them.
    private static func escaped(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    }
}
