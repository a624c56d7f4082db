import FeedModel
import GRDB

extension ItemList {
    /// Every item as it was shown at the end of a run, in the order it was shown.
    ///
    /// An item's state at run R is in the earliest row of `history` after R; without one it is the present state. Pages
    /// of the server are always in the order of their numbers: each walk reads them from the first on, so the page with
    /// the lower number never has the older walk. A row that is no page of the server keeps its walk for good. Its place
    /// follows from `walk_progress`: after the pages that later walks had read by then, and among or after those of its
    /// own walk.
    ///
    /// - Parameter run: a run that is still in the ledger, or 0 for before the first one.
    /// - Throws: `StoreError` where the database cannot be read; what `body` throws.
    package func forEach(asOf run: Int64, _ body: (CachedItem) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: Self.pastSQL, arguments: ["collection": collection, "run": run])
        // Asked for one by one: the sort above holds keys and places, not a whole list's payloads.
        let payloads = try db.cachedStatement(sql: Self.payloadSQL)
        while let row = try rows.next() {
            let key: String = row[0]
            let payload = try String.fetchOne(payloads, arguments: [collection, key, run])
            try body(CachedItem(key: key, version: row[1], payload: payload ?? "null"))
        }
    }

    private static let payloadSQL = """
        SELECT coalesce(
            (SELECT payload FROM history WHERE collection = ?1 AND key = ?2 AND run > ?3 AND payload IS NOT NULL
                ORDER BY run LIMIT 1),
            (SELECT payload FROM item WHERE collection = ?1 AND key = ?2),
            (SELECT payload FROM tombstone WHERE collection = ?1 AND key = ?2))
        """

    static let pastSQL = """
        WITH past AS (
            SELECT key, min(run), walk, number, part, is_page, rank, first_run, version FROM history
            WHERE collection = :collection AND run > :run GROUP BY key
        ), state AS (
            SELECT key, page.walk, page.number, page.part, page.request IS NOT NULL AS is_page, rank, version
            FROM item JOIN page ON page.id = item.page
            WHERE item.collection = :collection AND first_run <= :run AND key NOT IN (SELECT key FROM past)
            UNION ALL
            SELECT key, walk, number, part, is_page, rank, version FROM past
            WHERE walk IS NOT NULL AND first_run <= :run
        ), progress AS (
            SELECT walk, max(pages) AS pages FROM walk_progress WHERE collection = :collection AND run <= :run GROUP BY walk
        ), waiting AS (
            SELECT walk,
                (SELECT ifnull(max(pages), 0) FROM progress WHERE progress.walk > rows.walk) AS later,
                (SELECT ifnull(max(pages), 0) FROM progress WHERE progress.walk >= rows.walk) AS own
            FROM (SELECT DISTINCT walk FROM state WHERE NOT is_page) AS rows
        )
        SELECT key, version FROM state LEFT JOIN waiting ON waiting.walk = state.walk AND NOT state.is_page
        ORDER BY
            CASE WHEN is_page THEN number * 4 WHEN number <= later THEN later * 4 + 1
                WHEN number <= own THEN number * 4 - 1 ELSE own * 4 + 1 END,
            CASE WHEN is_page THEN 0 ELSE -state.walk END, number, part, rank
        """
}
