import FeedCache
import FeedModel
import FeedStore
import TerminalKit

extension SelectedItem {
    /// What `--fields` can name: the columns of the collection's view, each value as the server sent it. `id` is the
    /// item's ID where no field has that name.
    static func fields(of view: CacheView) -> Fields<SelectedItem> {
        let columns = view.fieldsFirst.map { column in
            guard let field = column.field else { return own(column.name) }
            return Field<SelectedItem>(column.name) { $0.value(of: field) }
        }
        let names = columns.map(\.name)
        let id = names.contains("id") ? [] : [Field<SelectedItem>("id") { .string($0.key) }]
        let collection = Field<SelectedItem>("collection") { _ in .text(view.collection) }
        return Fields(columns + id + (names.contains("collection") ? [] : [collection]))
    }

    private static func own(_ name: String) -> Field<SelectedItem> {
        Field(name) { item in
            switch name {
            case "key": .string(item.key)
            case "position": .number(item.position)
            case "version": .text(item.version)
            case "first_seen": .string(item.firstSeen)
            case "updated": .string(item.updated)
            case "removed": .text(item.removal?.at)
            case "reason": .text(item.removal?.reason)
            default: item.payload.map(JSONValue.verbatim) ?? .null
            }
        }
    }

    /// A top-level field of the payload; null where it has none. The last of repeated names counts.
    private func value(of field: String) -> JSONValue {
        guard let payload, let document = try? JSONDocument(Array(payload.utf8)),
            let member = document.members(of: document.root).last(where: { ExactText($0.key) == ExactText(field) })
        else { return .null }
        return .verbatim(String(decoding: document.slice(member.value), as: UTF8.self))
    }
}

extension ItemQuery {
    func listing(of collection: String, isRemoved: Bool, _ choice: FieldChoice?) throws -> Listing<SelectedItem> {
        guard choice != nil else {
            return SelectedItem.listing(of: collection, isRemoved: isRemoved, reading: forEach)
        }
        return try Listing(reading: forEach, fields: SelectedItem.fields(of: view)).choosing(choice)
    }
}
