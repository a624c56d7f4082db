import FeedModel
import GRDB

/// The rows of `page` of one collection, inside one transaction, and the counts and stamps that go with them.
///
/// Items come and go many times while a page is written; their counts are summed up here and written once, by
/// `writeCounts`, with the stamp that the page gets for an item.
final class PageTable {
    /// The most items of a row: they are ranked and skipped together.
    static let partSize = 256

    let partSize: Int
    private let db: Database
    let collection: Int64
    private let stamp: ChangeStamp?
    private var growth: [Int64: Int] = [:]
    /// Rows that have the transaction's number, and rows that are to get it, since an item on them has it.
    private var stamped: Set<Int64> = []
    private var touched: Set<Int64> = []
    /// Rows that are dropped where they are empty in the end.
    private var released: Set<Int64> = []

    /// - Parameter stamp: what rows are stamped with; nil where they are only read.
    init(db: Database, collection: Int64, stamp: ChangeStamp?, partSize: Int = PageTable.partSize) {
        (self.db, self.collection, self.stamp, self.partSize) = (db, collection, stamp, partSize)
    }

    /// The server's page of that number, nil while it was never read.
    func serverPage(_ number: Int64, part: Int64) throws -> PagePlace? {
        try db.row(
            """
            SELECT id, walk, number, part, 1, sequence FROM page
            WHERE collection = ? AND number = ? AND part = ? AND request IS NOT NULL
            """, [collection, number, part]
        ).map(PagePlace.init)
    }

    /// Makes a row; without a request it is none of the server's pages.
    ///
    /// - Parameters:
    ///   - digest: which items the server's page has; nil for other rows and for other parts than the first.
    ///   - expectedCount: how many items it will have, so that `writeCounts` has nothing to do where it gets them.
    func insert(
        walk: Int64, number: Int64, part: Int64, request: String?, digest: Int64? = nil, sequence: WriteSequence,
        expectedCount: Int
    ) throws -> PagePlace {
        try db.run(
            """
            INSERT INTO page (collection, walk, number, part, items, request, digest, sequence, change)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [collection, walk, number, part, expectedCount, request, digest, sequence.rawValue, try change()])
        let page = PagePlace(
            id: db.lastInsertedRowID, walk: walk, number: number, part: part, isServerPage: request != nil,
            sequence: sequence)
        growth[page.id] = -expectedCount
        stamped.insert(page.id)
        return page
    }

    func markRead(_ page: PagePlace, walk: Int64, request: String, digest: Int64?, sequence: WriteSequence) throws {
        try db.run(
            "UPDATE page SET walk = ?, request = ?, digest = ?, sequence = ? WHERE id = ?",
            [walk, request, digest, sequence.rawValue, page.id])
    }

    func markConfirmed(_ page: PagePlace, walk: Int64, request: String, sequence: WriteSequence) throws {
        try db.run(
            "UPDATE page SET walk = ?, request = ?, sequence = ? WHERE id = ?",
            [walk, request, sequence.rawValue, page.id])
    }

    /// The page is no longer one of the server's: its items keep their place after the walks to come, and so have
    /// another one than the stream has sent.
    func release(_ page: PagePlace) throws {
        try db.run("UPDATE item SET change = ? WHERE page = ?", [try change(), page.id])
        touch(page.id)
        try db.run("UPDATE page SET request = NULL, digest = NULL WHERE id = ?", [page.id])
        released.insert(page.id)
    }

    func items(on page: Int64) throws -> [(id: Int64, rank: Int64)] {
        var items: [(id: Int64, rank: Int64)] = []
        try db.raw("SELECT id, rank FROM item WHERE page = ? ORDER BY rank").run {
            $0.add(page)
        } row: {
            items.append(($0.integer(0), $0.integer(1)))
        }
        return items
    }

    func firstNumber(of walk: Int64) throws -> Int64? {
        try db.value(
            "SELECT number FROM page WHERE collection = ? AND walk = ? ORDER BY number LIMIT 1", [collection, walk])
    }

    func grow(_ page: Int64, by count: Int) { growth[page, default: 0] += count }

    private func change() throws -> Int64 { try stamp?.number() ?? 0 }

    /// The transaction's number, for an item on a page, whose row is to get it too.
    func number(touching page: Int64) throws -> Int64 {
        touch(page)
        return try change()
    }

    func touch(_ page: Int64) {
        if !stamped.contains(page) { touched.insert(page) }
    }

    /// Writes the counts, stamps the pages that have stamped items, and drops the rows that hold nothing and are no page
    /// of the server.
    func writeCounts() throws {
        for page in touched {
            try db.run(
                "UPDATE page SET items = items + ?, change = ? WHERE id = ?", [growth[page] ?? 0, try change(), page])
        }
        for (page, count) in growth {
            if count != 0, !touched.contains(page) {
                try db.run("UPDATE page SET items = items + ? WHERE id = ?", [count, page])
            }
            if count < 0 { released.insert(page) }
        }
        for page in released {
            try db.run("DELETE FROM page WHERE id = ? AND items = 0 AND request IS NULL", [page])
        }
        stamped.formUnion(touched)
        touched.removeAll()
        growth.removeAll()
        released.removeAll()
    }

    /// Drops the page's validator: a 304 would no longer describe the page's rows.
    func forgetValidator(of page: PagePlace) throws {
        guard page.isServerPage, let head = try serverPage(page.number, part: 0) else { return }
        try db.run("DELETE FROM validator WHERE page = ?", [head.id])
    }

    /// The number of the first page of older items, 0 before there is one. What was set aside later comes before it.
    func firstOlder() throws -> Int64 { try firstNumber(of: 0) ?? 0 }

    /// How many items are on pages that no walk after `walk` has seen; older ones apart.
    func countItems(through walk: Int64) throws -> Int {
        try db.value(
            "SELECT ifnull(sum(items), 0) FROM page_group WHERE collection = ? AND walk > 0 AND walk <= ?",
            [collection, walk]) ?? 0
    }

    /// How many different items walk `walk` has met.
    func countItems(metBy walk: Int64) throws -> Int {
        try db.value(
            "SELECT ifnull(sum(items), 0) FROM page_group WHERE collection = ? AND walk = ?", [collection, walk]) ?? 0
    }

    /// The items that walk `walk` has not met, by the walk that met them last; older ones apart.
    func missing(from walk: Int64) throws -> [Evidence.Missing] {
        try db.rows(
            """
            SELECT walk, sum(items) AS count FROM page_group WHERE collection = ? AND walk > 0 AND walk < ?
            GROUP BY walk HAVING count > 0 ORDER BY walk
            """, [collection, walk]
        ).map { try Evidence.Missing(lastMet: $0[0], count: $0[1]) }
    }
}
