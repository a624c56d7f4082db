package import FeedModel
import GRDB

/// A section of the screen with its rows that are no items of a collection: what SQL alone cannot compose.
package struct ComposedSource: Sendable {
    /// A row beside those of the collection, or any where the section has its items itself: its place on screen, from 0, and
    /// how many content rows are above it.
    package typealias Row = (row: Int, index: Int, isAd: Bool, key: String, payload: String)

    package let section: Section
    /// The row of its collection; nil where the manifest does not have it, or it was never synced: the section shows nothing.
    let list: Int64?
    package let items: Int
    package let rows: [Row]

    package init(_ section: Section, list: ItemList?, items: Int, rows: [Row]) {
        (self.section, self.list, self.items, self.rows) = (section, list?.collection, items, rows)
    }
}

enum ComposedTables {
    static let sections = "feedcache_section"
    static let rows = "feedcache_row"

    /// IDs are texts, so that `key = 7` and `key = '7'` find one item, as in the view of a collection.
    static func fill(_ sources: [ComposedSource], on connection: PlainConnection) throws(DatabaseError) {
        try connection.execute(
            """
            CREATE TEMP TABLE \(sections) (
                place INTEGER PRIMARY KEY, id TEXT, type TEXT, title TEXT, layout TEXT, collection TEXT, items INTEGER,
                ads TEXT, list INTEGER);
            CREATE TEMP TABLE \(rows) (
                section INTEGER, row INTEGER, place INTEGER, is_ad INTEGER, key TEXT, payload TEXT);
            CREATE INDEX temp.\(rows)_place ON \(rows) (section, place);
            """)
        for (place, source) in sources.enumerated() {
            let section = source.section
            try connection.run("INSERT INTO \(sections) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)") {
                $0.add(Int64(place), section.id, section.type, section.title, section.layout, section.collection)
                $0.add(Int64(source.items), section.ads, source.list)
            }
            for row in source.rows {
                try connection.run("INSERT INTO \(rows) VALUES (?, ?, ?, ?, ?, ?)") {
                    $0.add(Int64(place), Int64(row.row), Int64(row.index), row.isAd, row.key, row.payload)
                }
            }
        }
    }

    static func sectionsView(named name: String) -> CacheView {
        CacheView(
            name: name, kind: .sections, collection: nil,
            columns: ["id", "type", "title", "layout", "collection", "items"].map {
                CacheView.Column($0, "s.\($0)")
            } + [CacheView.Column("ads", "s.ads", holdsJSON: true)],
            source: "FROM temp.\(sections) AS s ORDER BY s.place")
    }

    /// The view `feed`: rows in the order of the screen.
    ///
    /// - Parameter isRead: whether a column has to have its values; else they are NULL, and nothing is read for them. It is
    ///   only false for the columns of a view that is read in no order.
    static func feedView(named name: String, composing isRead: (String) -> Bool = { _ in true }) -> CacheView {
        func composed(_ name: String, _ expression: String) -> String { isRead(name) ? expression : "NULL" }
        let readsPayload = isRead("payload") || isRead("title")
        let position = "feedcache_position(s.list, item.page, item.rank)"
        let row = """
            \(position) + (SELECT count(*) FROM temp.\(rows) AS ad WHERE ad.section = s.place AND ad.place <= \(position))
            """
        let source = """
            FROM (
                SELECT s.place, s.id AS section, own.row, CASE WHEN own.is_ad THEN 'ad' ELSE 'content' END AS kind, own.key,
                    NULL AS version, own.payload
                FROM temp.\(sections) AS s JOIN temp.\(rows) AS own ON own.section = s.place
                UNION ALL
                SELECT s.place, s.id, \(composed("row", row)), 'content', \(composed("key", "item.key")),
                    \(composed("version", "item.version")), \(readsPayload ? "item.payload" : "NULL")
                FROM temp.\(sections) AS s CROSS JOIN main.page AS page ON page.collection = s.list AND page.walk > 0
                    CROSS JOIN main.item AS item ON item.page = page.id
            ) AS r
            """
        let columns = [
            CacheView.Column("section", "r.section"), CacheView.Column("row", "r.row"),
            CacheView.Column("kind", "r.kind"), CacheView.Column("key", "r.key"),
            CacheView.Column("title", composed("title", "feedcache_title(r.payload)")),
            CacheView.Column("version", "r.version"), CacheView.Column("payload", "r.payload", holdsJSON: true),
        ]
        return CacheView(
            name: name, kind: .feed, collection: nil, columns: columns, source: source, order: "r.place, r.row")
    }
}
