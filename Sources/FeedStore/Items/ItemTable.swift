import FeedModel
import GRDB

/// The rows of `item`, `tombstone` and `history` of one collection, inside one transaction of one run.
///
/// Every change first records in `history` what was there before the run, so that an earlier screen can be rebuilt, and
/// stamps the row with the transaction's number, as it does the page that the item is on then.
final class ItemTable {
    let db: Database
    let collection: Int64
    let stamp: ChangeStamp
    let run: Int64
    /// Milliseconds since 1970.
    let now: Int64
    /// Whether the collection has removed items; nil while that is not known.
    private var hasRemoved: Bool?

    init(db: Database, collection: Int64, stamp: ChangeStamp, run: Int64, now: Int64) {
        self.db = db
        self.collection = collection
        self.stamp = stamp
        self.run = run
        self.now = now
    }

    // MARK: Look-up

    /// The live items by their keys.
    private(set) lazy var lookup = ItemLookup(db: db, collection: collection)

    /// The live item of that key.
    func liveItem(_ key: String) throws -> StoredItem? {
        defer { lookup.stop() }
        return try lookup.find(key, comparing: [])?.item
    }

    private lazy var removedLookup = RawStatement(
        db,
        """
        SELECT version, sequence, reason = 'tombstone', first_seen, content_version, content_sequence
        FROM tombstone WHERE collection = ? AND key = ?
        """)

    func findRemoved(_ key: String) throws -> StoredTombstone? {
        guard try collectionHasRemoved() else { return nil }
        var found: StoredTombstone?
        try removedLookup.run {
            $0.add(collection)
            $0.add(key)
        } row: { row in
            found = StoredTombstone(
                versionText: row.text(0), sequence: WriteSequence(rawValue: row.integer(1)),
                isTombstone: row.bool(2), firstSeen: row.integer(3), contentVersionText: row.text(4),
                contentSequence: row.isNull(5) ? nil : WriteSequence(rawValue: row.integer(5)))
        }
        return found
    }

    /// Most collections have none, and then none is looked for.
    private func collectionHasRemoved() throws -> Bool {
        if let hasRemoved { return hasRemoved }
        let found =
            try Bool.fetchOne(
                try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM tombstone WHERE collection = ?)"),
                arguments: [collection]) ?? false
        hasRemoved = found
        return found
    }

    /// Whether an item's payload is `payload` to the byte, but for `ignored`.
    func hasPayload(_ id: Int64, _ payload: ArraySlice<UInt8>, without ignored: IgnoredFields?) throws -> Bool {
        var same = false
        try RawStatement(db, "SELECT payload FROM item WHERE id = ?").run {
            $0.add(id)
        } row: { row in
            same = row.hasContent(payload, without: ignored, column: 0)
        }
        return same
    }

    // MARK: History

    lazy var record = RawStatement(
        db,
        """
        INSERT INTO history (collection, key, run, at, change, walk, number, part, is_page, rank, first_run,
            version, payload)
        SELECT collection, key, ?1, ?2, ?3, ?4, ?5, ?6, ?7, rank, first_run, version, CASE WHEN ?8 THEN payload END
        FROM item WHERE id = ?9 AND first_run < ?1
        ON CONFLICT (collection, key, run) DO UPDATE
        SET change = CASE WHEN change = 'returned' OR excluded.change = 'moved' THEN change ELSE excluded.change END,
            payload = coalesce(payload, excluded.payload)
        """)

    // MARK: Content

    /// A winning write of content.
    struct Content {
        let versionText: String?
        let sequence: WriteSequence
        let matchesLatestPage: Bool
        let payload: ArraySlice<UInt8>
    }

    private lazy var insertion = RawStatement(
        db,
        """
        INSERT INTO item (collection, key, page, rank, matches_latest_page, sequence, version, first_run, content_run,
            first_seen, updated, change, payload)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)

    /// Inserts an item at a place; where `removed` is given, the item comes back from there.
    func insert(_ key: String, _ content: Content, page: Int64, rank: Int64, returning removed: StoredTombstone?) throws
    {
        if removed != nil {
            try noteReturn(key)
            try RawStatement(db, "DELETE FROM tombstone WHERE collection = ? AND key = ?").run {
                $0.add(collection)
                $0.add(key)
            }
        }
        lookup.noteKey(key)
        let change = try stamp.number()
        stamp.touch(page: page)
        try insertion.run(payload: content.payload) {
            $0.add(collection)
            $0.add(key)
            $0.add(page)
            $0.add(rank)
            $0.add(content.matchesLatestPage)
            $0.add(content.sequence.rawValue)
            $0.add(content.versionText)
            $0.add(run)
            $0.add(run)
            $0.add(min(removed?.firstSeen ?? now, now))
            $0.add(now)
            $0.add(change)
        }
    }

    private lazy var replacement = RawStatement(
        db,
        """
        UPDATE item SET matches_latest_page = ?2, sequence = ?3, version = ?4, content_run = ?5,
            updated = max(?6, first_seen), change = ?7, payload = ?8
        WHERE id = ?1
        """)

    /// Replaces an item's content; its place stays.
    func update(_ item: Int64, on page: PagePlace, _ content: Content) throws {
        try note(item, on: page, change: "updated", keepingPayload: true)
        let change = try stamp.number()
        stamp.touch(page: page.id)
        try replacement.run(payload: content.payload) {
            $0.add(item)
            $0.add(content.matchesLatestPage)
            $0.add(content.sequence.rawValue)
            $0.add(content.versionText)
            $0.add(run)
            $0.add(now)
            $0.add(change)
        }
    }

    private lazy var confirmation = RawStatement(
        db, "UPDATE item SET matches_latest_page = ?, sequence = ? WHERE id = ?")

    /// Records the key of the winning write of an item whose bytes stay.
    func confirm(_ id: Int64, matchesLatestPage: Bool, sequence: WriteSequence) throws {
        try confirmation.run {
            $0.add(matchesLatestPage)
            $0.add(sequence.rawValue)
            $0.add(id)
        }
    }

    /// Gives an item another key.
    func rename(_ item: Int64, to key: String) throws {
        lookup.noteKey(key)
        try RawStatement(db, "UPDATE item SET key = ? WHERE id = ?").run {
            $0.add(key)
            $0.add(item)
        }
    }

    // MARK: Place

    private lazy var relocation = RawStatement(db, "UPDATE item SET page = ?, rank = ?, change = ? WHERE id = ?")

    /// Moves an item to another place, on the same page or another.
    func move(_ item: Int64, from old: PagePlace, to page: PagePlace, rank: Int64) throws {
        try note(item, on: old, change: "moved")
        let change = try stamp.number()
        stamp.touch(page: page.id)
        try relocation.run {
            $0.add(page.id)
            $0.add(rank)
            $0.add(change)
            $0.add(item)
        }
    }

    /// Moves an item to another page, where no other item has its rank.
    func reparent(_ item: Int64, from old: PagePlace, to page: PagePlace) throws {
        try note(item, on: old, change: "moved")
        let change = try stamp.number()
        stamp.touch(page: page.id)
        try RawStatement(db, "UPDATE item SET page = ?, change = ? WHERE id = ?").run {
            $0.add(page.id)
            $0.add(change)
            $0.add(item)
        }
    }

    /// Gives an item a rank that no other item has, so that its rank is free until `move` gives it a new one.
    func vacateRank(_ item: Int64, on page: PagePlace) throws {
        try note(item, on: page, change: "moved")
        try RawStatement(db, "UPDATE item SET rank = ? WHERE id = ?").run {
            $0.add(Int64.min + item)
            $0.add(item)
        }
    }

    // MARK: Removal

    /// Removes a live item because the server said so.
    ///
    /// - Parameters:
    ///   - sequence: the tombstone's.
    ///   - contentSequence: that of the write that holds the item.
    func insertTombstone(
        _ item: Int64, on page: PagePlace, versionText: String?, sequence: WriteSequence,
        contentSequence: WriteSequence
    ) throws {
        try note(item, on: page, change: "removed")
        let change = try stamp.number()
        try RawStatement(
            db,
            """
            INSERT INTO tombstone (collection, key, reason, version, sequence, removed, removed_run, first_run,
                first_seen, updated, payload, content_version, content_sequence, change)
            SELECT collection, key, 'tombstone', ?, ?, ?, ?, first_run, first_seen, updated, payload, version, ?, ?
            FROM item WHERE id = ?
            """
        ).run {
            $0.add(versionText)
            $0.add(sequence.rawValue)
            $0.add(now)
            $0.add(run)
            $0.add(contentSequence.rawValue)
            $0.add(change)
            $0.add(item)
        }
        try RawStatement(db, "DELETE FROM item WHERE id = ?").run { $0.add(item) }
        hasRemoved = true
    }

    /// Inserts a tombstone of an item that is not live: one never seen, or one removed before.
    func insertTombstoneOfUnseen(_ key: String, versionText: String?, sequence: WriteSequence) throws {
        let change = try stamp.number()
        try RawStatement(
            db,
            """
            INSERT INTO tombstone (collection, key, reason, version, sequence, removed, removed_run, first_run,
                first_seen, updated, change)
            VALUES (?1, ?2, 'tombstone', ?3, ?4, ?5, ?6, ?6, ?5, ?5, ?7)
            ON CONFLICT (collection, key) DO UPDATE
            SET reason = excluded.reason, version = excluded.version, sequence = excluded.sequence,
                change = excluded.change
            """
        ).run {
            $0.add(collection)
            $0.add(key)
            $0.add(versionText)
            $0.add(sequence.rawValue)
            $0.add(now)
            $0.add(run)
            $0.add(change)
        }
        hasRemoved = true
    }

    /// Replaces what is kept of a removed item by greater content.
    func keepContent(of key: String, _ content: Content) throws {
        // Screens from before the removal showed what was kept so far.
        try RawStatement(
            db,
            """
            UPDATE history SET payload = coalesce(history.payload, tombstone.payload) FROM tombstone
            WHERE tombstone.collection = ?1 AND tombstone.key = ?2 AND history.collection = ?1 AND history.key = ?2
                AND history.run = tombstone.removed_run
            """
        ).run {
            $0.add(collection)
            $0.add(key)
        }
        let change = try stamp.number()
        try RawStatement(
            db,
            """
            UPDATE tombstone SET payload = ?3, content_version = ?4, content_sequence = ?5, change = ?6
            WHERE collection = ?1 AND key = ?2
            """
        ).run {
            $0.add(collection)
            $0.add(key)
            $0.add(content.payload)
            $0.add(content.versionText)
            $0.add(content.sequence.rawValue)
            $0.add(change)
        }
    }

    /// Removes every item on pages no later than walk `last`: two whole walks have not seen them.
    ///
    /// Absence carries no version: the row keeps that of the content, and the sequence of its own.
    ///
    /// - Returns: how many.
    func removeAbsent(through last: Int64, sequence: WriteSequence) throws -> Int {
        let absent: StatementArguments = ["collection": collection, "last": last]
        try noteRemovals(absent)
        try db.execute(
            sql: """
                INSERT INTO tombstone (collection, key, reason, version, sequence, removed, removed_run, first_run,
                    first_seen, updated, payload, content_version, content_sequence, change)
                SELECT item.collection, key, 'absent', version, :sequence, :now, :run, first_run, first_seen, updated,
                    payload, version, CASE WHEN matches_latest_page THEN max(item.sequence, page.sequence) ELSE item.sequence END,
                    :change
                FROM page JOIN item ON item.page = page.id
                WHERE page.collection = :collection AND page.walk <= :last
                """,
            arguments: absent &+ ["sequence": sequence.rawValue, "now": now, "run": run, "change": try stamp.number()])
        try db.execute(
            sql:
                "DELETE FROM item WHERE page IN (SELECT id FROM page WHERE collection = :collection AND walk <= :last)",
            arguments: absent)
        let removed = db.changesCount
        hasRemoved = nil
        try db.execute(sql: "DELETE FROM page WHERE collection = :collection AND walk <= :last", arguments: absent)
        return removed
    }
}

extension RawStatement.Row {
    /// Whether the text of a column is `payload` to the byte, but for `ignored`.
    func hasContent(_ payload: ArraySlice<UInt8>, without ignored: IgnoredFields?, column: Int32) -> Bool {
        if equals(payload, column: column) { return true }
        guard let ignored, let text = text(column) else { return false }
        return ignored.areSame(Array(text.utf8)[...], payload)
    }
}
