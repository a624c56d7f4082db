import FeedModel
import GRDB

/// Finds the live items of a collection by their keys, inside one transaction.
///
/// A server's page mostly holds what it held before, in the same order: where two items in a row were found in the order
/// in which they are stored, the next one is looked for behind them first, which needs no search in an index. New items
/// often come in the order of their keys, rising or falling: where one is not there, the gap that it falls into tells the
/// same of those after it.
final class ItemLookup {
    /// The most keys that are looked for one by one before a gap is asked for again.
    private static let longestPause = 63

    private let collection: Int64
    private let byKey: RawStatement
    private let byPlace: RawStatement
    private let neighbours: RawStatement
    /// Where the last key was not there; nil where none is known.
    private var gap: KeyGap?
    /// How many keys it has ruled out.
    private var uses = 0
    /// How many keys are looked for one by one before the next gap is asked for: the more often the last ones were of no
    /// use, the more.
    private var pause = 0
    private var pauseLeft = 0
    private var last: StoredItem?
    /// The page whose rows `byPlace` reads; nil where it reads none.
    private var followed: PagePlace?

    /// The expression for how many bytes of an item's payload its list sent; NULL for all.
    static func listBytes(_ hasDetails: Bool) -> String {
        hasDetails ? "(SELECT list_bytes FROM detail WHERE detail.item = item.id)" : "NULL"
    }

    init(db: Database, collection: Int64, hasDetails: Bool) {
        self.collection = collection
        let listBytes = Self.listBytes(hasDetails)
        byKey = db.raw(
            """
            SELECT item.id, item.key, item.rank, item.matches_latest_page, item.sequence, item.version, item.payload,
                \(listBytes), page.id, page.walk, page.number, page.part, page.request IS NOT NULL, page.sequence
            FROM item JOIN page ON page.id = item.page
            WHERE item.collection = ? AND item.key = ?
            """)
        byPlace = db.raw(
            """
            SELECT id, key, rank, matches_latest_page, sequence, version, payload, \(listBytes)
            FROM item WHERE page = ? AND rank > ? ORDER BY rank
            """)
        neighbours = db.raw(
            """
            SELECT (SELECT max(key) FROM item WHERE collection = ?1 AND key < ?2),
                (SELECT min(key) FROM item WHERE collection = ?1 AND key >= ?2)
            """)
    }

    /// The item of that key, and whether its list sent `payload` to the byte, but for `ignored`. No item may be written
    /// until `stop` is called.
    func find(
        _ key: String, comparing payload: ArraySlice<UInt8>, without ignored: IgnoredFields? = nil
    ) throws -> (item: StoredItem, hasSameBytes: Bool)? {
        if let page = followed {
            if let row = try byPlace.next(), row.equals(key, column: 1) {
                return (Self.item(row, on: page), row.hasContent(payload, without: ignored, column: 6))
            }
            stop()
        }
        guard try mayHave(key) else {
            last = nil
            return nil
        }
        let found = try byKey.first {
            $0.add(collection, key)
        } row: { row in
            let page = PagePlace(
                id: row.integer(8), walk: row.integer(9), number: row.integer(10), part: row.integer(11),
                isServerPage: row.bool(12), sequence: WriteSequence(rawValue: row.integer(13)))
            return (item: Self.item(row, on: page), hasSameBytes: row.hasContent(payload, without: ignored, column: 6))
        }
        if let last, let item = found?.item, item.page.id == last.page.id, item.rank > last.rank {
            try byPlace.begin { $0.add(item.page.id, item.rank) }
            followed = item.page
        }
        last = found?.item
        return found
    }

    private static func item(_ row: RawStatement.Row, on page: PagePlace) -> StoredItem {
        StoredItem(
            id: row.integer(0), page: page, rank: row.integer(2), matchesLatestPage: row.bool(3),
            sequence: WriteSequence(rawValue: row.integer(4)), versionText: row.text(5))
    }

    private func mayHave(_ key: String) throws -> Bool {
        if let gap, gap.contains(key) {
            uses += 1
            return false
        }
        guard pauseLeft == 0 else {
            pauseLeft -= 1
            return true
        }
        pause = uses > 0 ? 0 : min(2 * pause + 1, Self.longestPause)
        (gap, uses, pauseLeft) = (nil, 0, pause)
        return try neighbours.first {
            $0.add(collection, key)
        } row: { row in
            let isThere = row.equals(key, column: 1)
            if !isThere { gap = KeyGap(from: row.text(0), to: row.text(1)) }
            return isThere
        } ?? false
    }

    func stop() {
        if followed != nil { byPlace.end() }
        (followed, last) = (nil, nil)
    }

    func noteKey(_ key: String) { gap?.add(key) }
}

/// A stretch in the order of keys, by their UTF-8 bytes, in which there is none: between two neighbours, or beyond the
/// first or the last key.
///
/// A key in it is not there, which is known without a look-up.
struct KeyGap {
    /// The keys beside it; nil where there are none on that side.
    private var lower: String?
    private var upper: String?

    init(from lower: String?, to upper: String?) { (self.lower, self.upper) = (lower, upper) }

    func contains(_ key: String) -> Bool {
        if let lower, !lower.precedes(key) { return false }
        if let upper, !key.precedes(upper) { return false }
        return true
    }

    /// A key is there from now on. Of a gap that it splits, the side without an end stays, where the next keys are
    /// likelier; of one between two keys, the upper side.
    mutating func add(_ key: String) {
        guard contains(key) else { return }
        if upper != nil, lower == nil { upper = key } else { lower = key }
    }
}
