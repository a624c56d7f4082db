import FeedModel
import GRDB

/// Writes a page of changes: what is known keeps its place, what is new goes before or behind all others.
struct DeltaPlacement {
    let table: ItemTable
    let pages: PageTable
    let db: Database
    let collection: Int64
    let place: DeltaPlace
    let sequence: WriteSequence

    func write(_ merge: PageMerge) throws {
        let writer = ContentWriter(table: table, pages: pages, page: merge.page)
        for item in merge.items where item.stored != nil || !item.isLive {
            try writer.writeInPlace(item)
        }
        let added = merge.items.filter { $0.stored == nil && $0.isLive }
        guard !added.isEmpty else { return }
        let ranks = Ranks.assign(keeping: added.map { _ in nil })
        var page = try newPage()
        for (index, item) in added.enumerated() {
            if index > 0, index % PageTable.partSize == 0 {
                page = try pages.insert(
                    walk: page.walk, number: page.number, part: page.part + 1, request: nil, sequence: sequence)
            }
            try writer.insert(item, at: ContentWriter.Place(page: page, rank: ranks[index]))
        }
    }

    /// A row before all others, or behind all that the last whole walk met: items of older walks stay behind it, since
    /// the next whole walk may remove them.
    private func newPage() throws -> PagePlace {
        let edge =
            switch place {
            case .head: "ORDER BY walk DESC, number"
            case .tail: "AND walk = (SELECT whole_walk FROM collection WHERE id = page.collection) ORDER BY number DESC"
            }
        let row = try Row.fetchOne(
            db, sql: "SELECT walk, number FROM page WHERE collection = ? \(edge) LIMIT 1", arguments: [collection])
        let whole = try Int64.fetchOne(db, sql: "SELECT whole_walk FROM collection WHERE id = ?", arguments: [collection])
        let walk: Int64 = row?[0] ?? whole ?? 1
        let number: Int64 = row?[1] ?? 0
        return try pages.insert(
            walk: walk, number: place == .head ? number - 1 : number + 1, part: 0, request: nil, sequence: sequence)
    }
}
