import FeedModel
import GRDBSQLite

enum ViewFunctions {
    static func add(to connection: OpaquePointer) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        sqlite3_create_function_v2(
            connection, "feedcache_position", 3, SQLITE_UTF8, retained(ItemPlaces(connection: connection)),
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
                guard let context, let payload = ViewFunctions.bytes(arguments?[0]) else { return }
                var title = ItemSummary.title(of: String(decoding: payload, as: UTF8.self))
                title.withUTF8 { ViewFunctions.give(UnsafeRawBufferPointer($0), to: context) }
            }, nil, nil, nil)
        sqlite3_create_function_v2(
            connection, "feedcache_field", 2, flags, retained(PayloadFields(connection: connection)),
            { context, _, arguments in
                guard let context, let arguments, let data = sqlite3_user_data(context),
                    let payload = ViewFunctions.bytes(arguments[0]), let name = ViewFunctions.bytes(arguments[1])
                else { return }
                let fields = Unmanaged<PayloadFields>.fromOpaque(data).takeUnretainedValue()
                fields.giveField(name, of: payload, to: context)
            }, nil, nil, { data in if let data { Unmanaged<PayloadFields>.fromOpaque(data).release() } })
    }

    private static func retained(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(object).toOpaque()
    }

    /// Gives bytes as a text, of which SQLite takes a copy.
    static func give(_ text: UnsafeRawBufferPointer, to context: OpaquePointer) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        guard let start = text.baseAddress else { return sqlite3_result_text(context, "", 0, transient) }
        sqlite3_result_text64(
            context, start.assumingMemoryBound(to: CChar.self), UInt64(text.count), transient, UInt8(SQLITE_UTF8))
    }

    /// The bytes of a value where SQLite has them; nil for NULL.
    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
        guard let value, sqlite3_value_type(value) != SQLITE_NULL else { return nil }
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }
}
