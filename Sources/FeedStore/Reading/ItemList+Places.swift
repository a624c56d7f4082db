import FeedModel
import GRDB

/// Where items stand in the list, by their IDs alone.
extension ItemList {
    /// The place of a live item, from 0; nil where it is not in the list.
    public func place(of key: String) throws -> Int? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT page.walk, page.number, page.part, item.page, item.rank
                FROM item JOIN page ON page.id = item.page WHERE item.collection = ? AND item.key = ?
                """)
        return try Row.fetchOne(statement, arguments: [collection, key]).map { row in
            try position(walk: row[0], number: row[1], part: row[2], page: row[3], rank: row[4])
        }
    }

    /// The IDs of all live items, in display order.
    public func keys() throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT item.key FROM page JOIN item ON item.page = page.id WHERE page.collection = ?
                ORDER BY page.walk DESC, page.number, page.part, item.rank
                """, arguments: [collection])
    }

    /// The IDs of all items that were shown at the end of a run, in the order they were shown; see `forEach(asOf:)`.
    public func keys(asOf run: Int64) throws -> [String] {
        try String.fetchAll(db, sql: Self.pastSQL, arguments: ["collection": collection, "run": run])
    }
}
