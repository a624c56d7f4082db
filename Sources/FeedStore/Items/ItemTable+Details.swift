import FeedModel

extension ItemTable {
    /// Merges a detail into its item. The item's own version and place in its list stay.
    ///
    /// - Returns: whether it was not in the item before; one of a lower version changes nothing. Nil where the item can have
    ///   none.
    func merge(_ detail: FoundDetail, into item: StoredItem) throws -> Bool? {
        let (payload, known) = try storedDetail(of: item.id)
        if known?.listBytes != nil, let old = known?.version, let version = detail.version,
            ItemVersion(text: version) < ItemVersion(text: old)
        {
            return false
        }
        let list = ItemDetail.list(of: payload, bytes: known?.listBytes)
        guard let merged = ItemDetail.payload(list, with: detail.bytes) else { return nil }
        try db.raw(
            """
            INSERT INTO detail (item, list_bytes, version, etag, modified, answered_by) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET list_bytes = ?2, version = ?3, etag = ?4, modified = ?5, answered_by = ?6
            """
        ).run {
            $0.add(
                item.id, Int64(list.count), detail.version, detail.validator.etag, detail.validator.lastModified,
                detail.answeredBy)
        }
        guard merged[...] != payload else { return false }
        try note(item.id, on: item.page, change: "updated")
        let change = try pages.number(touching: item.page.id)
        try db.raw(
            "UPDATE item SET updated = max(?2, first_seen), change = ?3, payload = ?4 WHERE id = ?1"
        ).run(over: merged[...]) { parameters, payload in
            parameters.add(item.id, now, change)
            parameters.add(text: payload, copies: false)
        }
        return true
    }

    /// A list's new content of an item, with the detail that is stored; that is due where the item has another version, or
    /// none. Where details are no longer asked for, it goes.
    func payloadKeepingDetail(of item: Int64, _ content: Content) throws -> ArraySlice<UInt8> {
        guard keepsDetails else {
            try db.raw("DELETE FROM detail WHERE item = ?").run { $0.add(item) }
            return content.payload
        }
        let (payload, known) = try storedDetail(of: item)
        guard let known else { return content.payload }
        try db.raw(
            """
            UPDATE detail SET is_due = is_due OR ?2 IS NULL OR ?2 IS NOT (SELECT version FROM item WHERE id = ?1),
                next_attempt = NULL
            WHERE item = ?1
            """
        ).run { $0.add(item, content.versionText) }
        guard let detail = ItemDetail.detail(of: payload, bytes: known.listBytes) else { return content.payload }
        let merged = ItemDetail.payload(content.payload, with: detail)
        let listBytes = merged.map { _ in Int64(content.payload.count) }
        try db.raw("UPDATE detail SET list_bytes = ?2 WHERE item = ?1").run { $0.add(item, listBytes) }
        return merged?[...] ?? content.payload
    }

    private typealias KnownDetail = (listBytes: Int?, version: String?)

    private func storedDetail(of item: Int64) throws -> (payload: ArraySlice<UInt8>, known: KnownDetail?) {
        try db.raw(
            """
            SELECT item.payload, detail.item, detail.list_bytes, detail.version
            FROM item LEFT JOIN detail ON detail.item = item.id WHERE item.id = ?
            """
        ).first {
            $0.add(item)
        } row: { row in
            let listBytes = row.isNull(2) ? nil : Int(row.integer(2))
            return (row.bytes(0), row.isNull(1) ? nil : (listBytes, row.text(3)))
        } ?? ([], nil)
    }
}
