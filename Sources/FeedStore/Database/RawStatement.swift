import FeedModel
import GRDB
import GRDBSQLite

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A cached statement driven through SQLite's own interface, for the few that run once an item: texts are bound from
/// and compared with the bytes of a page where they lie, without a copy or an object for each.
///
/// It is used and reset inside one call on the connection's own queue, so it is never shared.
struct RawStatement {
    private let statement: Statement
    private let pointer: OpaquePointer

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
    }

    /// A value to bind, in the order of the statement's parameters.
    enum Value {
        case integer(Int64)
        case text(String)
        case bytes(ArraySlice<UInt8>)
        case null
    }

    /// Runs the statement to its end and gives `row` to `body` for each row.
    func run(_ values: [Value], row body: (Row) throws -> Void = { _ in }) throws {
        defer {
            sqlite3_reset(pointer)
            sqlite3_clear_bindings(pointer)
        }
        for (index, value) in values.enumerated() {
            try check(bind(value, at: Int32(index + 1)))
        }
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: try body(Row(pointer: pointer))
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT: SQLite takes a copy, since the bytes of a Swift value have no address beyond the call.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .integer(let number):
            return sqlite3_bind_int64(pointer, index, number)
        case .null:
            return sqlite3_bind_null(pointer, index)
        case .text(var text):
            return text.withUTF8 { bindText($0, at: index, transient) }
        case .bytes(let bytes):
            return bytes.withUnsafeBufferPointer { bindText($0, at: index, transient) }
        }
    }

    private func bindText(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int32, _ destructor: sqlite3_destructor_type
    ) -> Int32 {
        guard let start = bytes.baseAddress else { return sqlite3_bind_text(pointer, index, "", 0, destructor) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            sqlite3_bind_text64(pointer, index, $0, UInt64(bytes.count), destructor, UInt8(SQLITE_UTF8))
        }
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> DatabaseError {
        let message = sqlite3_db_handle(pointer).map { String(cString: sqlite3_errmsg($0)) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }

    /// The row that a statement has stepped to.
    struct Row {
        fileprivate let pointer: OpaquePointer

        func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

        func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

        func bool(_ column: Int32) -> Bool { integer(column) != 0 }

        func text(_ column: Int32) -> String? {
            guard let start = sqlite3_column_text(pointer, column) else { return nil }
            let count = Int(sqlite3_column_bytes(pointer, column))
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }

        /// Whether the text of a column is the same as `bytes`, byte by byte.
        func equals(_ bytes: ArraySlice<UInt8>, column: Int32) -> Bool {
            guard let start = sqlite3_column_text(pointer, column) else { return false }
            guard Int(sqlite3_column_bytes(pointer, column)) == bytes.count else { return false }
            return bytes.withUnsafeBytes { buffer in
                guard let other = buffer.baseAddress else { return true }
                return memcmp(start, other, bytes.count) == 0
            }
        }
    }
}
