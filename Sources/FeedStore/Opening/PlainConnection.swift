import FeedModel
import GRDB
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

    let handle: OpaquePointer
    /// Nil for what has no log: a private database, and a file that is taken as immutable.
    private let place: DatabasePlace?

    /// Opens the file and its log; neither is made.
    ///
    /// - Parameter path: an empty one is a private database that goes with the connection.
    init(path: String, _ access: Access) throws(DatabaseError) {
        var opened: OpaquePointer?
        let address = path.isEmpty ? "" : "file:" + Self.escaped(path) + (access == .immutable ? "?immutable=1" : "")
        let mode = access == .tidying || path.isEmpty ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let creation = path.isEmpty ? SQLITE_OPEN_CREATE : 0
        let flags = mode | creation | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX
        let code = sqlite3_open_v2(address, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let failure = DatabaseError(code, of: opened)
            sqlite3_close_v2(opened)
            throw failure
        }
        handle = opened
        place = access == .immutable || path.isEmpty ? nil : DatabasePlace.at(path)
        try place?.openLog(of: opened)
    }

    deinit {
        // What its functions prepared goes with it: a connection with statements stays open.
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        if let place { place.withFiles { _ = sqlite3_close_v2(handle) } } else { sqlite3_close_v2(handle) }
    }

    func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
    }

    /// Runs one statement that gives no rows. What follows it is not run.
    func run(
        _ sql: String, _ bind: (inout RawStatement.Parameters) -> Void = { _ in }
    ) throws(DatabaseError) {
        _ = try statement(sql).first(bind) { _ in }
    }

    func number(_ sql: String) throws(DatabaseError) -> Int64 { try statement(sql).first(row: { $0.integer(0) }) ?? 0 }

    func text(_ sql: String) throws(DatabaseError) -> String? { try statement(sql).first(row: { $0.text(0) }) ?? nil }

    /// Bytes of the file as they are now, also where SQLite cannot read it; nil where they are not there.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
            let read = file.pointee.pMethods?.pointee.xRead
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: range.count)
        return read(file, &bytes, Int32(range.count), Int64(range.lowerBound)) == SQLITE_OK ? bytes : nil
    }

    private func statement(_ sql: String) -> RawStatement { RawStatement(.plain(handle), sql) }

    static func copy(_ source: OpaquePointer, into destination: OpaquePointer) throws(DatabaseError) {
        guard let backup = sqlite3_backup_init(destination, "main", source, "main") else {
            throw DatabaseError(sqlite3_errcode(destination), of: destination)
        }
        let step = sqlite3_backup_step(backup, -1)
        let finish = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else { throw DatabaseError(finish == SQLITE_OK ? step : finish, of: destination) }
    }

    /// The characters that mean something in a URI, as RFC 3986 escapes them.
    private static func escaped(_ path: String) -> String {
        path.replacingScalars("%", with: "%25").replacingScalars("?", with: "%3f").replacingScalars("#", with: "%23")
    }
}

extension DatabaseError {
    /// Whether a place that cannot be written, or has no room, may be the cause.
    var meansUnwritable: Bool {
        [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_PERM].contains(resultCode)
    }
}
