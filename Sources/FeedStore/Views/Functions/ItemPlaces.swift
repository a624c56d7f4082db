import FeedModel
import GRDBSQLite

/// The places of items in display order: how many items are before each page, and the ranks of the page that was asked
/// for last. Items that are read in order cost a look each.
///
/// It belongs to one connection, and is used on the thread that the connection is used on.
final class ItemPlaces {
    private let connection: OpaquePointer
    private var itemsBefore: [Int64: [Int64: Int64]] = [:]
    /// The page that was asked for last, how many items are before it, and its ranks.
    private var page: (collection: Int64, id: Int64, before: Int64?)?
    private var ranks: [Int64] = []
    /// The place in `ranks` that is asked for next where items are read in order.
    private var next = 0
    /// Reads the ranks of a page. The connection finalizes it.
    private var reading: OpaquePointer?

    init(connection: OpaquePointer) { self.connection = connection }

    /// The place of an item, from 0; nil where it is not there.
    func place(collection: Int64, page: Int64, rank: Int64) -> Int64? {
        if self.page?.id != page || self.page?.collection != collection { open(page, of: collection) }
        guard let before = self.page?.before else { return nil }
        if next >= ranks.count || ranks[next] != rank {
            next = ranks.indices.partitioned { ranks[$0] < rank }
        }
        defer { next += 1 }
        return before + Int64(next)
    }

    private func open(_ page: Int64, of collection: Int64) {
        if itemsBefore[collection] == nil { itemsBefore[collection] = countItems(of: collection) }
        ranks.removeAll(keepingCapacity: true)
        next = 0
        self.page = (collection, page, itemsBefore[collection]?[page])
        if reading == nil {
            sqlite3_prepare_v2(connection, "SELECT rank FROM main.item WHERE page = ? ORDER BY rank", -1, &reading, nil)
        }
        guard let reading else { return }
        sqlite3_bind_int64(reading, 1, page)
        var code = sqlite3_step(reading)
        while code == SQLITE_ROW {
            ranks.append(sqlite3_column_int64(reading, 0))
            code = sqlite3_step(reading)
        }
        sqlite3_reset(reading)
        // What was read by half says nothing.
        if code != SQLITE_DONE { self.page = nil }
    }

    private func countItems(of collection: Int64) -> [Int64: Int64] {
        var sum: Int64 = 0
        var before: [Int64: Int64] = [:]
        let sql = "SELECT id, items FROM main.page WHERE collection = ? ORDER BY walk DESC, number, part"
        try? RawStatement(.plain(connection), sql).run({ $0.add(collection) }) { page in
            before[page.integer(0)] = sum
            // What a damaged file says may be anything.
            sum &+= page.integer(1)
        }
        return before
    }
}
