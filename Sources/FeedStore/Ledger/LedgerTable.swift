import FeedModel
import GRDB

struct LedgerTable {
    /// Collections of the source of the first argument.
    static let mine = "collection IN (SELECT id FROM collection WHERE source = ?1)"
    /// Consumers that take what the source of the first argument brings, and have taken something since the second.
    private static let waiting = "consumer WHERE (source = ?1 OR token IS NOT NULL) AND taken >= ?2"

    let db: Database
    let source: Int64
    let now: Instant

    /// The first run that stays: for `PruneOptions.consumerSeconds` also the last one that a consumer has taken.
    ///
    /// It looks at few rows, however many runs there are: ages from the oldest run on, of which the last sync has left none.
    func oldestRun(within limit: LedgerLimit) throws -> Int64 {
        var oldest = try run(before: max(1, limit.runs) - 1) ?? 0
        if let days = limit.days, let last = try run(before: 1) {
            let young: Int64? = try db.value(
                "SELECT id FROM run WHERE source = ? AND started >= ? ORDER BY id LIMIT 1",
                [source, ago(Int64(days) * 86_400)])
            oldest = max(oldest, min(young ?? last, last))
        }
        let taken: Int64? = try db.value("SELECT min(run) FROM \(Self.waiting)", consumers)
        return min(oldest, taken ?? oldest)
    }

    private func run(before count: Int) throws -> Int64? {
        try db.value("SELECT id FROM run WHERE source = ? ORDER BY id DESC LIMIT 1 OFFSET ?", [source, count])
    }

    /// Names of the consumers for which runs stay that are more than the limit.
    func consumers(holding limit: LedgerLimit) throws -> [String] {
        guard let oldest = try run(before: max(1, limit.runs) - 1) else { return [] }
        return try db.values(
            "SELECT DISTINCT name FROM \(Self.waiting) AND run < ?3 ORDER BY name", consumers + [oldest])
    }

    private var consumers: StatementArguments { [source, ago(PruneOptions.consumerSeconds)] }

    @discardableResult
    func drop(before oldest: Int64) throws -> (runs: Int, history: Int, revisions: Int, problems: Int) {
        let first: Int64? = try db.value("SELECT min(id) FROM run WHERE source = ?", [source])
        // What is noted of a run goes with it.
        guard let first, first < oldest else { return (0, 0, 0, 0) }
        // What a later walk has passed by the oldest run that stays says nothing more.
        try db.run(
            """
            DELETE FROM walk_progress WHERE \(Self.mine) AND run < ?2 AND EXISTS (
                SELECT 1 FROM walk_progress AS later
                WHERE later.collection = walk_progress.collection AND later.run <= ?2 AND later.pages >= walk_progress.pages
                    AND (later.walk > walk_progress.walk OR later.walk = walk_progress.walk AND later.run > walk_progress.run))
            """, [source, oldest])
        return (
            try db.run("DELETE FROM run WHERE source = ? AND id < ? AND ended IS NOT NULL", [source, oldest]),
            try db.run("DELETE FROM history WHERE \(Self.mine) AND run < ?2", [source, oldest]),
            try db.run(
                """
                DELETE FROM section_revision WHERE source = ?1 AND run < ?2 AND number < (
                    SELECT max(number) FROM section_revision WHERE source = ?1 AND run <= ?2)
                """, [source, oldest]),
            try db.run("DELETE FROM problem WHERE source = ? AND last_run < ?", [source, oldest])
        )
    }

    /// The time so many seconds ago, in milliseconds since 1970; the present time for a number below 0.
    func ago(_ seconds: Int64) -> Int64 { now.advanced(bySeconds: -max(0, seconds)).millisecondsSince1970 }
}
