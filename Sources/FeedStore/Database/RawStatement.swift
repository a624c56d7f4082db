import FeedModel
import GRDB
import GRDBSQLite

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A statement driven through SQLite's own interface, for those that run once an item: values are bound from and
/// compared with the bytes of a page where they lie, without an object for each.
///
/// It is prepared at its first use. One of GRDB's belongs to one transaction; it is used and reset inside one call on the
/// connection's own queue, so it is never shared.
final class RawStatement {
    enum Connection {
        case kept(Database)
        /// One that GRDB does not know: the statement ends with this object.
        case plain(OpaquePointer)
    }

    private let connection: Connection
    private let sql: String
    private var prepared: OpaquePointer?
    /// Holds what is prepared in GRDB's cache.
    private var kept: Statement?

    /// - Parameter sql: what follows its first statement is not run.
    init(_ connection: Connection, _ sql: String) { (self.connection, self.sql) = (connection, sql) }

    deinit {
        if case .plain = connection { sqlite3_finalize(prepared) }
    }

    struct Parameters {
        let pointer: OpaquePointer
        /// The place of the last value, from 1.
        var count: Int32 = 0
        private(set) var code = SQLITE_OK

        mutating func add<each Value: RawParameter>(_ values: repeat each Value) {
            repeat add(value: (each values).sqlValue)
        }

        private mutating func add(value: SQLValue) {
            switch value {
            case .null: note(sqlite3_bind_null(pointer, nextIndex()))
            case .integer(let number): note(sqlite3_bind_int64(pointer, nextIndex(), number))
            case .real(let number): note(sqlite3_bind_double(pointer, nextIndex(), number))
            case .text(var text): text.withUTF8 { add(text: $0, copies: true) }
            case .blob(let bytes):
                note(sqlite3_bind_blob64(pointer, nextIndex(), bytes, UInt64(bytes.count), Self.transient))
            }
        }

        /// - Parameter copies: whether SQLite takes a copy; else it reads the bytes where they are until the bindings are
        ///   cleared: they are those of `run(over:_:)`.
        mutating func add(text bytes: UnsafeBufferPointer<UInt8>, copies: Bool) {
            let index = nextIndex()
            guard let start = bytes.baseAddress else {
                return note(sqlite3_bind_text(pointer, index, "", 0, Self.transient))
            }
            start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                // Without a destructor the bytes are SQLITE_STATIC.
                let destructor = copies ? Self.transient : nil
                note(sqlite3_bind_text64(pointer, index, $0, UInt64(bytes.count), destructor, UInt8(SQLITE_UTF8)))
            }
        }

        private mutating func nextIndex() -> Int32 {
            count += 1
            return count
        }

        private mutating func note(_ result: Int32) {
            if code == SQLITE_OK { code = result }
        }

        /// SQLite takes a copy, since the bytes of a Swift value have no address beyond the call.
        private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
    }

    func run(_ bind: (inout Parameters) -> Void, row body: (Row) throws -> Void = { _ in }) throws {
        defer { end() }
        try begin(bind)
        while let row = try next() { try body(row) }
    }

    /// What `read` makes of the first row; nil where there is none. The others are not looked for.
    func first<Value>(
        _ bind: (inout Parameters) -> Void = { _ in }, row read: (Row) -> Value
    ) throws(DatabaseError) -> Value? {
        defer { end() }
        try begin(bind)
        return try next().map(read)
    }

    /// Binds the parameters of a statement whose rows are read one by one, up to `end`.
    func begin(_ bind: (inout Parameters) -> Void) throws(DatabaseError) {
        let pointer = try pointer()
        // GRDB leaves a statement of the same text as it ended, and to that nothing can be bound.
        sqlite3_reset(pointer)
        var parameters = Parameters(pointer: pointer)
        bind(&parameters)
        guard parameters.code == SQLITE_OK else { throw error(parameters.code, pointer) }
    }

    /// The next row, which is valid until this is called again; nil after the last.
    func next() throws(DatabaseError) -> Row? {
        let pointer = try pointer()
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return Row(pointer: pointer)
        case SQLITE_DONE: return nil
        case let code: throw error(code, pointer)
        }
    }

    func end() {
        guard let pointer = prepared else { return }
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    /// Runs a statement without rows, some of whose parameters SQLite reads where they are in `bytes`.
    func run(over bytes: ArraySlice<UInt8>, _ bind: (inout Parameters, UnsafeBufferPointer<UInt8>) -> Void) throws {
        try bytes.withUnsafeBufferPointer { bytes in
            try run { bind(&$0, bytes) }
        }
    }

    private func pointer() throws(DatabaseError) -> OpaquePointer {
        if let prepared { return prepared }
        switch connection {
        case .kept(let db):
            do {
                kept = try db.cachedStatement(sql: sql)
            } catch {
                throw error as? DatabaseError ?? DatabaseError(resultCode: .SQLITE_ERROR, message: "\(error)")
            }
            prepared = kept?.sqliteStatement
        case .plain(let handle):
            let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
            guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
        }
        guard let prepared else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "it is empty") }
        return prepared
    }

    private func error(_ code: Int32, _ pointer: OpaquePointer) -> DatabaseError {
        DatabaseError(code, of: sqlite3_db_handle(pointer))
    }

    struct Row {
        let pointer: OpaquePointer

        /// The number of a column; one that only damage makes becomes one that can be computed with.
        func integer(_ column: Int32) -> Int64 {
            min(max(sqlite3_column_int64(pointer, column), -Int64.greatestStored), Int64.greatestStored)
        }

        func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

        func bool(_ column: Int32) -> Bool { integer(column) != 0 }

        func text(_ column: Int32) -> String? {
            withBytes(column) { $0.baseAddress == nil ? nil : String(decoding: $0, as: UTF8.self) }
        }

        func equals(_ text: String, column: Int32) -> Bool {
            text.withBytes { equals($0, column: column) }
        }

        /// The bytes of a text; none where it is NULL.
        func bytes(_ column: Int32) -> ArraySlice<UInt8> { withBytes(column) { Array($0)[...] } }

        /// Gives the bytes of a text to `body`, where they are; none where it is NULL.
        func withBytes<Result>(
            _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
        ) rethrows -> Result {
            let start = sqlite3_column_text(pointer, column)
            return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
        }

        func equals(_ bytes: ArraySlice<UInt8>, column: Int32) -> Bool {
            bytes.withUnsafeBytes { equals($0, column: column) }
        }

        private func equals(_ bytes: UnsafeRawBufferPointer, column: Int32) -> Bool {
            withBytes(column) { $0.baseAddress != nil && UnsafeRawBufferPointer($0).equals(bytes) }
        }
    }
}

extension Database {
    func raw(_ sql: String) -> RawStatement { RawStatement(.kept(self), sql) }
}

package enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    init(_ statement: OpaquePointer, column: Int32) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: self = RawStatement.Row(pointer: statement).text(column).map(SQLValue.text) ?? .null
        case SQLITE_BLOB:
            let count = Int(sqlite3_column_bytes(statement, column))
            let start = sqlite3_column_blob(statement, column)
            self = .blob(start.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? [])
        default: self = .null
        }
    }
}

protocol RawParameter {
    var sqlValue: SQLValue { get }
}

extension SQLValue: RawParameter { var sqlValue: SQLValue { self } }
extension Int64: RawParameter { var sqlValue: SQLValue { .integer(self) } }
extension Bool: RawParameter { var sqlValue: SQLValue { .integer(self ? 1 : 0) } }
extension String: RawParameter { var sqlValue: SQLValue { .text(self) } }
extension Optional: RawParameter where Wrapped: RawParameter { var sqlValue: SQLValue { self?.sqlValue ?? .null } }

extension UnsafeRawBufferPointer {
    func equals(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, count) == 0
    }
}

extension String {
    /// Whether it comes before another text in the order of their UTF-8 bytes.
    func precedes(_ other: String) -> Bool {
        var (a, b) = (self, other)
        return a.withUTF8 { a in
            b.withUTF8 { b in
                guard let start = a.baseAddress, let other = b.baseAddress else { return a.count < b.count }
                let order = memcmp(start, other, min(a.count, b.count))
                return order == 0 ? a.count < b.count : order < 0
            }
        }
    }
}

extension DatabaseError {
    init(_ code: Int32, of connection: OpaquePointer?) {
        self.init(
            resultCode: ResultCode(rawValue: code),
            message: connection.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory")
    }

    static func corrupt(_ message: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
    }
}
