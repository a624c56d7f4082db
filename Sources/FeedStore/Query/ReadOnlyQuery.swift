import GRDBSQLite

/// A value of a user's query.
public enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// Runs a user's SQL on the cache without a way to change it, or any other file.
///
/// It has a connection of its own, opened read-only, whose authorizer lets reading through and nothing else: no write,
/// no ATTACH, no VACUUM INTO, no PRAGMA with an effect. It never waits for a sync.
public final class ReadOnlyQuery {
    private let connection: OpaquePointer
    private let statement: OpaquePointer

    /// The names of the result's columns.
    public let columns: [String]

    /// Prepares one statement.
    ///
    /// - Throws: `StoreError.badQuery` where it is wrong, more than one, or would do more than read.
    public init(_ sql: String, databasePath: String) throws(StoreError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(databasePath, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let connection = opened else {
            let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw .cannotAccess(path: databasePath, reason: reason)
        }
        sqlite3_busy_timeout(connection, 10_000)
        sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
        do {
            statement = try Self.prepare(sql, on: connection)
        } catch {
            sqlite3_close_v2(connection)
            throw error
        }
        self.connection = connection
        columns = (0..<sqlite3_column_count(statement)).map { [statement] column in
            sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
        }
    }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_close_v2(connection)
    }

    private static func prepare(_ sql: String, on connection: OpaquePointer) throws(StoreError) -> OpaquePointer {
        sqlite3_set_authorizer(connection, { _, action, first, second, _, _ in authorize(action, first, second) }, nil)
        var statement: OpaquePointer?
        var rest = ""
        let code = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(connection, start, -1, &statement, &tail)
            rest = tail.map { String(cString: $0) } ?? ""
            return code
        }
        guard code == SQLITE_OK else {
            let reason = String(cString: sqlite3_errmsg(connection))
            sqlite3_finalize(statement)
            throw .badQuery(reason: code == SQLITE_AUTH ? "only reading is allowed here" : reason)
        }
        guard let statement else { throw .badQuery(reason: "it is empty") }
        guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
            sqlite3_finalize(statement)
            throw .badQuery(reason: "one statement at a time")
        }
        return statement
    }

    /// The next row, nil behind the last.
    public func next() throws(StoreError) -> [SQLValue]? {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return (0..<Int32(columns.count)).map(value)
        case SQLITE_DONE: return nil
        default: throw .badQuery(reason: String(cString: sqlite3_errmsg(connection)))
        }
    }

    private func value(_ column: Int32) -> SQLValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(statement, column) else { return .null }
            let count = Int(sqlite3_column_bytes(statement, column))
            return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let start = sqlite3_column_blob(statement, column) else { return .blob([]) }
            let count = Int(sqlite3_column_bytes(statement, column))
            return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }
}

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

private func authorize(
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
