package import FeedModel
import GRDB

/// One collection in display order, inside a snapshot.
///
/// Pages of walk 0 hold what is *older*: it has fallen over the edge of a window, and no screen shows it.
///
/// A window at any depth costs a few hundred numbers and an index seek: `page_group` and `page` say how many items to
/// skip, so that no row before the window is read.
package struct ItemList {
    let db: Database
    /// Nil where the collection was never synced.
    let collection: Int64?
    package let name: String
    private(set) var walks = "walk > 0"

    private static let columns = "item.key, item.version, item.payload"
    private static let inOrder = """
        FROM page JOIN item ON item.page = page.id WHERE page.collection = ? AND page.walk > 0
        ORDER BY page.walk DESC, page.number, page.part, item.rank
        """

    package func count() throws -> Int {
        try db.value(
            "SELECT ifnull(sum(items), 0) FROM page_group WHERE collection = ? AND \(walks)", [collection]) ?? 0
    }

    /// What is older, those items first that fell over the edge of the window last: for `count` and `window`.
    package var older: ItemList { ItemList(db: db, collection: collection, name: name, walks: "walk = 0") }

    /// What makes of a place in the order of all pages one of this list: older items come after all others.
    var placeOffsetSQL: String {
        guard let collection, walks == "walk = 0" else { return "" }
        return " - (SELECT ifnull(sum(items), 0) FROM main.page_group WHERE collection = \(collection) AND walk > 0)"
    }

    /// Items from `offset` on, `limit` at most; both are 0 and up.
    package func window(offset: Int, limit: Int) throws -> [FeedItem] {
        var items: [FeedItem] = []
        guard limit > 0, let (walk, number, before) = try seek(to: max(0, offset)) else { return [] }
        var skip = before
        // First the rest of that walk, then the older ones: each is one range of the index.
        let ranges: [(pages: String, arguments: StatementArguments)] = [
            ("walk = ? AND number >= ?", [walk, number]), ("walk > 0 AND walk < ?", [walk]),
        ]
        for range in ranges where items.count < limit {
            let pages = try db.cursor(
                "SELECT id, items FROM page WHERE collection = ? AND \(range.pages) ORDER BY walk DESC, number, part",
                [collection] + range.arguments)
            while items.count < limit, let page = try pages.next() {
                let count = try page.count(1)
                if skip >= count {
                    skip -= count
                    continue
                }
                let rows = try db.cursor(
                    "SELECT \(Self.columns) FROM item WHERE page = ? ORDER BY rank LIMIT ? OFFSET ?",
                    [page[0] as Int64, limit - items.count, skip])
                while let row = try rows.next() { items.append(try FeedItem(row: row)) }
                skip = 0
            }
        }
        return items
    }

    /// Every item in order, one at a time: memory does not grow with the list.
    package func forEach(_ body: (Int, FeedItem) throws -> Void) throws {
        let rows = try db.cursor("SELECT \(Self.columns) \(Self.inOrder)", [collection]).enumerated()
        while let (position, row) = try rows.next() { try body(position, FeedItem(row: row)) }
    }

    package func item(_ key: String) throws -> FeedItem? {
        try db.row("SELECT \(Self.columns) FROM item WHERE collection = ? AND key = ?", [collection, key])
            .map(FeedItem.init)
    }

    /// The IDs of live items that begin with `prefix`, `limit` at most, in order of ID, the first or the last first.
    package func keys(beginningWith prefix: String, limit: Int, isReversed: Bool = false) throws -> [String] {
        // An end that may be missing would be no bound to SQLite, and the list be read down to the first that fits.
        let end = prefix.isEmpty ? nil : prefix + "\u{10FFFF}"
        var arguments: StatementArguments = [collection, prefix]
        if let end { arguments += [end] }
        return try db.values(
            """
            SELECT key FROM item WHERE collection = ? AND key >= ?\(end == nil ? "" : " AND key < ?")
            ORDER BY key \(isReversed ? "DESC" : "") LIMIT ?
            """, arguments + [limit])
    }

    /// Removed items, the last removed first.
    package func removed(offset: Int, limit: Int) throws -> [RemovedItem] {
        try db.rows(
            """
            SELECT key, version, payload, removed, removed_run, reason, evidence FROM tombstone WHERE collection = ?
            ORDER BY removed DESC, id DESC LIMIT ? OFFSET ?
            """, [collection, limit, offset]
        ).map { row in
            try RemovedItem(key: row[0], version: row[1], payload: row[2], removal: Removal(row: row))
        }
    }

    package func removedCount() throws -> Int { try db.count("tombstone WHERE collection = ?", [collection]) }

    // MARK: Places

    /// The place of a live item, from 0; nil where it is not in the list.
    package func place(of key: String) throws -> Int? {
        let row = try db.row(
            """
            SELECT page.walk, page.number, page.part, item.page, item.rank
            FROM item JOIN page ON page.id = item.page WHERE item.collection = ? AND item.key = ? AND page.walk > 0
            """, [collection, key])
        guard let row else { return nil }
        let (walk, number, part): (Int64, Int64, Int64) = try (row[0], row[1], row[2])
        let (page, rank): (Int64, Int64) = try (row[3], row[4])
        return try db.value(
            """
            SELECT
                (SELECT ifnull(sum(items), 0) FROM page_group
                    WHERE collection = ?1 AND (walk > ?2 OR walk = ?2 AND number < ?3 >> 7))
                + (SELECT ifnull(sum(items), 0) FROM page
                    WHERE collection = ?1 AND walk = ?2 AND number >= ?3 >> 7 << 7
                        AND (number < ?3 OR number = ?3 AND part < ?4))
                + (SELECT count(*) FROM item WHERE page = ?5 AND rank < ?6)
            """, [collection, walk, number, part, page, rank]) ?? 0
    }

    /// The IDs of live items, the first or all, in display order.
    package func keys(limit: Int = -1) throws -> [String] {
        try db.values("SELECT item.key \(Self.inOrder) LIMIT ?", [collection, limit])
    }

    /// The same IDs in display order, those that are not in the list last.
    package func inOrder(_ keys: [String]) throws -> [String] {
        try keys.map { (key: $0, place: try place(of: $0) ?? .max) }.sorted { $0.place < $1.place }.map(\.key)
    }

    // MARK: Seeking

    /// The first page of the group that holds place `offset`, and how many items to skip from there; nil after the end.
    private func seek(to offset: Int) throws -> (walk: Int64, number: Int64, skip: Int)? {
        var skip = offset
        let groups = try db.cursor(
            "SELECT walk, number, items FROM page_group WHERE collection = ? AND \(walks) ORDER BY walk DESC, number",
            [collection])
        while let group = try groups.next() {
            let items = try group.count(2)
            if skip < items {
                let (walk, number): (Int64, Int64) = try (group[0], group[1])
                return (walk, number << 7, skip)
            }
            skip -= items
        }
        return nil
    }
}

extension Removal {
    /// From columns `removed, removed_run, reason, evidence`.
    init(row: StoredRow) throws {
        try self.init(
            at: row["removed"], run: row["removed_run"], reason: Reason(rawValue: row["reason"]) ?? .absent,
            evidence: row["evidence"])
    }
}
