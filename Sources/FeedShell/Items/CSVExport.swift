import FeedCache
import TerminalKit

/// RFC 4180: a header of `id`, `position`, `version` and every field that an item has, in order of first mention; then
/// a line an item.
///
/// The list is read twice, once for the fields: memory does not grow with it. What a spreadsheet would take for a
/// formula gets an apostrophe before it.
enum CSVExport {
    private static let ownColumns = ["id", "position", "version"]

    static func write(_ list: ItemList, to sink: inout BufferedOutput) throws {
        let fields = try fields(of: list)
        try sink.writeRecord(ownColumns + fields.map(\.text))
        try list.forEach { position, item in
            let values = try values(of: item)
            try sink.writeRecord(
                [item.key, "\(position)", item.version ?? ""] + fields.map { values[$0] ?? "" })
        }
    }

    private static func fields(of list: ItemList) throws -> [ItemKey] {
        var known = Set(ownColumns.map(ItemKey.init))
        var fields: [ItemKey] = []
        try list.forEach { _, item in
            let document = try JSONDocument(Array(item.payload.utf8))
            for member in document.members(of: document.root) where known.insert(ItemKey(member.key)).inserted {
                fields.append(ItemKey(member.key))
            }
        }
        return fields
    }

    private static func values(of item: CachedItem) throws -> [ItemKey: String] {
        let document = try JSONDocument(Array(item.payload.utf8))
        var values: [ItemKey: String] = [:]
        for member in document.members(of: document.root) {
            values[ItemKey(member.key)] =
                switch document.scalar(at: member.value) {
                case .null: ""
                case .bool(let value): value ? "true" : "false"
                case .number(let text), .string(let text): text
                case .array, .object:
                    String(decoding: JSONPretty.singleLine(document.slice(member.value)), as: UTF8.self)
                }
        }
        return values
    }
}
