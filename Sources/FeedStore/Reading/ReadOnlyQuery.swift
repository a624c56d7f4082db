import GRDB
import GRDBSQLite

/// Runs a user's SQL on the cache without a way to change it, or any other file.
///
/// It has a connection of its own, opened read-only, whose authorizer lets reading through and nothing else: no write,
/// no ATTACH, no VACUUM INTO, no PRAGMA with an effect, no function that `sqlite3 -safe` refuses. It never waits for a sync.
/// Where the task it runs in is cancelled, it stops.
package final class ReadOnlyQuery {
    /// Bytes of a text or blob that a query makes or reads. While a function makes one, it cannot be stopped: this many take
    /// less than a second.
    private static let longestValue: Int32 = 64 << 20
    /// Steps of SQLite's machine between two looks at whether the task is cancelled: a few rows, since each may make a long
    /// value.
    private static let stepsBetweenLooks: Int32 = 100

    private let plain: PlainConnection
    /// Keeps the log's files until the connection is closed: it is released after it.
    private let source: ReadSource
    private let statement: OpaquePointer
    private let path: String
    private var connection: OpaquePointer { plain.handle }

    package let columns: [String]
    private let json: JSONColumns

    package var explainsPlan: Bool { sqlite3_stmt_isexplain(statement) == 2 }

    /// Prepares one statement; comments and semicolons around it do not count.
    ///
    /// - Parameters:
    ///   - views: the views it can name beside the tables of the database.
    ///   - values: of the parameters, by their names without `:`, `@`, `$` or `?`.
    ///   - isStrict: whether a name in double quotes that is no column is an error, not a text.
    ///   - keepsSnapshot: whether the same is read after `restart`.
    /// - Throws: `StoreError`; `.badQuery` where it is wrong, more than one, has a parameter without a value, or would do
    ///   more than read.
    package init(
        _ sql: String, in database: FeedDatabase, views: ViewSet = .none, values: [String: SQLValue] = [:],
        isStrict: Bool = false, keepsSnapshot: Bool = false
    ) throws(StoreError) {
        guard !sql.utf8.contains(0) else { throw .badQuery(reason: "it holds U+0000") }
        path = database.path
        (source, plain, statement) = try database.prepared(views, keepsSnapshot: keepsSnapshot) { connection in
            if isStrict { _disableDoubleQuotedStringLiterals(connection) }
            sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
            sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longestValue)
            ReadAuthorizer.declareTableFunctions(connection)
            sqlite3_set_authorizer(
                connection, { _, action, first, second, _, _ in ReadAuthorizer.authorize(action, first, second) }, nil)
            sqlite3_progress_handler(connection, Self.stepsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
            return try Self.prepareOnly(sql, on: connection, path: database.path)
        }
        columns = (0..<sqlite3_column_count(statement)).map { [statement] column in
            sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
        }
        json = JSONColumns(statement, columns: columns, views: views.views)
        try bind(values, takesMore: !isStrict)
    }

    /// What is prepared goes with the connection.
    private static func prepareOnly(
        _ sql: String, on connection: OpaquePointer, path: String
    ) throws(StoreError) -> OpaquePointer {
        var found: OpaquePointer?
        var rest = sql
        while !rest.isEmpty {
            // It is nil where there is only a comment or a semicolon.
            var next: OpaquePointer?
            let code = rest.withCString { start in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v2(connection, start, -1, &next, &tail)
                rest = tail.map { String(cString: $0) } ?? ""
                return code
            }
            guard found == nil || code == SQLITE_OK && next == nil else {
                throw .badQuery(reason: "one statement at a time")
            }
            guard code == SQLITE_OK else { throw failure(code, connection, path: path) }
            found = found ?? next
        }
        guard let found else { throw .badQuery(reason: "it is empty") }
        guard sqlite3_stmt_readonly(found) != 0 else { throw .badQuery(reason: refusal) }
        return found
    }

    /// A parameter without a value would be NULL, which is hardly meant.
    ///
    /// - Parameter takesMore: whether the user could give another value.
    private func bind(_ values: [String: SQLValue], takesMore: Bool) throws(StoreError) {
        var unused = Set(values.keys)
        // A number like ?9 leaves gaps without a name before it.
        let count = sqlite3_bind_parameter_count(statement)
        for index in 0..<count {
            guard let name = sqlite3_bind_parameter_name(statement, index + 1).map({ String(cString: $0) }) else {
                continue
            }
            let bare = String(name.dropFirst())
            guard let value = values[bare] else { throw Self.unbound(name, takesMore) }
            unused.remove(bare)
            var parameter = RawStatement.Parameters(pointer: statement, count: index)
            parameter.add(value)
            guard parameter.code == SQLITE_OK else { throw Self.failure(parameter.code, connection, path: path) }
        }
        let hasNames = (0..<count).contains { sqlite3_bind_parameter_name(statement, $0 + 1) != nil }
        if count > 0, !hasNames { throw Self.unbound("?", takesMore) }
        if let name = unused.min() { throw .badQuery(reason: "it has no parameter “\(name)”") }
    }

    private static func unbound(_ name: String, _ takesMore: Bool) -> StoreError {
        let isNamed = name != "?" && takesMore
        let hint = isNamed ? "give it with --param \(name.dropFirst())=VALUE" : "write the value in its place"
        return .badQuery(reason: "the parameter “\(name)” has no value; \(hint)")
    }

    private static let refusal = "only reading is allowed here"

    /// - Throws: `StoreError`; `.badQuery` where the task is cancelled or a value cannot be computed.
    package func next() throws(StoreError) -> [SQLValue]? {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return (0..<Int32(columns.count)).map { SQLValue(statement, column: $0) }
        case SQLITE_DONE: return nil
        case let code: throw Self.failure(code, connection, path: path)
        }
    }

    /// Whether the value in a column of the row that was read last is JSON, not a text that may look like it.
    package func isJSON(_ column: Int) -> Bool { json.isJSON(column, of: statement) }

    package func restart() { sqlite3_reset(statement) }

    private static func failure(_ code: Int32, _ connection: OpaquePointer, path: String) -> StoreError {
        switch code & 0xFF {
        case SQLITE_AUTH: return .badQuery(reason: refusal)
        case SQLITE_INTERRUPT: return .badQuery(reason: "it was stopped")
        case SQLITE_BUSY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_FULL:
            return StoreError(DatabaseError(code, of: connection), path: path)
        default: return .badQuery(reason: String(cString: sqlite3_errmsg(connection)))
        }
    }
}

extension FeedDatabase {
    /// A connection for one query, what has to be held as long as it is open, and what `prepare` makes of it.
    fileprivate func prepared(
        _ views: ViewSet, keepsSnapshot: Bool, _ prepare: (OpaquePointer) throws -> OpaquePointer
    ) throws(StoreError) -> (ReadSource, PlainConnection, OpaquePointer) {
        do {
            return try tryAgainWhileErased {
                try mapped {
                    let source = try readSource()
                    let connection = try source.connection()
                    try views.make(on: connection)
                    if keepsSnapshot {
                        try connection.execute("BEGIN")
                        // The snapshot is that of the first read.
                        _ = try connection.number("SELECT count(*) FROM main.sqlite_schema WHERE 0")
                    }
                    return (source, connection, try prepare(connection.handle))
                }
            }
        } catch {
            throw error as? StoreError ?? .cannotAccess(path: path, reason: "\(error)")
        }
    }
}

package enum SQLText {
    /// Whether a text ends a statement: with a semicolon that is in no quotes, comment or trigger.
    package static func isComplete(_ text: String) -> Bool { sqlite3_complete(text) == 1 }

    /// Whether a word, of letters, digits and `_`, is a name only in quotes.
    package static func needsQuotes(_ word: String) -> Bool {
        guard sqlite3_keyword_check(word, Int32(clamping: word.utf8.count)) != 0 else { return false }
        // Most keywords are names as well where nothing else is meant: SQLite says which.
        let sql = "WITH \"\(word)\"(\"\(word)\") AS (SELECT -1) SELECT \(word) FROM \(word)"
        let value = try? DatabaseQueue().read { try Int.fetchOne($0, sql: sql) }
        return value != -1
    }

    /// What begins a quote or a comment, of which only comments begin with two characters, and what ends it.
    private static let quotes: KeyValuePairs = ["'": "'", "\"": "\"", "`": "`", "[": "]", "--": "\n", "/*": "*/"]

    /// A text without its comments and without what is in quotes: a space is in the place of the one, `'` of the other.
    ///
    /// - Returns: also what should end the last quote or comment, where the text does without it.
    static func withoutQuoted(_ sql: String) -> (text: [UInt8], missing: String?) {
        var (kept, missing, rest) = ([UInt8](), String?.none, Array(sql.utf8)[...])
        while let byte = rest.first {
            guard let (opening, end) = quotes.first(where: { rest.starts(with: $0.key.utf8) }) else {
                kept.append(byte)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(opening.utf8.count)
            while !rest.isEmpty, !rest.starts(with: end.utf8) { rest = rest.dropFirst() }
            // A line ends with the text.
            if rest.isEmpty, end != "\n" { missing = end }
            rest = rest.dropFirst(end.utf8.count)
            kept.append(opening.utf8.count == 1 ? UInt8(ascii: "'") : UInt8(ascii: " "))
        }
        return (kept, missing)
    }
}
