import FeedModel
import GRDB

/// A row of the database, and the one way to its values: a value of another type than its column has, which only damage
/// makes, is an error here, where GRDB's own subscripts end the process.
struct StoredRow {
    fileprivate let row: Row

    /// The value of a column by its place.
    ///
    /// - Throws: `RowDecodingError` or `DatabaseError`, which leave `FeedDatabase` as `StoreError.damaged`.
    subscript<Value: StoredValue>(_ index: Int) -> Value {
        get throws { try row.decode(Value.self, atIndex: index).checked() }
    }

    subscript<Value: StoredValue>(_ name: String) -> Value {
        get throws { try row.decode(Value.self, forColumn: name).checked() }
    }

    /// A hash by its place: any number.
    func hash(_ index: Int) throws -> Int64? { try row.decode(Int64?.self, atIndex: index) }

    /// A digest by the name of its column: any number.
    func hash(_ name: String) throws -> Int64 { try row.decode(Int64.self, forColumn: name) }

    /// - Throws: as above, also where it is negative.
    func count(_ index: Int) throws -> Int {
        let count: Int = try self[index]
        guard count >= 0 else { throw DatabaseError.corrupt("a number of rows is \(count)") }
        return count
    }
}

/// Moves a place in a table to the next row that was read.
///
/// - Throws: `DatabaseError` where that is not after it, as in a table whose rows are out of their order: what is read a part at
///   a time, each after the last row of the one before, would not come to an end.
func advance<Place>(_ place: inout Place, to next: Place, by isBefore: (Place, Place) -> Bool) throws(DatabaseError) {
    guard isBefore(place, next) else { throw .corrupt("rows are out of order") }
    place = next
}

protocol StoredValue: DatabaseValueConvertible, StatementColumnConvertible {
    /// Itself. Numbers are far from the bounds of their type, so that what is computed with them does not overflow.
    ///
    /// - Throws: `DatabaseError` for one that only damage makes.
    func checked() throws -> Self
}

extension StoredValue {
    func checked() throws -> Self { self }
}

extension StoredValue where Self: FixedWidthInteger {
    fileprivate func checked(upTo greatest: Magnitude) throws -> Self {
        guard magnitude <= greatest else { throw DatabaseError.corrupt("a number is \(self)") }
        return self
    }
}

extension Int: StoredValue {
    func checked() throws -> Int { try checked(upTo: Self.greatestCount.magnitude) }
}

extension Int64: StoredValue {
    /// The greatest identifier, time or sequence.
    static let greatestStored: Int64 = 1 << 61

    func checked() throws -> Int64 { try checked(upTo: Self.greatestStored.magnitude) }
}

extension String: StoredValue {}
extension Bool: StoredValue {}

/// A time is kept in milliseconds since 1970.
extension Instant: StoredValue {
    var databaseValue: DatabaseValue { millisecondsSince1970.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Instant? {
        Int64.fromDatabaseValue(value).flatMap(Self.init(stored:))
    }

    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        self.init(stored: Int64(sqliteStatement: sqliteStatement, index: index))
    }

    private init?(stored milliseconds: Int64) {
        guard (try? milliseconds.checked()) != nil else { return nil }
        self.init(millisecondsSince1970: milliseconds)
    }
}

extension Optional: StoredValue where Wrapped: StoredValue {
    func checked() throws -> Wrapped? { try map { try $0.checked() } }
}

/// The one way to run a statement. SQLite reads its text once a connection; all values are read as those of a `StoredRow`.
extension Database {
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [StoredRow] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments).map(StoredRow.init)
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> StoredRow? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments).map(StoredRow.init)
    }

    func values<Value: StoredValue>(_ sql: String, _ arguments: StatementArguments = []) throws -> [Value] {
        try Array(Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments).map { try StoredRow(row: $0)[0] })
    }

    /// The first column of the first row; nil where that is NULL, or there is none.
    func value<Value: StoredValue>(_ sql: String, _ arguments: StatementArguments = []) throws -> Value? {
        try row(sql, arguments).flatMap { try $0[0] as Value? }
    }

    func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool { try row(sql, arguments) != nil }

    /// - Parameter rows: what follows `FROM`.
    func count(_ rows: String, _ arguments: StatementArguments = []) throws -> Int {
        try value("SELECT count(*) FROM \(rows)", arguments) ?? 0
    }

    /// Rows that are read one by one, by a statement of their own: others may run the same meanwhile. Each is valid until the
    /// next one is read.
    func cursor(_ sql: String, _ arguments: StatementArguments = []) throws -> MapCursor<RowCursor, StoredRow> {
        try Row.fetchCursor(self, sql: sql, arguments: arguments).map(StoredRow.init)
    }

    /// - Returns: how many rows it has inserted, changed or deleted.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// - Parameter replaces: whether it takes the place of a row that it has a unique value in common with.
    func insert(into table: String, _ row: RowValues, replaces: Bool = false) throws {
        let verb = replaces ? "INSERT OR REPLACE" : "INSERT"
        try run("\(verb) INTO \(table) \(row.names) VALUES \(row.marks)", row.arguments)
    }
}

struct RowValues: ExpressibleByDictionaryLiteral {
    private var columns: [(name: String, value: (any DatabaseValueConvertible)?)]

    init(dictionaryLiteral columns: (String, (any DatabaseValueConvertible)?)...) { self.columns = columns }

    /// `(a, b)`, and `(?, ?)` for their values.
    var names: String { "(\(columns.map(\.name).joined(separator: ", ")))" }
    var marks: String { "(\(columns.map { _ in "?" }.joined(separator: ", ")))" }

    var arguments: StatementArguments { StatementArguments(columns.map(\.value)) }

    static func + (left: RowValues, right: RowValues) -> RowValues {
        var sum = left
        sum.columns += right.columns
        return sum
    }
}
