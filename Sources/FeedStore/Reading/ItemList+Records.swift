import FeedModel
import GRDB

extension ItemList {
    /// All that is known of an item, live or removed; nil where the ID was never seen.
    package func record(of key: String) throws -> ItemRecord? {
        try liveRecord(of: key) ?? removedRecord(of: key)
    }

    /// The payloads that an item is known to have had since a run ended, the present one first, then the oldest first.
    ///
    /// - Parameter run: 0 for before the first one.
    package func payloads(of key: String, since run: Int64) throws -> [String] {
        try db.values(
            """
            SELECT payload FROM item WHERE collection = ?1 AND key = ?2
            UNION ALL SELECT payload FROM tombstone WHERE collection = ?1 AND key = ?2 AND payload IS NOT NULL
            UNION ALL SELECT payload FROM (
                SELECT payload FROM history
                WHERE collection = ?1 AND key = ?2 AND run > ?3 AND payload IS NOT NULL ORDER BY run)
            """, [collection, key, run])
    }

    private func liveRecord(of key: String) throws -> ItemRecord? {
        let row = try db.row(
            """
            SELECT item.*, page.walk, page.number, page.request FROM item JOIN page ON page.id = item.page
            WHERE item.collection = ? AND item.key = ?
            """, [collection, key])
        guard let row, let collection else { return nil }
        return try ItemRecord(
            key: key, position: place(of: key), version: row["version"], payload: row["payload"], removal: nil,
            waiting: WalkTable(db: db, collection: collection).evidence()?.waiting(lastMet: row["walk"]),
            met: row["request"] as String? == nil ? nil : met(onPage: row["number"], ofWalk: row["walk"]),
            firstSeen: row["first_seen"], updated: row["updated"], firstRun: row["first_run"],
            contentRun: row["content_run"], detail: detail(of: row["id"]), history: history(of: key))
    }

    private func met(onPage number: Int64, ofWalk walk: Int64) throws -> ItemMeeting? {
        try db.row(
            """
            SELECT run.id, run.started FROM walk_progress JOIN run ON run.id = walk_progress.run
            WHERE collection = ? AND walk = ? AND pages >= ? ORDER BY run.id LIMIT 1
            """, [collection, walk, number]
        ).map { try ItemMeeting(page: Int(number), run: $0[0], at: $0[1]) }
    }

    private func detail(of item: Int64) throws -> DetailRecord? {
        try db.row("SELECT * FROM detail WHERE item = ?", [item]).map { row in
            try DetailRecord(
                version: row["version"], confirmed: row["fetched"], isDue: row["is_due"], failures: row["failures"],
                error: row["error"], nextAttempt: row["next_attempt"])
        }
    }

    private func removedRecord(of key: String) throws -> ItemRecord? {
        let row = try db.row("SELECT * FROM tombstone WHERE collection = ? AND key = ?", [collection, key])
        guard let row else { return nil }
        return try ItemRecord(
            key: key, position: nil, version: row["version"], payload: row["payload"], removal: Removal(row: row),
            firstSeen: row["first_seen"], updated: row["updated"], firstRun: row["first_run"], contentRun: nil,
            history: history(of: key))
    }

    private func history(of key: String) throws -> [ItemChange] {
        try db.rows(
            "SELECT run, at, change, version, payload FROM history WHERE collection = ? AND key = ? ORDER BY run",
            [collection, key]
        ).map { row in
            try ItemChange(run: row[0], at: row[1], change: row[2], version: row[3], payload: row[4])
        }
    }
}
