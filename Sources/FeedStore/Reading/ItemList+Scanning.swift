package import FeedModel
import GRDB

extension ItemList {
    /// An item as it lies in the database, without a copy of its bytes. It is valid until the next one is read.
    package struct ScannedItem {
        fileprivate let row: RawStatement.Row

        package var key: String { row.text(0) ?? "" }

        /// Its bytes as the server sent them.
        package var payload: String { row.text(1) ?? "" }

        /// Hands over the bytes of the version in the server's words; nil where it has none.
        package func withVersion<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value? {
            row.isNull(2) ? nil : try row.withBytes(2) { try body(UnsafeRawBufferPointer($0)) }
        }

        /// Hands over the bytes of the payload, which were checked when they were stored.
        package func withPayload<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
            try row.withBytes(1) { try body(UnsafeRawBufferPointer($0)) }
        }
    }

    /// Every item in order, one at a time: memory does not grow with the list. For those who look at all items and take
    /// few.
    ///
    /// - Parameter isCancellable: whether it ends where the task is cancelled.
    package func scan(isCancellable: Bool = true, _ body: (ScannedItem) throws -> Void) throws {
        let rows = try rows(isForward: true)
        try forEachPage(isForward: true) { page in
            if isCancellable { try Task.checkCancellation() }
            try forEach(rows, on: page.id, offset: 0, limit: -1) {
                try body($0)
                return true
            }
            return true
        }
    }

    /// The first place where a condition holds, in the order of the search, and the item there; nil where it holds
    /// nowhere.
    ///
    /// - Parameters:
    ///   - range: of places, from 0.
    ///   - isForward: whether the first place is looked at first; else the last.
    package func first(
        in range: Range<Int>, isForward: Bool, where isWanted: (ScannedItem) throws -> Bool
    ) throws -> (place: Int, item: FeedItem)? {
        let rows = try rows(isForward: isForward)
        var found: Int?
        try forEachPage(isForward: isForward) { page in
            try Task.checkCancellation()
            let places = range.clamped(to: page.places)
            guard !places.isEmpty else { return true }
            var looked = 0
            try forEach(
                rows, on: page.id,
                offset: isForward
                    ? places.lowerBound - page.places.lowerBound : page.places.upperBound - places.upperBound,
                limit: places.count
            ) { item in
                if try isWanted(item) {
                    found = isForward ? places.lowerBound + looked : places.upperBound - 1 - looked
                }
                looked += 1
                return found == nil
            }
            return found == nil
        }
        return try found.flatMap { place in try window(offset: place, limit: 1).first.map { (place, $0) } }
    }

    /// Its pages, each with the places of its items, until one is said to be enough.
    ///
    /// The query of the pages is under way all the time: an interruption is noticed even if no page is being read.
    private func forEachPage(isForward: Bool, _ body: ((id: Int64, places: Range<Int>)) throws -> Bool) throws {
        let order = isForward ? "walk DESC, number, part" : "walk, number DESC, part DESC"
        let pages = try db.cursor(
            "SELECT id, items FROM page WHERE collection = ? AND walk > 0 ORDER BY \(order)", [collection])
        var edge = isForward ? 0 : try count()
        while let page = try pages.next() {
            let items = try page.count(1)
            let places = isForward ? edge..<edge + items : edge - items..<edge
            edge += isForward ? items : -items
            guard try body((page[0], places)) else { return }
        }
    }

    /// The items of one page after the other, by a statement of its own: others may scan meanwhile.
    private func rows(isForward: Bool) throws -> RawStatement {
        guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        return RawStatement(
            .plain(connection),
            """
            SELECT key, payload, version FROM item WHERE page = ? ORDER BY rank\(isForward ? "" : " DESC") LIMIT ? OFFSET ?
            """)
    }

    /// Hands over the items of a page until one says that it is enough.
    ///
    /// - Parameter limit: how many at most; -1: all.
    private func forEach(
        _ rows: RawStatement, on page: Int64, offset: Int, limit: Int, _ body: (ScannedItem) throws -> Bool
    ) throws {
        defer { rows.end() }
        try rows.begin { $0.add(page, Int64(limit), Int64(offset)) }
        do {
            while let row = try rows.next(), try body(ScannedItem(row: row)) {}
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            throw CancellationError()
        }
    }
}
