import FeedModel
import GRDB

/// The rows of `item`, `tombstone` and `history` of one collection, inside one transaction of one run.
///
/// Every change first records in `history` what was there before the run, so that an earlier screen can be rebuilt, and
/// stamps the row with the transaction's number, as it does the page that the item is on then. How many items a page has is
/// counted in `pages`.
final class ItemTable {
    let db: Database
    let collection: Int64
    let pages: PageTable
    let stamp: ChangeStamp
    let run: Int64
    /// Milliseconds since 1970.
    let now: Int64
    /// Nil while it is not known.
    var hasRemoved: Bool?
    /// Whether details of its items were ever asked for.
    let hasDetails: Bool
    /// Whether they are asked for now; else an item that is written loses its own.
    let keepsDetails: Bool

    init(db: Database, pages: PageTable, stamp: ChangeStamp, run: Int64, now: Int64, keepsDetails: Bool) throws {
        (self.db, self.pages, self.stamp, self.run, self.now) = (db, pages, stamp, run, now)
        (collection, self.keepsDetails) = (pages.collection, keepsDetails)
        hasDetails = try db.exists("SELECT 1 FROM collection WHERE id = ? AND detail_rules IS NOT NULL", [collection])
    }

    // MARK: Look-up

    private(set) lazy var lookup = ItemLookup(db: db, collection: collection, hasDetails: hasDetails)

    func liveItem(_ key: String) throws -> StoredItem? {
        defer { lookup.stop() }
        return try lookup.find(key, comparing: [])?.item
    }

    private lazy var removedLookup = db.raw(
        """
        SELECT version, sequence, reason = 'tombstone', first_seen, content_version, content_sequence
        FROM tombstone WHERE collection = ? AND key = ?
        """)

    func findRemoved(_ key: String) throws -> StoredTombstone? {
        // Most collections have none, and then none is looked for.
        if hasRemoved == nil {
            hasRemoved = try db.exists("SELECT 1 FROM tombstone WHERE collection = ? LIMIT 1", [collection])
        }
        guard hasRemoved == true else { return nil }
        return try removedLookup.first {
            $0.add(collection, key)
        } row: { row in
            StoredTombstone(
                versionText: row.text(0), sequence: WriteSequence(rawValue: row.integer(1)),
                isTombstone: row.bool(2), firstSeen: row.integer(3), contentVersionText: row.text(4),
                contentSequence: row.isNull(5) ? nil : WriteSequence(rawValue: row.integer(5)))
        }
    }

    /// Whether what the list sent of an item is `payload` to the byte, but for `ignored`.
    func hasPayload(_ id: Int64, _ payload: ArraySlice<UInt8>, without ignored: IgnoredFields?) throws -> Bool {
        try db.raw("SELECT payload, \(ItemLookup.listBytes(hasDetails)) FROM item WHERE id = ?").first {
            $0.add(id)
        } row: {
            $0.hasContent(payload, without: ignored, column: 0)
        } ?? false
    }

    // MARK: History

    /// What an item was before this run changed it has one row for the item and the run. The first record has the state;
    /// later ones of the same run only say what became of it.
    private static let ofSameRun = """
        ON CONFLICT (collection, key, run) DO UPDATE
        SET change = CASE WHEN change = 'returned' OR excluded.change = 'moved' THEN change ELSE excluded.change END,
            payload = coalesce(payload, excluded.payload)
        """

    private lazy var record = db.raw(
        """
        INSERT INTO history (collection, key, run, at, change, walk, number, part, is_page, rank, first_run,
            version, payload)
        SELECT collection, key, ?1, ?2, ?3, ?4, ?5, ?6, ?7, rank, first_run, version, CASE ?3 WHEN 'updated' THEN payload END
        FROM item WHERE id = ?8 AND first_run < ?1
        \(Self.ofSameRun)
        """)

    /// Records the present state of a live item on `page`, before it is changed: with its payload where that is `updated`.
    func note(_ item: Int64, on page: PagePlace, change: String) throws {
        // What this run brought was not there before it.
        try record.run { $0.add(run, now, change, page.walk, page.number, page.part, page.isServerPage, item) }
    }

    /// Records where many items are, before they are removed or moved.
    ///
    /// - Parameter condition: on the rows of `item` and of `page`.
    func noteAll(where condition: String, _ arguments: StatementArguments, change: String) throws {
        try db.run(
            """
            INSERT INTO history (collection, key, run, at, change, walk, number, part, is_page, rank, first_run,
                version)
            SELECT item.collection, item.key, :run, :now, :change, page.walk, page.number, page.part,
                page.request IS NOT NULL, item.rank, item.first_run, item.version
            FROM page JOIN item ON item.page = page.id WHERE \(condition) AND item.first_run < :run
            \(Self.ofSameRun)
            """, arguments &+ ["run": run, "now": now, "change": change])
    }

    // MARK: Content

    struct Content {
        let versionText: String?
        let sequence: WriteSequence
        let matchesLatestPage: Bool
        let payload: ArraySlice<UInt8>
    }

    private(set) lazy var insertionOfOne = insertion(rows: 1)
    private(set) lazy var insertionOfMany = insertion(rows: Self.rowsPerInsertion)

    private lazy var replacement = db.raw(
        """
        UPDATE item SET matches_latest_page = ?2, sequence = ?3, version = ?4, content_run = ?5,
            updated = max(?6, first_seen), change = ?7, payload = ?8
        WHERE id = ?1
        """)

    /// Replaces an item's content; its place stays.
    func update(_ item: Int64, on page: PagePlace, _ content: Content) throws {
        try note(item, on: page, change: "updated")
        let change = try pages.number(touching: page.id)
        let payload = hasDetails ? try payloadKeepingDetail(of: item, content) : content.payload
        let (sequence, version) = (content.sequence.rawValue, content.versionText)
        try replacement.run(over: payload) { parameters, payload in
            parameters.add(item, content.matchesLatestPage, sequence, version, run, now, change)
            parameters.add(text: payload, copies: false)
        }
    }

    private lazy var confirmation = db.raw("UPDATE item SET matches_latest_page = ?, sequence = ? WHERE id = ?")

    /// Records the key of the winning write of an item whose bytes stay.
    func confirm(_ id: Int64, matchesLatestPage: Bool, sequence: WriteSequence) throws {
        try confirmation.run { $0.add(matchesLatestPage, sequence.rawValue, id) }
    }

    // MARK: Place

    private lazy var relocation = db.raw("UPDATE item SET page = ?, rank = ?, change = ? WHERE id = ?")

    func move(_ item: Int64, from old: PagePlace, to page: PagePlace, rank: Int64) throws {
        try note(item, on: old, change: "moved")
        let change = try pages.number(touching: page.id)
        try relocation.run { $0.add(page.id, rank, change, item) }
        pages.grow(old.id, by: -1)
        pages.grow(page.id, by: 1)
    }

    /// Gives an item a rank that no other item has, so that its rank is free until `move` gives it a new one.
    func vacateRank(_ item: Int64, on page: PagePlace) throws {
        try note(item, on: page, change: "moved")
        try db.raw("UPDATE item SET rank = ? WHERE id = ?").run { $0.add(Int64.min + item, item) }
    }
}

extension RawStatement.Row {
    /// Whether what a list sent of the item in a column is `payload` to the byte, but for `ignored`. The column after it says
    /// how much of it the list sent; NULL: all.
    func hasContent(_ payload: ArraySlice<UInt8>, without ignored: IgnoredFields?, column: Int32) -> Bool {
        guard !isNull(column + 1) else {
            return equals(payload, column: column) || ignored?.areSame(bytes(column), payload) ?? false
        }
        let count = Int(integer(column + 1))
        return withBytes(column) { ItemDetail.hasList(payload, in: $0, bytes: count) }
            || ignored?.areSame(ItemDetail.list(of: bytes(column), bytes: count), payload) ?? false
    }
}
