package import FeedModel
package import FeedSlots
import GRDB

package struct SectionSlotState: Equatable, Sendable {
    /// The collection that the anchors name items of; nil for inline content.
    package var collection: String?
    /// The run whose end left the content the anchors were written over; nil where a run was under way.
    package var contentRun: Int64?
    /// The rows that there was room for on screen last, from 0; nil before the first look.
    package var window: Range<Int>?
    package var clock: Instant?
    /// Until when its ads are kept, of a section that is gone; nil while it is there.
    package var keptUntil: Instant?
    package var slots = SlotState()
}

/// What a step on ads may read and write, in one transaction: the rows of `ad_section` and `slot`, and the events that come
/// of them.
package struct SlotTransaction {
    let db: Database
    let source: Int64
    let change: ChangeStamp
    let opened: Int

    package var reader: FeedReader { FeedReader(db: db, source: source) }

    package var events: EventTable { EventTable(db: db, source: source, stamp: change) }

    package func sections() throws -> [String] {
        try db.values("SELECT section FROM ad_section WHERE source = ? ORDER BY section", [source])
    }

    /// A value that stays the same until this process or another writes to the database.
    package func stamp() throws -> DatabaseStamp {
        DatabaseStamp(
            source: source, opened: opened,
            others: try db.value("PRAGMA data_version") ?? 0,
            own: try db.value("SELECT total_changes()") ?? 0)
    }

    /// - Parameters:
    ///   - state: all of it but the slots.
    ///   - slots: the slots that are other than before, by serial; nil for one that is gone.
    package func save(_ state: SectionSlotState, slots: [Int64: StoredSlot?], of section: String) throws {
        let (held, backoff) = (state.slots.held, state.slots.backoff)
        let values: RowValues = [
            "collection": state.collection, "content_run": state.contentRun, "first_row": state.window?.lowerBound,
            "height": state.window?.count, "latest_time": state.clock, "next_serial": state.slots.nextSerial,
            "failures": backoff.failures, "retry_at": backoff.retryAt, "held_serial": held?.serial,
            "held_ad": held?.id, "held_payload": held?.payload, "held_requested": held?.requestedAt,
            "held_loaded": held?.loadedAt, "kept_until": state.keptUntil,
        ]
        let row = ["source": source, "section": section, "revision": 1] + values
        let id: Int64? = try db.value(
            """
            INSERT INTO ad_section \(row.names) VALUES \(row.marks) ON CONFLICT (source, section) DO UPDATE
            SET revision = revision + 1, \(values.names) = \(values.marks) RETURNING id
            """, row.arguments + values.arguments)
        guard let id else { throw DatabaseError(resultCode: .SQLITE_INTERNAL, message: "no row was written") }
        for (serial, slot) in slots { try save(slot, serial: serial, of: id) }
    }

    private func save(_ slot: StoredSlot?, serial: Int64, of section: Int64) throws {
        guard let slot else {
            try db.run("DELETE FROM slot WHERE section = ? AND serial = ?", [section, serial])
            return
        }
        let (ad, anchor) = (slot.ad, slot.anchor)
        try db.insert(
            into: "slot",
            [
                "section": section, "serial": serial, "ad": ad.id, "payload": ad.payload, "requested": ad.requestedAt,
                "loaded": ad.loadedAt, "placed": ad.placedAt ?? ad.loadedAt, "impression_at": ad.countedAt,
                "visible_ms": ad.visibleTime.milliseconds, "rule": slot.rule.rawValue, "is_head": anchor.isHead,
                "above": anchor.above, "below": anchor.below, "above_count": anchor.offset, "place": anchor.order,
                "is_surplus": slot.isSurplus,
            ], replaces: true)
    }
}

/// A state of the database as one connection knows it, for one source.
package struct DatabaseStamp: Equatable, Sendable {
    package let source: Int64
    let opened: Int
    let others: Int64
    let own: Int64
}

extension FeedDatabase {
    /// Does one step in one transaction: what it reads and writes belongs together, and nothing of it is there when it
    /// throws. The transaction must not be kept.
    ///
    /// The source is looked up in the same transaction: where the database was erased meanwhile, its number may be that of
    /// another account by now.
    package func slotStep<Value>(
        of source: String, account: String?, _ body: (SlotTransaction) throws -> Value
    ) throws -> Value {
        try writeStamped { db, stamp in
            let source = try sourceID(of: source, account: account, in: db)
            return try body(SlotTransaction(db: db, source: source, change: stamp, opened: opened))
        }
    }
}

extension FeedReader {
    /// What a section remembers of its ads; what a section that never had one does where the source is unknown.
    package func slotState(of section: String) throws -> SectionSlotState {
        var state = SectionSlotState()
        let row = try db.row("SELECT * FROM ad_section WHERE source = ? AND section = ?", [source, section])
        guard let row else { return state }
        state.collection = try row["collection"]
        state.contentRun = try row["content_run"]
        if let first = try row["first_row"] as Int?, let height = try row["height"] as Int? {
            // What the file says may be anything.
            let most = Int(Int32.max)
            let top = min(max(0, first), most)
            state.window = top..<top + min(max(0, height), most)
        }
        state.clock = try row["latest_time"]
        state.keptUntil = try row["kept_until"]
        state.slots = try SlotState(
            slots: slots(of: row["id"]), held: Self.held(row), nextSerial: row["next_serial"],
            backoff: SlotBackoff(failures: row["failures"], retryAt: row["retry_at"]))
        return state
    }

    private static func held(_ row: StoredRow) throws -> SlotAd? {
        guard let serial = try row["held_serial"] as Int64?, let asked = try row["held_requested"] as Instant?,
            let loaded = try row["held_loaded"] as Instant?
        else { return nil }
        return try SlotAd(
            serial: serial, id: row["held_ad"], payload: row["held_payload"], requestedAt: asked, loadedAt: loaded)
    }

    private func slots(of section: Int64) throws -> [StoredSlot] {
        try db.rows("SELECT * FROM slot WHERE section = ? ORDER BY above_count, place, serial", [section]).map { row in
            let placedAt: Instant = try row["placed"]
            let ad = try SlotAd(
                serial: row["serial"], id: row["ad"], payload: row["payload"], requestedAt: row["requested"],
                loadedAt: row["loaded"],
                state: (row["impression_at"] as Instant?).map { .counted(at: $0, placedAt: placedAt) }
                    ?? .placed(at: placedAt),
                visibleTime: .milliseconds(row["visible_ms"] as Int64))
            return try StoredSlot(
                ad: ad, rule: SlotRule(rawValue: row["rule"]) ?? .repeating,
                anchor: SlotAnchor(
                    isHead: row["is_head"], above: row["above"], below: row["below"], offset: row["above_count"],
                    order: row["place"]),
                isSurplus: row["is_surplus"])
        }
    }
}
