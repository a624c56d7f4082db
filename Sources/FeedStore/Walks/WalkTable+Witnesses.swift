import FeedModel
import GRDB

/// An item that a walk of a window has met again with the same content, and its place before.
struct Witness {
    let walk: Int64
    let number: Int64
    let part: Int64
    let rank: Int64
    /// Whether what is on an earlier page was before the item when its walk had met both: the list's total stood still while
    /// the two were read, and the walk had not brought its content.
    let isOrdered: Bool
}

/// The rows of `witness`: one for each page as an earlier walk had it, the last one met.
extension WalkTable {
    /// Notes what a page of walk `walk` has met, before the places of its items change. An item whose content is of another
    /// answer than its place had moved when it was placed there.
    func noteWitnesses(_ items: [MergedItem], metBy walk: Int64) throws {
        let met = items.lazy.filter { $0.isLive && $0.winner == nil }.compactMap(\.stored).filter(\.matchesLatestPage)
        let last = Dictionary(met.map { ($0.page.id, $0) }) { $0.rank < $1.rank ? $1 : $0 }
        for stored in last.values.sorted(by: { $0.page.id < $1.page.id }) {
            try noteWitness(stored.page, rank: stored.rank, item: stored.id, metBy: walk)
        }
    }

    /// Notes that walk `walk` has met all items of a page, before the page becomes that walk's.
    func noteWitness(onWhole page: PagePlace, metBy walk: Int64) throws {
        let last = try db.row(
            "SELECT id, rank FROM item WHERE page = ? AND matches_latest_page ORDER BY rank DESC LIMIT 1", [page.id])
        if let last { try noteWitness(page, rank: last[1], item: last[0], metBy: walk) }
    }

    private func noteWitness(_ page: PagePlace, rank: Int64, item: Int64, metBy walk: Int64) throws {
        // Walk 0 has what is older: that has no place in the list.
        guard (1..<walk).contains(page.walk) else { return }
        try db.run(
            """
            INSERT INTO witness (collection, walk, number, part, rank, item, content_run)
            SELECT ?, ?, ?, ?, ?, id, content_run FROM item WHERE id = ?
            ON CONFLICT DO UPDATE
            SET part = excluded.part, rank = excluded.rank, item = excluded.item, content_run = excluded.content_run
            WHERE (excluded.part, excluded.rank) > (part, rank)
            """, [collection, page.walk, page.number, page.part, rank, item])
    }

    /// The witnesses that walk `walk` has met, the first in the list first: what was met by a later walk comes first.
    func witnesses(metBy walk: Int64) throws -> [Witness] {
        try db.rows(
            """
            SELECT witness.walk, witness.number, witness.part, witness.rank,
                ifnull(witness.number <= ordered_pages AND witness.content_run < whole_walk.run, 0)
            FROM witness
            JOIN item ON item.id = witness.item AND item.content_run = witness.content_run
            JOIN page ON page.id = item.page
            LEFT JOIN whole_walk ON whole_walk.collection = witness.collection AND whole_walk.number = witness.walk
            WHERE witness.collection = ?1 AND page.collection = ?1 AND page.walk = ?2
            ORDER BY witness.walk DESC, witness.number
            """, [collection, walk]
        ).map { try Witness(walk: $0[0], number: $0[1], part: $0[2], rank: $0[3], isOrdered: $0[4]) }
    }

    /// Drops those of walks that have no missing item any more, once walk `walk` has ended.
    func forgetWitnesses(before walk: Int64) throws {
        try db.run(
            """
            DELETE FROM witness WHERE collection = ?1
                AND walk NOT IN (SELECT walk FROM page WHERE collection = ?1 AND walk > 0 AND walk < ?2)
            """, [collection, walk])
    }
}
