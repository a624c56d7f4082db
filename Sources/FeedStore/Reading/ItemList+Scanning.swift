package import FeedModel
import GRDB

extension ItemList {
    /// An item as it lies in the database, without a copy of its bytes. It is valid until the next one is read.
    package struct ScannedItem {
        fileprivate let row: RawStatement.Row

        package var key: String { row.text(0) ?? "" }

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
    package func scan(isCancellable: Bool = true, _ body: (ScannedItem) throws -> Void) throws {
        try forEach(in: 0..<Int.max, isForward: true, isCancellable: isCancellable) { _, item in
            try body(item)
            return true
        }
    }

    /// The first place where a condition holds, in the order of the search, and the item there; nil where it holds
    /// nowhere.
    ///
    /// - Parameter isForward: whether the first place is looked at first; else the last.
    package func first(
        in range: Range<Int>, isForward: Bool, where isWanted: (ScannedItem) throws -> Bool
    ) throws -> (place: Int, item: FeedItem)? {
        var found: Int?
        try forEach(in: range, isForward: isForward) { place, item in
            if try isWanted(item) { found = place }
            return found == nil
        }
        return try found.flatMap { place in try window(offset: place, limit: 1).first.map { (place, $0) } }
    }

    /// Hands over places and items until one is said to be enough.
    ///
    /// The query of the pages is under way all the time: an interruption is noticed even if no page is being read. Items are
    /// read by a statement of its own: others may scan meanwhile.
    private func forEach(
        in range: Range<Int>, isForward: Bool, isCancellable: Bool = true, _ body: (Int, ScannedItem) throws -> Bool
    ) throws {
        guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        let rows = RawStatement(
            .plain(connection),
            """
            SELECT key, payload, version FROM item WHERE page = ? ORDER BY rank\(isForward ? "" : " DESC") LIMIT ? OFFSET ?
            """)
        let order = isForward ? "walk DESC, number, part" : "walk, number DESC, part DESC"
        let pages = try db.cursor(
            "SELECT id, items FROM page WHERE collection = ? AND walk > 0 ORDER BY \(order)", [collection])
        var edge = isForward ? 0 : try count()
        while let page = try pages.next() {
            if isCancellable { try Task.checkCancellation() }
            let items = try page.count(1)
            let all = isForward ? edge..<edge + items : edge - items..<edge
            edge += isForward ? items : -items
            let places = range.clamped(to: all)
            guard !places.isEmpty else { continue }
            let skipped = isForward ? places.lowerBound - all.lowerBound : all.upperBound - places.upperBound
            var place = isForward ? places.lowerBound : places.upperBound - 1
            defer { rows.end() }
            let id: Int64 = try page[0]
            try rows.begin { $0.add(id, Int64(places.count), Int64(skipped)) }
            do {
                while let row = try rows.next() {
                    guard try body(place, ScannedItem(row: row)) else { return }
                    place += isForward ? 1 : -1
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
                throw CancellationError()
            }
        }
    }
}
