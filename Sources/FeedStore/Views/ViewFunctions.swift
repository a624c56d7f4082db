import FeedModel
import GRDBSQLite

/// The functions that the views use, on one connection.
enum ViewFunctions {
    /// Makes them known to a connection.
    static func add(to connection: OpaquePointer) {
        let places = Unmanaged.passRetained(ItemPlaces(connection: connection)).toOpaque()
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        sqlite3_create_function_v2(
            connection, "feedcache_position", 3, SQLITE_UTF8, places,
            { context, _, arguments in
                guard let context, let arguments, let data = sqlite3_user_data(context) else { return }
                let places = Unmanaged<ItemPlaces>.fromOpaque(data).takeUnretainedValue()
                let place = places.place(
                    collection: sqlite3_value_int64(arguments[0]), page: sqlite3_value_int64(arguments[1]),
                    rank: sqlite3_value_int64(arguments[2]))
                if let place { sqlite3_result_int64(context, place) }
            }, nil, nil, { data in if let data { Unmanaged<ItemPlaces>.fromOpaque(data).release() } })
        sqlite3_create_function_v2(
            connection, "feedcache_title", 1, flags, nil,
            { context, _, arguments in
                guard let context, let payload = arguments?[0].flatMap({ ViewFunctions.text($0) }) else { return }
                ViewFunctions.give(ItemSummary.title(of: payload), to: context)
            }, nil, nil, nil)
        sqlite3_create_function_v2(
            connection, "feedcache_field", 2, flags, nil,
            { context, _, arguments in
                guard let context, let arguments, let payload = arguments[0].flatMap({ ViewFunctions.text($0) }),
                    let name = arguments[1].flatMap({ ViewFunctions.text($0) }),
                    let document = try? JSONDocument(Array(payload.utf8)),
                    let member = document.members(of: document.root).last(where: { ItemKey($0.key) == ItemKey(name) })
                else { return }
                ViewFunctions.give(document, member.value, to: context)
            }, nil, nil, nil)
    }

    /// A value as SQLite’s `->>` gives it.
    private static func give(_ document: JSONDocument, _ place: Range<Int>, to context: OpaquePointer) {
        switch document.scalar(at: place) {
        case .null: sqlite3_result_null(context)
        case .bool(let value): sqlite3_result_int64(context, value ? 1 : 0)
        case .number(let number):
            if let integer = Int64(number) {
                sqlite3_result_int64(context, integer)
            } else {
                sqlite3_result_double(context, Double(number) ?? 0)
            }
        case .string(let text): give(text, to: context)
        case .array, .object: give(String(decoding: document.slice(place), as: UTF8.self), to: context)
        }
    }

    private static func give(_ text: String, to context: OpaquePointer) {
        // SQLITE_TRANSIENT: SQLite takes a copy.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                guard let start = bytes.baseAddress else { return sqlite3_result_text(context, "", 0, transient) }
                sqlite3_result_text64(context, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
            }
        }
    }

    private static func text(_ value: OpaquePointer) -> String? {
        guard sqlite3_value_type(value) != SQLITE_NULL, let start = sqlite3_value_text(value) else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
    }
}

/// The places of items in display order: how many items are before each page, and the ranks of the page that was asked
/// for last. Items that are read in order cost a look each.
///
/// It belongs to one connection, and is used on the thread that the connection is used on.
private final class ItemPlaces {
    private let connection: OpaquePointer
    private var itemsBefore: [Int64: [Int64: Int64]] = [:]
    private var page: Int64?
    private var ranks: [Int64] = []

    init(connection: OpaquePointer) {
        self.connection = connection
    }

    /// The place of an item, from 0; nil where it is not there.
    func place(collection: Int64, page: Int64, rank: Int64) -> Int64? {
        if itemsBefore[collection] == nil { itemsBefore[collection] = countItems(of: collection) }
        if self.page != page {
            ranks = rows("SELECT rank FROM main.item WHERE page = \(page) ORDER BY rank").map { $0[0] }
            self.page = page
        }
        guard let before = itemsBefore[collection]?[page] else { return nil }
        var (low, high) = (0, ranks.count)
        while low < high {
            let middle = (low + high) / 2
            if ranks[middle] < rank { low = middle + 1 } else { high = middle }
        }
        return before + Int64(low)
    }

    private func countItems(of collection: Int64) -> [Int64: Int64] {
        var sum: Int64 = 0
        var before: [Int64: Int64] = [:]
        let pages = rows(
            "SELECT id, items FROM main.page WHERE collection = \(collection) ORDER BY walk DESC, number, part")
        for page in pages {
            before[page[0]] = sum
            sum += page[1]
        }
        return before
    }

    /// Rows of one or two numbers.
    private func rows(_ sql: String) -> [[Int64]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else { return [] }
        var rows: [[Int64]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append((0..<sqlite3_column_count(statement)).map { sqlite3_column_int64(statement, $0) })
        }
        return rows
    }
}
