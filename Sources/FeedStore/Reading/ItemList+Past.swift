import FeedModel
import GRDB

extension ItemList {
    /// The list as it was shown at the end of a run.
    ///
    /// - Parameter run: a run that is still in the ledger, or 0 for before the first one.
    package func past(asOf run: Int64) throws -> PastList {
        try PastList(self, asOf: run)
    }

    /// All keys and versions in the order they were shown at the end of a run, by one sort: see `PastList` for the rules.
    static let pastSQL = """
        WITH past AS (
            SELECT key, min(run), walk, number, part, is_page, rank, first_run, version FROM history
            WHERE collection = :collection AND run > :run GROUP BY key
        ), state AS (
            SELECT key, page.walk, page.number, page.part, page.request IS NOT NULL AS is_page, rank, version
            FROM item JOIN page ON page.id = item.page
            WHERE item.collection = :collection AND page.walk > 0 AND first_run <= :run
                AND key NOT IN (SELECT key FROM past)
            UNION ALL
            SELECT key, walk, number, part, is_page, rank, version FROM past
            WHERE walk > 0 AND first_run <= :run
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
