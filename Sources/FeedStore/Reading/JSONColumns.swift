import FeedModel
import GRDBSQLite

/// Which values of a query are JSON: SQLite has no type for it, it gives a text.
///
/// A text is JSON where it parses, and one of these holds: it comes from a column of the database that holds JSON; SQLite's
/// subtype says so, as it does after `->` and `json(…)`; or the column has the name of a column of a view whose values are
/// objects or arrays, never texts.
struct JSONColumns {
    private enum Origin {
        case json, text, unknown
        /// A field of items: of its values, objects and arrays are JSON.
        case field
    }

    /// What SQLite calls JSON among the subtypes (`JSON_SUBTYPE`).
    private static let subtype = UInt32(UInt8(ascii: "J"))

    private let origins: [Origin]

    init(_ statement: OpaquePointer, columns: [String], views: [CacheView]) {
        let fields = Set(views.flatMap(\.columns).filter(\.holdsJSON).map { SQLName.folded($0.name) })
        origins = zip(Int32(0)..., columns).map { column, name in
            if let origin = sqlite3_column_origin_name(statement, column).map({ String(cString: $0) }) {
                let table = sqlite3_column_table_name(statement, column).map { String(cString: $0) }
                let isPolicy = origin == "ads" && table == ComposedTables.sections
                return origin.hasSuffix("payload") || isPolicy ? .json : .text
            }
            return fields.contains(SQLName.folded(name)) ? .field : .unknown
        }
    }

    func isJSON(_ column: Int, of statement: OpaquePointer) -> Bool {
        let index = Int32(column)
        guard sqlite3_column_type(statement, index) == SQLITE_TEXT,
            case .text(let text) = SQLValue(statement, column: index)
        else { return false }
        switch origins[column] {
        case .text: return false
        case .json: return Self.parses(text)
        case .field: return text.utf8.first.map("{[".utf8.contains) == true && Self.parses(text)
        case .unknown: return hasSubtype(index, of: statement) && Self.parses(text)
        }
    }

    /// SQLite lets only a copy of a column's value be asked for its subtype.
    private func hasSubtype(_ column: Int32, of statement: OpaquePointer) -> Bool {
        guard let copy = sqlite3_value_dup(sqlite3_column_value(statement, column)) else { return false }
        defer { sqlite3_value_free(copy) }
        return sqlite3_value_subtype(copy) == Self.subtype
    }

    private static func parses(_ text: String) -> Bool { (try? JSONDocument(Array(text.utf8))) != nil }
}
