package import FeedModel
import GRDB

/// What `prune` keeps.
public struct PruneOptions: Equatable, Sendable {
    /// Tombstones, which keep old copies of removed items from coming back, stay for this time.
    public var removedItems: Duration
    /// Impressions and taps stay for this time, since click-through is counted from them; those that wait for delivery
    /// always stay.
    public var events: Duration
    /// This many of the last syncs stay, with what is needed to show what was on screen then; 1 or more.
    public var syncs: Int
    /// Whether items that have fallen over the edge of a window go.
    public var dropsOlder = false
    /// Seconds since it last took something for which what a consumer has not taken stays.
    package static let consumerSeconds: Int64 = 30 * 86_400

    /// Thirty days of removed items, ninety days of events and fifty syncs by default.
    public init(
        removedItems: Duration = .seconds(30 * 86_400), events: Duration = .seconds(90 * 86_400), syncs: Int = 50
    ) {
        self.removedItems = removedItems
        self.events = events
        self.syncs = syncs
    }
}

/// How many rows a prune dropped.
public struct PruneReport: Equatable, Sendable {
    /// Tombstones, with what was kept of their items.
    public let tombstones: Int
    /// Syncs of the ledger.
    public let runs: Int
    /// Notes of what items were before a run.
    public let history: Int
    /// Revisions of the section config.
    public let revisions: Int
    /// Problems.
    public let problems: Int
    /// Impressions and taps.
    public let events: Int
    /// Items that had fallen over the edge of a window.
    public let older: Int

    /// Whether nothing was dropped.
    public var isEmpty: Bool { tombstones + runs + history + revisions + problems + events + older == 0 }
}

extension SourceStore {
    /// Drops old tombstones, runs, history, section revisions, problems and events; never an item on screen, nor an event that
    /// waits for delivery, nor, for `PruneOptions.consumerSeconds`, a run or removal that a consumer has not taken.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func prune(_ options: PruneOptions, now: Instant) throws -> PruneReport {
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
                        """, arguments: [id, options.syncs, ago(PruneOptions.consumerSeconds)]) ?? 0
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
            let tombstoneArguments: StatementArguments = [id, ago(options.removedItems.components.seconds), oldest]
            if let change = try Int64.fetchOne(
                db, sql: "SELECT max(change) \(oldTombstones)", arguments: tombstoneArguments)
            {
                try stamp.noteLoss(of: change)
            }
            try stamp.pruneMarks()
            let olderPages = "SELECT id FROM page WHERE walk = 0 AND \(mine)"
            var older = 0
            if options.dropsOlder,
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
                    [id, ago(options.events.components.seconds)]), older: older)
            // Should the file be put back to before this, its rows are there again: a reader without them has to notice.
            if !report.isEmpty { _ = try stamp.number() }
            return report
        }
    }
}
