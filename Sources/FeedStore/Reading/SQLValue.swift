import GRDBSQLite

/// A value of a user's query.
package enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLValue {
    /// The value in a column of the row that a statement has stepped to.
    init(_ statement: OpaquePointer, column: Int32) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(statement, column) else {
                self = .null
                return
            }
            let count = Int(sqlite3_column_bytes(statement, column))
            self = .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let count = Int(sqlite3_column_bytes(statement, column))
            let start = sqlite3_column_blob(statement, column)
            self = .blob(start.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? [])
        default: self = .null
        }
    }

    /// Gives a parameter of a statement this value.
    ///
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT: SQLite takes a copy, since the bytes of a Swift value have no address beyond the call.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let value): return sqlite3_bind_int64(statement, index, value)
        case .real(let value): return sqlite3_bind_double(statement, index, value)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    guard let start = bytes.baseAddress else {
                        return sqlite3_bind_text(statement, index, "", 0, transient)
                    }
                    return sqlite3_bind_text64(
                        statement, index, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            return sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), transient)
        }
    }
}
