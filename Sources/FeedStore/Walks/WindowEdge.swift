import FeedModel
import GRDB

/// Sets aside what lies beyond the edge of a window: it stays stored as *older*, on pages of walk 0, which no screen shows and
/// no walk judges.
///
/// What a walk has not met is missing where it was before the last known item that the walk has met. What was after that may
/// still be in the list, beyond the edge. What an earlier whole walk has missed has no place in the list any more: it counts
/// as before the page where that walk has met its last known item. That needs walks whose order is the list's: what a walk met
/// while the list moved may be in another order.
struct WindowEdge {
    let items: ItemTable
    let pages: PageTable
    let walk: WalkTable
    let state: WalkState
    /// The whole walks under which the list did not move.
    let ordered: Set<Int64>

    /// A row of `page` that the walk has not met.
    private struct Unmet {
        let place: PagePlace
        let items: Int
    }

    /// Whether it is certain which items of a walk were before the edge: not where the list moved as they were met.
    func isCertain(of walk: Int64) -> Bool { ordered.contains(walk) }

    func setAside() throws {
        var number = try pages.firstOlder()
        // The last of them first: what is set aside later comes before the others.
        for unmet in try unmet().reversed() {
            guard let rank = try firstRankBeyond(unmet.place) else { continue }
            number -= 1
            try setAside(unmet, from: rank, as: number)
        }
        try pages.writeCounts()
    }

    private func unmet() throws -> [Unmet] {
        try items.db.rows(
            """
            SELECT id, walk, number, part, request IS NOT NULL, sequence, items FROM page
            WHERE collection = ? AND walk > 0 AND walk < ? ORDER BY walk DESC, number, part
            """, [items.collection, state.number]
        ).map { row in
            try Unmet(place: PagePlace(row: row), items: row.count(6))
        }
    }

    /// The rank from which on the items of a page are beyond the edge; nil where all are before it.
    private func firstRankBeyond(_ page: PagePlace) throws -> Int64? {
        guard let known = state.known else { return .min }
        if let whole = try walk.wholeWalk(), page.walk < whole {
            guard known.walk == whole, let before = try walk.knownPage(of: whole), isCertain(of: whole),
                isCertain(of: page.walk)
            else { return .min }
            return known.number >= before ? nil : .min
        }
        let place = (-page.walk, page.number, page.part)
        let edge = (-known.walk, known.number, known.part)
        if place == edge { return known.rank == .max ? nil : known.rank + 1 }
        return place < edge ? nil : .min
    }

    private func setAside(_ unmet: Unmet, from rank: Int64, as number: Int64) throws {
        let page = unmet.place
        if rank == .min { try pages.release(page) }
        guard unmet.items > 0 else { return }
        try items.noteSetAside(page, from: rank)
        let older = try pages.insert(
            walk: 0, number: number, part: 0, request: nil, sequence: page.sequence, expectedCount: 0)
        let count = try items.setAside(from: page, rank: rank, to: older)
        pages.grow(page.id, by: -count)
        pages.grow(older.id, by: count)
    }
}

extension ItemTable {
    /// Records where the items of a page were from a rank on, before they are set aside.
    fileprivate func noteSetAside(_ page: PagePlace, from rank: Int64) throws {
        try db.run(
            """
            INSERT INTO history (collection, key, run, at, change, walk, number, part, is_page, rank, first_run,
                version)
            SELECT collection, key, ?1, ?2, 'moved', ?3, ?4, ?5, ?6, rank, first_run, version
            FROM item WHERE page = ?7 AND rank >= ?8 AND first_run < ?1
            ON CONFLICT DO NOTHING
            """, [run, now, page.walk, page.number, page.part, page.isServerPage, page.id, rank])
    }

    /// - Returns: how many items went.
    fileprivate func setAside(from page: PagePlace, rank: Int64, to older: PagePlace) throws -> Int {
        stamp.touch(page: older.id)
        return try db.run(
            "UPDATE item SET page = ?, change = ? WHERE page = ? AND rank >= ?",
            [older.id, try stamp.number(), page.id, rank])
    }
}
