import GRDB
import GRDBSQLite

/// A value of a user's query.
package enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// Runs a user's SQL on the cache without a way to change it, or any other file.
///
/// It has a connection of its own, opened read-only, whose authorizer lets reading through and nothing else: no write,
/// no ATTACH, no VACUUM INTO, no PRAGMA with an effect. It never waits for a sync. Where the task it runs in is
/// cancelled, it stops.
package final class ReadOnlyQuery {
    /// Keeps the log's files until the connection is closed.
    private let source: ReadSource
    private let plain: PlainConnection
    private let statement: OpaquePointer
    private let path: String
    private var connection: OpaquePointer { plain.handle }

    /// The names of the result's columns.
    package let columns: [String]

    /// Prepares one statement; comments and semicolons around it do not count.
    ///
    /// - Throws: `StoreError`; `.badQuery` where it is wrong, more than one, has a parameter, or would do more than read.
    package convenience init(_ sql: String, databasePath: String) throws(StoreError) {
        try self.init(sql, in: FeedDatabase(path: databasePath))
    }

    /// Prepares one statement; comments and semicolons around it do not count.
    ///
    /// - Throws: `StoreError`; `.badQuery` where it is wrong, more than one, has a parameter, or would do more than read.
    package init(_ sql: String, in database: FeedDatabase) throws(StoreError) {
        guard !sql.utf8.contains(0) else { throw .badQuery(reason: "it holds U+0000") }
        path = database.path
        (source, plain) = try database.queryConnection()
        let connection = plain.handle
        sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
        ReadAuthorizer.declareTableFunctions(connection)
        sqlite3_set_authorizer(
            connection, { _, action, first, second, _, _ in ReadAuthorizer.authorize(action, first, second) },
            nil)
        sqlite3_progress_handler(connection, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
        statement = try Self.prepareOnly(sql, on: connection, path: path)
        columns = (0..<sqlite3_column_count(statement)).map { [statement] column in
            sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
        }
    }

    deinit {
        sqlite3_finalize(statement)
    }

    /// The only statement in `sql`.
    private static func prepareOnly(
        _ sql: String, on connection: OpaquePointer, path: String
    ) throws(StoreError) -> OpaquePointer {
        var found: OpaquePointer?
        var rest = sql
        while !rest.isEmpty {
            let next: OpaquePointer?
            do {
                (next, rest) = try prepareFirst(of: rest, on: connection, path: path)
            } catch {
                guard let found else { throw error }
                sqlite3_finalize(found)
                throw .badQuery(reason: "one statement at a time")
            }
            guard let next else { continue }
            if let found {
                sqlite3_finalize(found)
                sqlite3_finalize(next)
                throw .badQuery(reason: "one statement at a time")
            }
            found = next
        }
        guard let found else { throw .badQuery(reason: "it is empty") }
        guard sqlite3_stmt_readonly(found) != 0 else {
            sqlite3_finalize(found)
            throw .badQuery(reason: refusal)
        }
        if let name = parameter(of: found) {
            sqlite3_finalize(found)
            throw .badQuery(reason: "the parameter “\(name)” has no value; write the value in its place")
        }
        return found
    }

    /// The first parameter of a statement; nil where there is none. There is no way to give it a value, and without one
    /// it would be NULL.
    private static func parameter(of statement: OpaquePointer) -> String? {
        // A number like ?9 leaves gaps without a name before it.
        let count = sqlite3_bind_parameter_count(statement)
        guard count > 0 else { return nil }
        let names = (1...count).lazy.compactMap { sqlite3_bind_parameter_name(statement, $0) }
        return names.first.map { String(cString: $0) } ?? "?"
    }

    private static let refusal = "only reading is allowed here"

    /// The first statement, nil where there is only a comment or a semicolon, and the text after it.
    private static func prepareFirst(
        of sql: String, on connection: OpaquePointer, path: String
    ) throws(StoreError) -> (OpaquePointer?, rest: String) {
        var statement: OpaquePointer?
        var rest = ""
        let code = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(connection, start, -1, &statement, &tail)
            rest = tail.map { String(cString: $0) } ?? ""
            return code
        }
        guard code == SQLITE_OK else {
            sqlite3_finalize(statement)
            throw failure(code, connection, path: path)
        }
        return (statement, rest)
    }

    /// The next row, nil after the last.
    ///
    /// - Throws: `StoreError`; `.badQuery` where the task is cancelled or a value cannot be computed.
    package func next() throws(StoreError) -> [SQLValue]? {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return (0..<Int32(columns.count)).map(value)
        case SQLITE_DONE: return nil
        case let code: throw Self.failure(code, connection, path: path)
        }
    }

    private static func failure(_ code: Int32, _ connection: OpaquePointer, path: String) -> StoreError {
        let reason = String(cString: sqlite3_errmsg(connection))
        switch code & 0xFF {
        case SQLITE_AUTH: return .badQuery(reason: refusal)
        case SQLITE_INTERRUPT: return .badQuery(reason: "it was stopped")
        case SQLITE_BUSY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_FULL:
            return StoreError(DatabaseError(resultCode: ResultCode(rawValue: code), message: reason), path: path)
        default: return .badQuery(reason: reason)
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

extension FeedDatabase {
    /// A connection for one query, and what has to be held as long as it is open.
    fileprivate func queryConnection() throws(StoreError) -> (ReadSource, PlainConnection) {
        do {
            return try mapped {
                let source = try readSource()
                return (source, try source.connection())
            }
        } catch {
            throw error as? StoreError ?? .cannotAccess(path: path, reason: "\(error)")
        }
    }
}
