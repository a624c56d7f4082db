import FeedModel

extension CacheView {
    /// Fields that get a column; of more the rest is in `payload`. SQLite takes 2,000 columns.
    static let mostFields = 1_900
    /// Bytes of the name of a field that gets a column.
    static let longestField = 1_000

    /// The live items of a collection in display order, or those that are older.
    ///
    /// - Parameter isReadByKey: whether items are looked up by their IDs and then sorted. Else they are read page by page, in
    ///   order; SQLite, which does not know how many there are, would not choose so by itself.
    static func live(_ list: ItemList, named name: String, fields: [SampledField], isReadByKey: Bool) -> CacheView {
        let id = list.collection.map(String.init) ?? "NULL"
        let position = "feedcache_position(\(id), item.page, item.rank)\(list.placeOffsetSQL)"
        return CacheView(
            name: name, kind: .collection, collection: list.name,
            columns: columns(of: "item", position: position, fields: fields),
            source: """
                FROM main.page AS page JOIN main.item AS item ON item.page = page.id
                WHERE page.collection = \(id) AND page.\(list.walks)\(isReadByKey ? " AND item.collection = \(id)" : "")
                """,
            order: "page.walk DESC, page.number, page.part, item.rank")
    }

    /// The removed items of a collection, the last removed first. Of one that only ever had a tombstone the payload is
    /// NULL.
    static func removed(_ collection: String, named name: String, row: Int64?, fields: [SampledField]) -> CacheView {
        let removal = [Column("removed", time("tombstone.removed")), Column("reason", "tombstone.reason")]
        return CacheView(
            name: name, kind: .removed, collection: collection,
            columns: columns(of: "tombstone", position: "NULL", and: removal, fields: fields),
            source: "FROM main.tombstone AS tombstone WHERE tombstone.collection = \(row.map(String.init) ?? "NULL")",
            order: "tombstone.removed DESC, tombstone.id DESC")
    }

    private static func columns(
        of table: String, position: String, and others: [Column] = [], fields: [SampledField]
    ) -> [Column] {
        let own =
            [
                Column("key", "\(table).key"), Column("position", position), Column("version", "\(table).version"),
                Column("first_seen", time("\(table).first_seen")), Column("updated", time("\(table).updated")),
            ] + others
        let payload = Column("payload", "\(table).payload", holdsJSON: true)
        let shown = fields.filter { $0.name.utf8.count <= longestField }.prefix(mostFields)
        var names = SQLNames(taken: (own + [payload]).map(\.name))
        let named = zip(shown, names.names(for: shown.map(\.name))).map { field, name in
            Column(name, value(of: field.name, in: payload.expression), field: field.name, holdsJSON: field.holdsJSON)
        }
        return own + named + [payload]
    }

    /// RFC 3339 in UTC with milliseconds, so that texts compare as times do.
    static func time(_ column: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%fZ', \(column) / 1000.0, 'unixepoch')"
    }

    /// The value of a top-level field, found by ours whatever its name holds.
    private static func value(of field: String, in payload: String) -> String {
        guard field.utf8.contains(0) else { return "feedcache_field(\(payload), \(SQLName.literal(field)))" }
        return "feedcache_field(\(payload), x'\(field.utf8.hexadecimal)')"
    }
}
