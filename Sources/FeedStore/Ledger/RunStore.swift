package import FeedModel
import GRDB

package enum RunKind: String, CaseIterable, Sendable {
    case sync, refresh, more
}

/// The ledger: a row a run, and what it did to each collection.
package struct RunStore: Sendable {
    private let source: SourceStore
    package let id: Int64
    /// Seconds since the run before it began, 0 or more; nil for the first.
    package let pause: Int64?

    /// Opens a run. Runs that a process left open when it died are closed as interrupted: the process that opens a run
    /// holds the lock, so no other run is at work.
    package static func begin(
        _ kind: RunKind, of source: SourceStore, process: Int32, now: Instant
    ) throws -> RunStore {
        try source.database.writeStamped { db, stamp in
            let change = try stamp.number()
            let previous: Int64? = try db.value(
                "SELECT started FROM run WHERE source = ? ORDER BY id DESC LIMIT 1", [source.id])
            try db.run(
                """
                UPDATE run SET ended = max(started, ?), outcome = 'interrupted', change = ?
                WHERE source = ? AND ended IS NULL
                """, [now, change, source.id])
            try db.run(
                "INSERT INTO run (source, kind, process, started, change, first_change) VALUES (?, ?, ?, ?, ?, ?)",
                [source.id, kind.rawValue, process, now, change, change])
            return RunStore(
                source: source, id: db.lastInsertedRowID,
                pause: previous.map { max(0, now.millisecondsSince1970 - $0) / 1_000 })
        }
    }

    package func conclude(
        _ report: CollectionReport, of collection: CollectionStore, wait: CollectionWait?, now: Instant
    ) throws {
        try source.database.writeStamped { db, stamp in
            let (items, failure, details) = (report.items, report.failure, report.details)
            try db.insert(
                into: "run_collection",
                [
                    "run": id, "collection": collection.id, "outcome": report.outcome.rawValue,
                    "mode": report.mode.rawValue, "pages": report.pages, "inserted": items.inserted,
                    "updated": items.updated, "unchanged": items.unchanged, "stale": items.stale,
                    "removed": items.removed, "rejected": items.rejected, "drift": report.drift,
                    "error_code": failure?.code.rawValue, "error_status": failure?.status, "error_url": failure?.url,
                    "error_message": failure?.message, "error_retry": failure?.retryAt,
                    "details_stored": details?.stored,
                    "details_unchanged": details?.unchanged, "details_failed": details?.failed,
                ], replaces: true)
            let succeeded = report.outcome.isSuccess
            try db.run(
                """
                UPDATE collection SET outcome = :outcome, attempted = :now,
                    succeeded = CASE WHEN :succeeded THEN :now ELSE succeeded END,
                    failures = CASE WHEN :succeeded THEN 0 ELSE failures + :failed END,
                    next_attempt = :until, wait_reason = :reason, change = :change
                WHERE id = :id
                """,
                [
                    "outcome": report.outcome.rawValue, "now": now, "succeeded": succeeded,
                    "failed": report.isServerFailure, "until": wait?.until,
                    "reason": wait?.reason, "change": try stamp.number(), "id": collection.id,
                ])
        }
    }

    /// How often the marks of the change stream are counted, in runs: they are many, and a run adds few.
    private static let markedRuns: Int64 = 1_000

    /// Closes the run, and drops what of the ledger is beyond the limit.
    ///
    /// - Parameter outcome: nil where it was stopped before it was done: it was interrupted.
    package func end(
        _ report: SyncReport, outcome: SyncOutcome?, keeping limit: LedgerLimit = LedgerLimit(), now: Instant
    ) throws {
        try source.database.writeStamped { db, stamp in
            try db.run(
                """
                UPDATE run SET ended = max(started, ?), outcome = ?, requests = ?, bytes = ?, sections_outcome = ?,
                    sections_revision = ?, sections_error = ?, change = ?
                WHERE id = ?
                """,
                [
                    now, outcome?.rawValue ?? SyncOutcome.interrupted, report.requests, report.bytes,
                    report.sections?.outcome.rawValue, report.sections?.revision, report.sections?.failure?.message,
                    try stamp.number(), id,
                ])
            let ledger = LedgerTable(db: db, source: source.id, now: now)
            try ledger.drop(before: ledger.oldestRun(within: limit))
            if id % Self.markedRuns == 0 { try stamp.pruneMarks() }
        }
    }
}
