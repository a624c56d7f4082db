import FeedModel
import GRDB

/// Sets aside what lies beyond the edge of a window: it stays stored as *older*, on pages of walk 0, which no screen shows and
/// no walk judges.
///
/// What a walk has not met is missing where it was before an item that the walk has met, and that has not moved since: a
/// *witness*, met with the content that it had. In a list in which items only move up, nothing but a deletion explains that.
/// What has no witness may still be in the list, beyond the edge.
///
/// One answer had its items in the order of the list. Between two pages of a walk, items that come to the head push others
/// down, and a later page has what is new or has moved. So that page is a witness for an earlier one only where the list's
/// total stood still, and by an item that the walk had not brought or changed.
struct WindowEdge {
    let items: ItemTable
    let walk: Int64
    /// The number of the whole walk before it, 1 where there was none.
    let whole: Int64
    /// Those that the walk has met, the first in the list first.
    let witnesses: [Witness]

    private typealias Unmet = (page: PagePlace, items: Int)

    private var pages: PageTable { items.pages }

    func setAside() throws {
        var number = try pages.firstOlder()
        // The last of them first: what is set aside later comes before the others.
        for unmet in try unmet().reversed() {
            guard let rank = firstRankBeyond(unmet.page) else { continue }
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
            """, [items.collection, walk]
        ).map { try (PagePlace(row: $0), $0.count(6)) }
    }

    /// The rank from which on the items of a page are beyond the edge; nil where all stay.
    private func firstRankBeyond(_ page: PagePlace) -> Int64? {
        let later = witnesses.filter { $0.walk == page.walk && $0.number > page.number }
        if later.contains(where: \.isOrdered) { return nil }
        let own = witnesses.first { $0.walk == page.walk && $0.number == page.number }
        if let own, own.part > page.part { return nil }
        // What is missing for the first time, and may be before the edge, stays for one walk more: it may have been passed by.
        if page.walk >= whole, let last = witnesses.last, (-last.walk, last.number) > (-page.walk, page.number) {
            return nil
        }
        return own?.part == page.part ? own.map { $0.rank + 1 } : .min
    }

    private func setAside(_ unmet: Unmet, from rank: Int64, as number: Int64) throws {
        let page = unmet.page
        try items.noteAll(
            where: "page.id = :page AND item.rank >= :rank", ["page": page.id, "rank": rank], change: "moved")
        if rank == .min { try pages.release(page) }
        guard unmet.items > 0 else { return }
        let older = try pages.insert(
            walk: 0, number: number, part: 0, request: nil, sequence: page.sequence, expectedCount: 0)
        let count = try items.db.run(
            "UPDATE item SET page = ?, change = ? WHERE page = ? AND rank >= ?",
            [older.id, try pages.number(touching: older.id), page.id, rank])
        pages.grow(page.id, by: -count)
        pages.grow(older.id, by: count)
    }
}
