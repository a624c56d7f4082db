package import FeedModel
import GRDB

/// What `prune` keeps.
package struct PrunePolicy: Equatable, Sendable {
    /// Tombstones younger than this many seconds stay: they keep old copies from coming back.
    package var tombstoneSeconds: Int64
    /// The last runs stay, with what is needed to show what was on screen then. At least 1.
    package var runs: Int
    /// Events younger than this many seconds stay, since click-through is counted from them; so do those that wait for
    /// delivery, however old they are.
    package var eventSeconds: Int64
    /// Whether items that have fallen over the edge of a window go.
    package var dropsOlder = false
    /// Seconds since it last took something for which what a consumer has not taken stays.
    package static let consumerSeconds: Int64 = 30 * 86_400

    /// Thirty days of tombstones, fifty runs and ninety days of events by default.
    package init(tombstoneSeconds: Int64 = 30 * 86_400, runs: Int = 50, eventSeconds: Int64 = 90 * 86_400) {
        self.tombstoneSeconds = tombstoneSeconds
        self.runs = runs
        self.eventSeconds = eventSeconds
    }
}

/// How many rows a prune dropped.
package struct PruneReport: Equatable, Sendable {
    /// Tombstones, with what was kept of their items.
    package let tombstones: Int
    /// Runs of the ledger.
    package let runs: Int
    /// Notes of what items were before a run.
    package let history: Int
    /// Revisions of the section config.
    package let revisions: Int
    /// Problems.
    package let problems: Int
    /// Impressions and taps.
    package let events: Int
    /// Items that had fallen over the edge of a window.
    package let older: Int

    /// Whether nothing was dropped.
    package var isEmpty: Bool { tombstones + runs + history + revisions + problems + events + older == 0 }
}

extension SourceStore {
    /// Drops old tombstones, runs, history, section revisions, problems and events; never an item on screen, nor an event that
    /// waits for delivery, nor, for `PrunePolicy.consumerSeconds`, a run or removal that a consumer has not taken.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func prune(_ policy: PrunePolicy, now: Instant) throws -> PruneReport {
        try database.writeStamped { db, stamp in
            func ago(_ seconds: Int64) -> Int64 { now.advanced(bySeconds: -max(0, seconds)).millisecondsSince1970 }
            let oldest =
                try Int64.fetchOne(
                    db,
                    sql: """
                        SELECT min(id) FROM (
                            SELECT id FROM (SELECT id FROM run WHERE source = ?1 ORDER BY id DESC LIMIT max(1, ?2))
                            UNION ALL
                            SELECT run FROM consumer WHERE (source = ?1 OR token IS NOT NULL) AND taken >= ?3)
                        """, arguments: [id, policy.runs, ago(PrunePolicy.consumerSeconds)]) ?? 0
            func delete(_ sql: String, _ arguments: StatementArguments) throws -> Int {
                try db.execute(sql: sql, arguments: arguments)
                return db.changesCount
            }
            let mine = "collection IN (SELECT id FROM collection WHERE source = ?)"
            // What a later walk has passed by the oldest run that stays says nothing more.
            _ = try delete(
                """
                DELETE FROM walk_progress WHERE \(mine) AND run < ?2 AND EXISTS (
                    SELECT 1 FROM walk_progress AS later
                    WHERE later.collection = walk_progress.collection AND later.run <= ?2 AND later.pages >= walk_progress.pages
                        AND (later.walk > walk_progress.walk OR later.walk = walk_progress.walk AND later.run > walk_progress.run))
                """, [id, oldest])
            let oldTombstones = "FROM tombstone WHERE \(mine) AND removed < ? AND removed_run < ?"
            let tombstoneArguments: StatementArguments = [id, ago(policy.tombstoneSeconds), oldest]
            if let change = try Int64.fetchOne(
                db, sql: "SELECT max(change) \(oldTombstones)", arguments: tombstoneArguments)
            {
                try stamp.noteLoss(of: change)
            }
            try stamp.pruneMarks()
            let olderPages = "SELECT id FROM page WHERE walk = 0 AND \(mine)"
            var older = 0
            if policy.dropsOlder,
                let change = try Int64.fetchOne(
                    db, sql: "SELECT max(change) FROM item WHERE page IN (\(olderPages))", arguments: [id])
            {
                try stamp.noteLoss(of: change)
                let olderItems = "SELECT collection, key FROM item WHERE page IN (\(olderPages))"
                _ = try delete("DELETE FROM history WHERE (collection, key) IN (\(olderItems))", [id])
                older = try delete("DELETE FROM item WHERE page IN (\(olderPages))", [id])
                _ = try delete("DELETE FROM page WHERE id IN (\(olderPages))", [id])
            }
            let report = PruneReport(
                tombstones: try delete("DELETE \(oldTombstones)", tombstoneArguments),
                runs: try delete("DELETE FROM run WHERE source = ? AND id < ? AND ended IS NOT NULL", [id, oldest]),
                history: try delete("DELETE FROM history WHERE \(mine) AND run < ?", [id, oldest]),
                revisions: try delete(
                    """
                    DELETE FROM section_revision WHERE source = ?1 AND run < ?2 AND number < (
                        SELECT max(number) FROM section_revision WHERE source = ?1 AND run <= ?2)
                    """, [id, oldest]),
                problems: try delete("DELETE FROM problem WHERE source = ? AND last_run < ?", [id, oldest]),
                events: try delete(
                    "DELETE FROM event WHERE source = ? AND at < ? AND NOT (\(EventTable.isPending))",
                    [id, ago(policy.eventSeconds)]), older: older)
            // Should the file be put back to before this, its rows are there again: a reader without them has to notice.
            if !report.isEmpty { _ = try stamp.number() }
            return report
        }
    }
}
