import FeedModel
import GRDB

/// Finds the live items of a collection by their keys, inside one transaction.
///
/// A server's page mostly holds what it held before, in the same order: where two items in a row were found in the order
/// in which they are stored, the next one is looked for behind them first, which needs no search in an index.
final class ItemLookup {
    private let collection: Int64
    private let byKey: RawStatement
    private let byPlace: RawStatement
    private let extremes: [RawStatement]
    /// Where the keys lie; nil while that is not known. Those of new items often come in order.
    private var keys: KeyRange?
    /// The last item that was found.
    private var last: StoredItem?
    /// The page whose rows `byPlace` reads; nil where it reads none.
    private var followed: PagePlace?

    init(db: Database, collection: Int64) {
        self.collection = collection
        byKey = RawStatement(
            db,
            """
            SELECT item.id, item.key, item.rank, item.matches_latest_page, item.sequence, item.version, item.first_run,
                item.payload, page.id, page.walk, page.number, page.part, page.request IS NOT NULL, page.sequence
            FROM item JOIN page ON page.id = item.page
            WHERE item.collection = ? AND item.key = ?
            """)
        byPlace = RawStatement(
            db,
            """
            SELECT id, key, rank, matches_latest_page, sequence, version, first_run, payload
            FROM item WHERE page = ? AND rank > ? ORDER BY rank
            """)
        // Each reads one entry of the index.
        extremes = ["min", "max"].map { RawStatement(db, "SELECT \($0)(key) FROM item WHERE collection = ?") }
    }

    /// The item of that key, and whether its payload is `payload` to the byte, but for `ignored`. No item may be written
    /// until `stop` is called.
    func find(
        _ key: String, comparing payload: ArraySlice<UInt8>, without ignored: IgnoredFields? = nil
    ) throws -> (item: StoredItem, hasSameBytes: Bool)? {
        if let page = followed {
            if let row = try byPlace.next(), row.equals(key, column: 1) {
                return (Self.item(row, on: page), row.hasContent(payload, without: ignored, column: 7))
            }
            stop()
        }
        guard try mayHave(key) else {
            last = nil
            return nil
        }
        var found: (item: StoredItem, hasSameBytes: Bool)?
        try byKey.run {
            $0.add(collection)
            $0.add(key)
        } row: { row in
            let page = PagePlace(
                id: row.integer(8), walk: row.integer(9), number: row.integer(10), part: row.integer(11),
                isServerPage: row.bool(12), sequence: WriteSequence(rawValue: row.integer(13)))
            found = (Self.item(row, on: page), row.hasContent(payload, without: ignored, column: 7))
        }
        if let last, let item = found?.item, item.page.id == last.page.id, item.rank > last.rank {
            try byPlace.begin {
                $0.add(item.page.id)
                $0.add(item.rank)
            }
            followed = item.page
        }
        last = found?.item
        return found
    }

    private static func item(_ row: RawStatement.Row, on page: PagePlace) -> StoredItem {
        StoredItem(
            id: row.integer(0), page: page, rank: row.integer(2), matchesLatestPage: row.bool(3),
            sequence: WriteSequence(rawValue: row.integer(4)), versionText: row.text(5), firstRun: row.integer(6))
    }

    private func mayHave(_ key: String) throws -> Bool {
        if let keys { return keys.mayContain(key) }
        var range = KeyRange()
        for extreme in extremes {
            try extreme.run {
                $0.add(collection)
            } row: { row in
                if let key = row.text(0) { range.add(key) }
            }
        }
        keys = range
        return range.mayContain(key)
    }

    /// Ends reading, so that items can be written.
    func stop() {
        if followed != nil { byPlace.end() }
        (followed, last) = (nil, nil)
    }

    /// An item of that key is written.
    func noteKey(_ key: String) {
        keys?.add(key)
    }
}
