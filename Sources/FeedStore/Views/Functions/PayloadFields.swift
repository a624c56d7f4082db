import FeedModel
import GRDBSQLite

/// The top-level fields of payloads, as the views have them: a value is as SQLite’s `->>` gives it, a name is found however
/// the server spells it, and the last of repeated names counts.
///
/// SQLite builds a tree of every payload that it looks into; here a payload is stepped through, once for the first field
/// that is asked for and once for all others. Payloads were checked when they were stored.
///
/// It belongs to one connection, and is used on the thread that the connection is used on.
final class PayloadFields {
    private struct Known {
        /// Bytes, or members, whose room is kept for the next payload.
        private static let mostKept = 65_536

        private var payload: [UInt8] = []
        /// Its members, once a second field of it was asked for.
        private var members: [JSONScan.Entry] = []
        private var hasMembers = false

        mutating func place(of name: UnsafeRawBufferPointer, in payload: UnsafeRawBufferPointer) -> Range<Int>? {
            var scan = JSONScan(.members, of: payload)
            guard self.payload.withUnsafeBytes({ $0.equals(payload) }) else {
                self.payload.removeAll(keepingCapacity: self.payload.count < Self.mostKept)
                self.payload.append(contentsOf: payload)
                hasMembers = false
                var place: Range<Int>?
                while let member = scan.next() {
                    if scan.matches(member, name) { place = member.value }
                }
                return place
            }
            if !hasMembers {
                members.removeAll(keepingCapacity: members.count < Self.mostKept)
                while let member = scan.next() { members.append(member) }
                hasMembers = true
            }
            return members.last { scan.matches($0, name) }?.value
        }
    }

    private let connection: OpaquePointer
    private var known = Known()
    /// Has SQLite read what is more than bytes. The connection finalizes it.
    private var reading: OpaquePointer?

    init(connection: OpaquePointer) { self.connection = connection }

    func giveField(_ name: UnsafeRawBufferPointer, of payload: UnsafeRawBufferPointer, to context: OpaquePointer) {
        guard let place = known.place(of: name, in: payload) else { return }
        give(UnsafeRawBufferPointer(rebasing: payload[place]), to: context)
    }

    private func give(_ value: UnsafeRawBufferPointer, to context: OpaquePointer) {
        switch value.first {
        case UInt8(ascii: "n"), nil: sqlite3_result_null(context)
        case UInt8(ascii: "t"): sqlite3_result_int64(context, 1)
        case UInt8(ascii: "f"): sqlite3_result_int64(context, 0)
        case UInt8(ascii: "\""): giveText(UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast()), to: context)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            // SQLite writes arrays and objects without the white space in them; most have none.
            if value.contains(where: { $0 <= 0x20 }) { return giveRead(value, to: context) }
            ViewFunctions.give(value, to: context)
        default:
            if let number = ItemVersion.number(in: value, as: Int64.self) {
                return sqlite3_result_int64(context, number)
            }
            // Numbers with a fraction compare with those in SQL only where SQLite reads both.
            giveRead(value, to: context)
        }
    }

    private func giveText(_ text: UnsafeRawBufferPointer, to context: OpaquePointer) {
        guard text.contains(UInt8(ascii: "\\")) else { return ViewFunctions.give(text, to: context) }
        JSONText(unescaping: Array(text)[...]).utf8.withUnsafeBytes { ViewFunctions.give($0, to: context) }
    }

    private func giveRead(_ value: UnsafeRawBufferPointer, to context: OpaquePointer) {
        if reading == nil { sqlite3_prepare_v2(connection, "SELECT ?1 ->> '$'", -1, &reading, nil) }
        guard let reading, let start = value.baseAddress else { return sqlite3_result_error_nomem(context) }
        // Without a destructor the bytes are SQLITE_STATIC.
        sqlite3_bind_text64(
            reading, 1, start.assumingMemoryBound(to: CChar.self), UInt64(value.count), nil, UInt8(SQLITE_UTF8))
        switch sqlite3_step(reading) {
        case SQLITE_ROW: sqlite3_result_value(context, sqlite3_column_value(reading, 0))
        // What was checked when it was stored, and is no JSON now, is damaged.
        case let code: sqlite3_result_error_code(context, code == SQLITE_ERROR ? SQLITE_CORRUPT : code)
        }
        sqlite3_reset(reading)
        sqlite3_clear_bindings(reading)
    }
}
