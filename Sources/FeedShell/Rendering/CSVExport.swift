import FeedCache

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

    /// A line, with its end.
    static func line(_ values: [String]) -> String {
        // A blank line would be no line to many readers.
        values == [""] ? "\"\"\r\n" : values.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ value: String) -> String {
        let value = isFormula(value) ? "'" + value : value
        let needsQuotes = value.utf8.contains { [34, 44, 10, 13].contains($0) }
        guard needsQuotes else { return value }
        // A scalar at a time: an accent behind a quote would make the two one character, and the quote unseen.
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in value.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    /// What spreadsheets take for a formula begins with one of these (OWASP, "CSV Injection"): a sign, also of full
    /// width, as Japanese input methods write it, or a blank that some of them pass over.
    private static let openings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    /// Numbers may begin with a sign.
    private static func isFormula(_ value: String) -> Bool {
        guard let first = value.unicodeScalars.first, openings.contains(first) else { return false }
        return Double(value) == nil
    }
}
