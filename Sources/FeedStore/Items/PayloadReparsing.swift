package import FeedModel
import GRDB

/// Parses the stored payloads of a collection again after the manifest has named other paths for ID, version or deletion
/// mark, so that like is compared with like.
///
/// A payload without an ID under the new rules keeps the ID it has. Two items that become one keep the greater write.
/// What is removed may come back by any later request, since the bytes of tombstones are not kept. An ID that is given up
/// leaves no tombstone: readers of the change stream read everything then.
struct PayloadReparsing {
    let items: ItemTable
    let payloads: StoredPayloads

    private var db: Database { items.db }

    /// - Parameter keepsTombstones: whether tombstones stay what they are, since no path is known to have changed.
    func run(keepsTombstones: Bool, sequence: WriteSequence) throws {
        var tombstoned: [String] = []
        var renamed: [(id: Int64, old: String, key: String)] = []
        try payloads.forEach(in: "item", versionColumn: "version") { row, item in
            if item.versionText != row.version {
                try db.run("UPDATE item SET version = ? WHERE id = ?", [item.versionText, row.id])
                try stamp(row.id)
            }
            if item.isTombstone {
                tombstoned.append(row.key)
            } else if case .id(let key) = item.identity, key != row.key {
                renamed.append((row.id, row.key, key))
            }
        }
        for key in tombstoned {
            guard let item = try items.liveItem(key) else { continue }
            try items.insertTombstone(item, versionText: item.versionText, sequence: item.key.sequence)
        }
        try rename(renamed)
        try readTombstones(keepsTombstones: keepsTombstones, sequence: sequence)
    }

    // MARK: Items

    private func stamp(_ item: Int64) throws {
        let page: Int64? = try db.value(
            "UPDATE item SET change = ? WHERE id = ? RETURNING page", [try items.stamp.number(), item])
        if let page { items.pages.touch(page) }
    }

    /// Renames items. All get a name that no ID can have first, as two may swap theirs.
    private func rename(_ renamed: [(id: Int64, old: String, key: String)]) throws {
        if !renamed.isEmpty { try items.stamp.noteLoss() }
        for (id, old, _) in renamed { try setKey(Self.placeholder(id), of: id, was: old) }
        for (id, _, key) in renamed {
            if let other = try items.liveItem(key) {
                guard let mine = try items.liveItem(Self.placeholder(id)) else { continue }
                let loser = mine.key < other.key ? mine : other
                try db.run("DELETE FROM item WHERE id = ?", [loser.id])
                items.pages.grow(loser.page.id, by: -1)
                guard loser.id == other.id else {
                    try renameHistory(of: Self.placeholder(id), to: key)
                    continue
                }
            }
            try setKey(key, of: id, was: Self.placeholder(id))
            try stamp(id)
        }
        // Of two items that became one and changed in the same run, one row stays.
        try db.raw("DELETE FROM history WHERE collection = ? AND key >= ? AND key < ?").run {
            $0.add(items.collection, "\u{0}", "\u{1}")
        }
    }

    /// No ID has U+0000: such an item is set aside.
    private static func placeholder(_ id: Int64) -> String { "\u{0}\(id)" }

    private func setKey(_ key: String, of item: Int64, was old: String) throws {
        items.lookup.noteKey(key)
        try db.raw("UPDATE item SET key = ? WHERE id = ?").run { $0.add(key, item) }
        try renameHistory(of: old, to: key)
        // A removed item of that ID is the same item: it is live.
        try db.raw("DELETE FROM tombstone WHERE collection = ? AND key = ?").run {
            $0.add(items.collection, key)
        }
    }

    private func renameHistory(of old: String, to key: String) throws {
        // Bound with their lengths, since the placeholder has U+0000.
        try db.raw("UPDATE OR IGNORE history SET key = ? WHERE collection = ? AND key = ?").run {
            $0.add(key, items.collection, old)
        }
    }

    // MARK: Removed items

    private func readTombstones(keepsTombstones: Bool, sequence: WriteSequence) throws {
        try payloads.forEach(in: "tombstone", versionColumn: "content_version") { row, item in
            try db.run(
                """
                UPDATE tombstone SET content_version = ?1,
                    version = CASE reason WHEN 'absent' THEN ?1 ELSE version END, change = ?3
                WHERE id = ?2
                """, [item.versionText, row.id, try items.stamp.number()])
            guard case .id(let key) = item.identity, key != row.key else { return }
            try items.stamp.noteLoss()
            guard try items.liveItem(key) == nil, try items.findRemoved(key) == nil else {
                try db.run("DELETE FROM tombstone WHERE id = ?", [row.id])
                return
            }
            try db.run("UPDATE tombstone SET key = ? WHERE id = ?", [key, row.id])
        }
        guard !keepsTombstones else { return }
        try db.run(
            """
            UPDATE tombstone
            SET reason = 'absent', version = content_version, sequence = max(sequence, ?), change = ?
            WHERE collection = ? AND reason = 'tombstone'
            """, [sequence.rawValue, try items.stamp.number(), items.collection])
    }
}

package struct ItemRules: Sendable {
    package let name: String
    package let decode: @Sendable (_ array: [UInt8]) throws -> [DecodedItem]
    package let readsIDs: Bool

    package init(
        name: String, readsIDs: Bool = true, decode: @escaping @Sendable (_ array: [UInt8]) throws -> [DecodedItem]
    ) {
        (self.name, self.readsIDs, self.decode) = (name, readsIDs, decode)
    }
}

/// What would be lost of a collection's items if their payloads were read by other rules. It is thrown where that is more
/// than half: nothing was changed then.
package struct ItemLoss: Error, Equatable, Sendable {
    package let stored: Int
    package let deleted: Int
    /// How many would be left, each with an ID of its own.
    package let left: Int

    package var isMost: Bool { left * 2 < stored }
}

struct StoredPayloads {
    let db: Database
    let collection: Int64
    let decode: (_ array: [UInt8]) throws -> [DecodedItem]

    private static let batchSize = 500

    /// In the order of their keys, by the index of them: the rows of other collections are not looked at.
    func forEach(
        in table: String, versionColumn: String,
        _ body: ((id: Int64, key: String, version: String?), DecodedItem) throws -> Void
    ) throws {
        var last = ""
        while true {
            let rows = try db.rows(
                """
                SELECT id, key, \(versionColumn), payload FROM \(table)
                WHERE collection = ? AND key > ? AND payload IS NOT NULL ORDER BY key LIMIT \(Self.batchSize)
                """, [collection, last])
            guard let end = rows.last else { return }
            try advance(&last, to: end[1]) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let payloads = try rows.map { try $0[3] as String }.joined(separator: ",")
            for (row, item) in zip(rows, try decode(Array("[\(payloads)]".utf8))) {
                try body((row[0], row[1], row[2]), item)
            }
        }
    }

    func loss() throws -> ItemLoss {
        var (stored, deleted) = (0, 0)
        var keys: Set<UInt64> = []
        try forEach(in: "item", versionColumn: "version") { _, item in
            stored += 1
            if item.isTombstone {
                deleted += 1
            } else if case .id(let key) = item.identity {
                keys.insert(Listing.hash(ofID: key))
            }
        }
        return ItemLoss(stored: stored, deleted: deleted, left: keys.count)
    }
}
