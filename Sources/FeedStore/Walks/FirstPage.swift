import FeedModel
import GRDB

/// The first page as it stands in the cache.
struct FirstPage {
    let db: Database
    let collection: Int64

    /// Whether `page` brings the same items in the same order, and the same bytes where the page held what is stored.
    ///
    /// Mentions that lose by the merge law say nothing: their item is not there, or holds greater content.
    func matches(_ page: DecodedPage) throws -> Bool {
        let stored = try Row.fetchCursor(
            db,
            sql: """
                SELECT item.key, item.payload, item.agrees FROM page JOIN item ON item.page = page.id
                WHERE page.collection = ? AND page.number = 1 AND page.request IS NOT NULL
                ORDER BY page.part, item.rank
                """, arguments: [collection])
        for item in page.items where !item.isTombstone {
            guard case .id(let key) = item.identity, try !isRemoved(key) else { continue }
            guard let row = try stored.next(), ItemKey(row[0]) == ItemKey(key) else { return false }
            let payload: String = row[1]
            guard !(row[2] as Bool) || payload.utf8.elementsEqual(page.body[item.payload]) else { return false }
        }
        return try stored.next() == nil
    }

    private func isRemoved(_ key: String) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM tombstone WHERE collection = ? AND key = ?)"),
            arguments: [collection, key]) ?? false
    }
}
