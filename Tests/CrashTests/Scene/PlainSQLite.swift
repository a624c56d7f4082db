import GRDBSQLite

/// SQLite without a line of the program's: an independent look at a file.
enum PlainSQLite {
    /// What `PRAGMA integrity_check` says: `["ok"]` where all is well; else, or where the file cannot be read, why.
    ///
    /// - Parameter isReadOnly: whether it may read the file only: what a dead process left to undo cannot be undone then.
    static func integrity(of path: String, isReadOnly: Bool = false) -> [String] {
        var opened: OpaquePointer?
        defer { sqlite3_close(opened) }
        let mode = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        guard sqlite3_open_v2(path, &opened, mode, nil) == SQLITE_OK else { return [said(by: opened)] }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(opened, "PRAGMA integrity_check", -1, &statement, nil) == SQLITE_OK else {
            return [said(by: opened)]
        }
        var lines: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: lines.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            case SQLITE_DONE: return lines
            default: return lines + [said(by: opened)]
            }
        }
    }

    /// Runs statements without rows, then `body` before the file is closed.
    static func write(_ path: String, _ sql: String, _ body: () throws -> Void) throws {
        var opened: OpaquePointer?
        defer { sqlite3_close(opened) }
        guard sqlite3_open(path, &opened) == SQLITE_OK, sqlite3_exec(opened, sql, nil, nil, nil) == SQLITE_OK else {
            throw CannotRun(reason: said(by: opened))
        }
        try body()
    }

    /// The first column of each row.
    static func texts(_ path: String, _ sql: String) throws -> [String] {
        var opened: OpaquePointer?
        defer { sqlite3_close(opened) }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_open(path, &opened) == SQLITE_OK,
            sqlite3_prepare_v2(opened, sql, -1, &statement, nil) == SQLITE_OK
        else { throw CannotRun(reason: said(by: opened)) }
        var texts: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
        }
        return texts
    }

    struct CannotRun: Error {
        let reason: String
    }

    private static func said(by connection: OpaquePointer?) -> String {
        sqlite3_errmsg(connection).map { String(cString: $0) } ?? "out of memory"
    }
}
