import GRDBSQLite

enum ReadAuthorizer {
    /// Pragmas that only report; an argument would be a new value.
    private static let readingPragmas: Set<String> = [
        "application_id", "collation_list", "compile_options", "data_version", "database_list", "encoding",
        "freelist_count", "function_list", "module_list", "page_count", "page_size", "pragma_list", "user_version",
    ]

    /// Pragmas that only report, whose argument names what.
    private static let askingPragmas: Set<String> = [
        "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "integrity_check",
        "quick_check", "table_info", "table_list", "table_xinfo",
    ]

    /// Functions that `sqlite3 -safe` refuses: they reach files and programs, or addresses in memory.
    private static let unsafeFunctions: Set<String> = [
        "edit", "fts3_tokenizer", "load_extension", "readfile", "writefile", "zipfile", "zipfile_cds",
    ]

    /// Whether SQLite may carry out an action: reading passes, all else is refused.
    static func authorize(_ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) -> Int32 {
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE:
            return SQLITE_OK
        case SQLITE_FUNCTION:
            let name = second.map { String(cString: $0).lowercased() }
            return name.map(unsafeFunctions.contains) == true ? SQLITE_DENY : SQLITE_OK
        case SQLITE_PRAGMA:
            guard let name = first.map({ String(cString: $0).lowercased() }) else { return SQLITE_DENY }
            return second == nil && readingPragmas.contains(name) || askingPragmas.contains(name)
                ? SQLITE_OK : SQLITE_DENY
        default:
            return SQLITE_DENY
        }
    }

    /// Functions that read like tables. When a connection first uses one, SQLite declares its columns by a CREATE TABLE of
    /// its own, which the authorizer could not distinguish from the user's.
    static let tableFunctions = [
        "json_each", "json_tree", "pragma_foreign_key_list", "pragma_index_info", "pragma_index_list",
        "pragma_index_xinfo", "pragma_table_info", "pragma_table_list", "pragma_table_xinfo",
    ]

    static func declareTableFunctions(_ connection: OpaquePointer) {
        for name in tableFunctions {
            // A function this SQLite was built without stays unknown.
            try? RawStatement(.plain(connection), "SELECT 1 FROM \(name)").begin { _ in }
        }
    }
}
