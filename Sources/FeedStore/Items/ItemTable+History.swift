import FeedModel
import GRDB

/// Records in `history` what an item was before this run changed it: one row for an item and run. The first record has the
/// state; later ones of the same run only say what became of it.
extension ItemTable {
    /// Records the present state of a live item on `page`, before it is changed.
    ///
    /// - Parameter keepingPayload: whether the payload is about to be replaced.
    func note(_ item: Int64, on page: PagePlace, change: String, keepingPayload: Bool = false) throws {
        // What this run brought was not there before it.
        try record.run {
            $0.add(run)
            $0.add(now)
            $0.add(change)
            $0.add(page.walk)
            $0.add(page.number)
            $0.add(page.part)
            $0.add(page.isServerPage)
            $0.add(keepingPayload)
            $0.add(item)
        }
    }

    /// Records what `removeAbsent` is about to remove. `absent` binds `collection` and `last`.
    func noteRemovals(_ absent: StatementArguments) throws {
        try db.run(
            """
            INSERT INTO history (collection, key, run, at, change, walk, number, part, is_page, rank, first_run,
                version)
            SELECT item.collection, item.key, :run, :now, 'removed', page.walk, page.number, page.part,
                page.request IS NOT NULL, item.rank, item.first_run, item.version
            FROM page JOIN item ON item.page = page.id
            WHERE page.collection = :collection AND page.walk = :last AND item.first_run < :run
            ON CONFLICT (collection, key, run) DO UPDATE
            SET change = CASE WHEN change = 'returned' THEN change ELSE 'removed' END
            """, absent &+ ["run": run, "now": now])
    }
}
