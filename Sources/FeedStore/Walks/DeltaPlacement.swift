import FeedModel
import GRDB

/// Writes a page of changes: what is known keeps its place, what is new goes before or after all others.
///
/// An item that the last whole walk did not see is seen now: it goes to the new ones, so that the next whole walk does
/// not take it for absent twice.
struct DeltaPlacement {
    let tables: WalkStore.Tables
    let place: Place
    let sequence: WriteSequence

    enum Place {
        case change(DeltaPlace)
        /// Before all that walk `walk` has met, where it has not met it: on the page of that number, none of the server's.
        case front(walk: Int64, number: Int64)
        /// With those that are older: whether it is in the window is for a walk to say.
        case older
    }

    /// - Returns: whether an item has another place than before.
    func write(_ merge: PageMerge) throws -> Bool {
        let writer = ContentWriter(table: tables.items, page: merge.page)
        let whole = try tables.walk.wholeWalk() ?? 0
        let (walk, staysOlder) =
            switch place {
            case .front(let walk, _): (walk, false)
            case .change: (whole, false)
            case .older: (whole, true)
            }
        func isPlaced(_ item: MergedItem) -> Bool {
            !item.isLive || item.stored.map { $0.page.walk >= walk || staysOlder && $0.page.walk == 0 } ?? false
        }
        for item in merge.items where isPlaced(item) {
            try writer.writeInPlace(item)
        }
        let placed = merge.items.filter { !isPlaced($0) }
        guard !placed.isEmpty else { return false }
        let ranks = Ranks.assign(keeping: placed.map { _ in nil })
        let new = try newPage(after: whole)
        for (part, start) in stride(from: 0, to: placed.count, by: tables.pages.partSize).enumerated() {
            let items = start..<min(start + tables.pages.partSize, placed.count)
            let page = try tables.pages.insert(
                walk: new.walk, number: new.number, part: Int64(part), request: nil, sequence: sequence,
                expectedCount: items.count)
            try writer.place(zip(placed[items], ranks[items]), on: page)
        }
        return true
    }

    /// - Parameter whole: the last walk that was whole, 0 before the first.
    private func newPage(after whole: Int64) throws -> (walk: Int64, number: Int64) {
        switch place {
        case .change(.head): try head(of: whole)
        case .change(.tail): try tail(of: whole)
        case .front(let walk, let number): (walk, number)
        case .older: (0, try tables.pages.firstOlder() - 1)
        }
    }

    private func head(of whole: Int64) throws -> (walk: Int64, number: Int64) {
        let first = try tables.items.db.row(
            "SELECT walk, number FROM page WHERE collection = ? ORDER BY walk DESC, number LIMIT 1",
            [tables.items.collection])
        // 0 lies before the numbers of the server's pages, which a walk may yet write.
        guard let first, try first[0] >= whole else { return (whole, 0) }
        return try (first[0], min(0, first[1] - 1))
    }

    /// After all that the last whole walk saw: items of older walks stay after it, since the next whole walk may remove
    /// them.
    private func tail(of whole: Int64) throws -> (walk: Int64, number: Int64) {
        let last: Int64? = try tables.items.db.value(
            "SELECT number FROM page WHERE collection = ? AND walk = ? ORDER BY number DESC LIMIT 1",
            [tables.items.collection, whole])
        return (whole, (last ?? 0) &+ 1)
    }
}
