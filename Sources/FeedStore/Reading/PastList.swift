import FeedModel
import GRDB

extension ItemList {
    /// Every item as it was shown at the end of a run, in the order it was shown.
    ///
    /// An item's state at run R is what the earliest note in `history` after R says it was before, else the present.
    /// Pages of the server stand by their numbers at any time, since a walk meets them in that order. What a page left
    /// behind in walk W stood behind the pages that later walks had met by then: the ledger knows how far they came.
    ///
    /// - Parameter run: a run that is still in the ledger, or 0 for before the first one.
    public func forEach(asOf run: Int64, _ body: (CachedItem) throws -> Void) throws {
        let rows = try Row.fetchCursor(
            db, sql: Self.pastSQL, arguments: ["collection": collection, "run": run])
        while let row = try rows.next() { try body(CachedItem(row: row)) }
    }

    private static let pastSQL = """
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
        ), left_behind AS (
            SELECT walk, (SELECT ifnull(max(through), 0) FROM run_collection
                WHERE collection = :collection AND run <= :run AND run_collection.walk > waiting.walk) AS met
            FROM (SELECT DISTINCT walk FROM state WHERE NOT is_page) AS waiting
        )
        SELECT state.key, state.version,
            coalesce(
                (SELECT payload FROM history WHERE collection = :collection AND history.key = state.key AND run > :run
                    AND payload IS NOT NULL ORDER BY run LIMIT 1),
                (SELECT payload FROM item WHERE collection = :collection AND item.key = state.key),
                (SELECT payload FROM tombstone WHERE collection = :collection AND tombstone.key = state.key))
        FROM state LEFT JOIN left_behind ON left_behind.walk = state.walk AND NOT state.is_page
        ORDER BY
            CASE WHEN is_page THEN number * 4 WHEN number > met THEN number * 4 - 1 ELSE met * 4 + 1 END,
            CASE WHEN is_page THEN 0 ELSE -state.walk END, number, part, rank
        """
}
