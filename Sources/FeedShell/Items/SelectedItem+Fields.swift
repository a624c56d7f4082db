import FeedModel
import FeedStore

extension SelectedItem {
    /// What `--fields` can name: the columns of the collection's view, each value as the server sent it. `id` is the
    /// item's ID where no field has that name.
    static func fields(of view: CacheView) -> Fields<SelectedItem> {
        let columns = view.fieldsFirst.map { column in
            guard let field = column.field else { return own(column.name) }
            let path = DottedPath(components: [.init(field: field)])
            return Field(column.name) { .value(at: path, in: Array(($0.payload ?? "").utf8)) }
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
}

extension ItemQuery {
    func listing(of collection: String, isRemoved: Bool, _ choice: FieldChoice?) throws -> Listing<SelectedItem> {
        guard choice != nil else {
            return SelectedItem.listing(of: collection, isRemoved: isRemoved, reading: forEach)
        }
        return try Listing(reading: forEach, fields: SelectedItem.fields(of: view)).choosing(choice)
    }
}
