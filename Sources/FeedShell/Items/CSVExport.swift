import FeedModel
import FeedSource
import TerminalKit

/// RFC 4180: a header of `id`, `position`, `version` and every field that an item has, in order of first mention; then
/// a line an item. A field of such a name that is something else has a trailing `_`. An item that is no object is in a
/// column `payload`.
///
/// The list is read twice, once for the fields: memory does not grow with it. What a spreadsheet would take for a
/// formula gets an apostrophe before it.
enum CSVExport {
    private static let ownColumns = ["id", "position", "version"]

    /// - Parameters:
    ///   - forEach: hands over each item in order, the same ones each time.
    ///   - spec: says where the ID and the version of an item are.
    static func write<Item: ListedItem>(
        _ forEach: ((Item) throws -> Void) throws -> Void, of spec: CollectionSpec?, to sink: inout BufferedOutput
    ) throws {
        let fields = try fields(of: forEach, beside: spec.map(shownFields) ?? [])
        try sink.writeRecord(ownColumns + columnNames(of: fields))
        try forEach { item in
            let members = try members(of: item.payload ?? "null")
            let values = Dictionary(members.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { $1 })
            try sink.writeRecord(
                [item.key, "\(item.position ?? 0)", item.version ?? ""] + fields.map { values[$0] ?? "" })
        }
    }

    /// The fields of an item that a column of ours shows already.
    private static func shownFields(of spec: CollectionSpec) -> [String] {
        var fields: [String] = []
        if case .path(let path) = spec.id, path.description == "id" { fields.append("id") }
        if spec.version?.description == "version" { fields.append("version") }
        return fields
    }

    /// The names of the columns of fields: each field’s own, with a trailing `_` as often as it takes where a column of
    /// ours has it.
    private static func columnNames(of fields: [ExactText]) -> [String] {
        let own = Set(ownColumns.map(ExactText.init))
        var taken = own.union(fields)
        return fields.map { field in
            guard own.contains(field) else { return field.text }
            var name = field.text + "_"
            while !taken.insert(ExactText(name)).inserted { name += "_" }
            return name
        }
    }

    private static func fields<Item: ListedItem>(
        of forEach: ((Item) throws -> Void) throws -> Void, beside shown: [String]
    ) throws -> [ExactText] {
        var known = Set(shown.map(ExactText.init))
        var fields: [ExactText] = []
        try forEach { item in
            for member in try members(of: item.payload ?? "null") where known.insert(ExactText(member.name)).inserted {
                fields.append(ExactText(member.name))
            }
        }
        return fields
    }

    /// The columns of a payload in its order: its members, or the payload itself where it has none as it is no object.
    static func members(of payload: String) throws -> [(name: String, value: String)] {
        let document = try JSONDocument(Array(payload.utf8))
        guard case .object = document.scalar(at: document.root) else {
            return [("payload", document.text(at: document.root))]
        }
        return document.members(of: document.root).map { ($0.key, document.text(at: $0.value)) }
    }
}
