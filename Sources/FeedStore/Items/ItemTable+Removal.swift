import FeedModel
import GRDB

extension ItemTable {
    func insertTombstone(_ item: StoredItem, versionText: String?, sequence: WriteSequence) throws {
        try note(item.id, on: item.page, change: "removed")
        let change = try stamp.number()
        try db.raw(
            """
            INSERT INTO tombstone (collection, key, reason, version, sequence, removed, removed_run, first_run,
                first_seen, updated, payload, content_version, content_sequence, change)
            SELECT collection, key, 'tombstone', ?, ?, ?, ?, first_run, first_seen, updated, payload, version, ?, ?
            FROM item WHERE id = ?
            """
        ).run { $0.add(versionText, sequence.rawValue, now, run, item.key.sequence.rawValue, change, item.id) }
        try db.raw("DELETE FROM item WHERE id = ?").run { $0.add(item.id) }
        pages.grow(item.page.id, by: -1)
        hasRemoved = true
    }

    /// Inserts a tombstone of an item that is not live: one never seen, or one removed before.
    func insertTombstoneOfUnseen(_ key: String, versionText: String?, sequence: WriteSequence) throws {
        let change = try stamp.number()
        try db.raw(
            """
            INSERT INTO tombstone (collection, key, reason, version, sequence, removed, removed_run, first_run,
                first_seen, updated, change)
            VALUES (?1, ?2, 'tombstone', ?3, ?4, ?5, ?6, ?6, ?5, ?5, ?7)
            ON CONFLICT (collection, key) DO UPDATE
            SET reason = excluded.reason, version = excluded.version, sequence = excluded.sequence,
                change = excluded.change, evidence = NULL
            """
        ).run { $0.add(collection, key, versionText, sequence.rawValue, now, run, change) }
        hasRemoved = true
    }

    func keepContent(of key: String, _ content: Content) throws {
        // Screens from before the removal showed what was kept so far.
        try db.raw(
            """
            UPDATE history SET payload = coalesce(history.payload, tombstone.payload) FROM tombstone
            WHERE tombstone.collection = ?1 AND tombstone.key = ?2 AND history.collection = ?1 AND history.key = ?2
                AND history.run = tombstone.removed_run
            """
        ).run { $0.add(collection, key) }
        let change = try stamp.number()
        try db.raw(
            """
            UPDATE tombstone SET payload = ?3, content_version = ?4, content_sequence = ?5, change = ?6
            WHERE collection = ?1 AND key = ?2
            """
        ).run(over: content.payload) { parameters, payload in
            parameters.add(collection, key)
            parameters.add(text: payload, copies: false)
            parameters.add(content.versionText, content.sequence.rawValue, change)
        }
    }

    /// Removes every item that was met last by walk `last`, since whole walks have not met it.
    ///
    /// Absence carries no version: the row keeps that of the content, and the sequence of its own.
    ///
    /// - Parameter evidence: why they are gone, for people.
    func removeAbsent(lastMet last: Int64, sequence: WriteSequence, evidence: String) throws -> Int {
        let absent: StatementArguments = ["collection": collection, "last": last]
        try noteAll(where: "page.collection = :collection AND page.walk = :last", absent, change: "removed")
        try db.run(
            """
            INSERT INTO tombstone (collection, key, reason, version, sequence, removed, removed_run, first_run,
                first_seen, updated, payload, content_version, content_sequence, change, evidence)
            SELECT item.collection, key, 'absent', version, :sequence, :now, :run, first_run, first_seen, updated,
                payload, version, CASE WHEN matches_latest_page THEN max(item.sequence, page.sequence) ELSE item.sequence END,
                :change, :evidence
            FROM page JOIN item ON item.page = page.id
            WHERE page.collection = :collection AND page.walk = :last
            """,
            absent &+ [
                "sequence": sequence.rawValue, "now": now, "run": run, "change": try stamp.number(),
                "evidence": evidence,
            ])
        let removed = try db.run(
            "DELETE FROM item WHERE page IN (SELECT id FROM page WHERE collection = :collection AND walk = :last)",
            absent)
        hasRemoved = nil
        try db.run("DELETE FROM page WHERE collection = :collection AND walk = :last", absent)
        return removed
    }
}
