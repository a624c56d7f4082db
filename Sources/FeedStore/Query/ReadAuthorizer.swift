import GRDBSQLite

/// Pragmas that only tell.
private let readingPragmas: Set<String> = [
    "application_id", "collation_list", "compile_options", "data_version", "database_list", "encoding",
    "foreign_key_check", "foreign_key_list", "freelist_count", "function_list", "index_info", "index_list",
    "index_xinfo", "integrity_check", "module_list", "page_count", "page_size", "pragma_list", "quick_check",
    "table_info", "table_list", "table_xinfo", "user_version",
]

/// Pragmas of these whose argument names something to tell about; with the others an argument would be a new value.
private let askingPragmas: Set<String> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "integrity_check",
    "quick_check", "table_info", "table_list", "table_xinfo",
]

/// The authorizer of a `ReadOnlyQuery`: what reads passes, all else is refused.
func authorize(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE:
        return SQLITE_OK
    case SQLITE_FUNCTION:
        return second.map { String(cString: $0).lowercased() } == "load_extension" ? SQLITE_DENY : SQLITE_OK
    case SQLITE_PRAGMA:
        guard let name = first.map({ String(cString: $0).lowercased() }) else { return SQLITE_DENY }
        return second == nil && readingPragmas.contains(name) || askingPragmas.contains(name) ? SQLITE_OK : SQLITE_DENY
    default:
        return SQLITE_DENY
    }
}
