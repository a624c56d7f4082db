import FeedModel

extension ItemTable {
    typealias Arrival = (item: MergedItem, rank: Int64, content: Content)

    /// So many items are inserted by one statement: that takes a third less time than one by one.
    static let rowsPerInsertion = 10

    func insertion(rows: Int) -> RawStatement {
        let shared = 5
        let values = (0..<rows).map { row in
            let own = (1...7).map { "?\(shared + row * 7 + $0)" }.joined(separator: ", ")
            return "(?1, ?2, ?3, ?3, ?4, ?5, \(own))"
        }
        return db.raw(
            """
            INSERT INTO item (collection, page, first_run, content_run, updated, change, key, rank,
                matches_latest_page, sequence, version, first_seen, payload)
            VALUES \(values.joined(separator: ", "))
            """)
    }

    func insert(_ arrivals: [Arrival], of body: [UInt8], on page: Int64) throws {
        guard !arrivals.isEmpty else { return }
        for arrival in arrivals {
            if arrival.item.removed != nil { try noteReturn(arrival.item.key) }
            lookup.noteKey(arrival.item.key)
        }
        let change = try pages.number(touching: page)
        var rest = arrivals[...]
        while !rest.isEmpty {
            let isMany = rest.count >= Self.rowsPerInsertion
            let rows = rest.prefix(isMany ? Self.rowsPerInsertion : 1)
            try (isMany ? insertionOfMany : insertionOfOne).run(over: body[...]) { parameters, body in
                parameters.add(collection, page, run, now, change)
                for (item, rank, content) in rows {
                    parameters.add(
                        item.key, rank, content.matchesLatestPage, content.sequence.rawValue, content.versionText,
                        min(item.removed?.firstSeen ?? now, now))
                    parameters.add(text: UnsafeBufferPointer(rebasing: body[content.payload.indices]), copies: false)
                }
            }
            rest = rest.dropFirst(rows.count)
        }
        pages.grow(page, by: arrivals.count)
    }

    private func noteReturn(_ key: String) throws {
        // Before this run it was not there, unless this run removed it.
        try db.raw(
            """
            INSERT INTO history (collection, key, run, at, change, version, payload)
            SELECT collection, key, ?, ?, 'returned', version, payload
            FROM tombstone WHERE collection = ? AND key = ? AND payload IS NOT NULL
            ON CONFLICT (collection, key, run) DO UPDATE
            SET change = CASE WHEN change = 'removed' THEN 'updated' ELSE change END,
                payload = coalesce(payload, excluded.payload)
            """
        ).run { $0.add(run, now, collection, key) }
        try db.raw("DELETE FROM tombstone WHERE collection = ? AND key = ?").run { $0.add(collection, key) }
    }
}
