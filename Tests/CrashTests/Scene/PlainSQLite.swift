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

    private static func said(by connection: OpaquePointer?) -> String {
        sqlite3_errmsg(connection).map { String(cString: $0) } ?? "out of memory"
    }
}
