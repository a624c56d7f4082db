package import FeedModel
package import FeedSlots
import GRDB

/// What a section remembers of its ads and of the reader's place in it.
package struct SectionSlotState: Equatable, Sendable {
    /// Counts writes, 0 before the first: who finds another number than before has to start from what is stored.
    package internal(set) var revision: Int64 = 0
    /// The collection that the anchors name items of; nil for inline content.
    package var collection: String?
    /// The run whose end left the content the anchors were written over; nil where a run was under way.
    package var contentRun: Int64?
    /// The rows that there was room for on screen last, from 0; nil before the first look.
    package var window: Range<Int>?
    /// The latest time that the section was given.
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
        let id = try saveHead(state, of: section)
        for (serial, slot) in slots { try save(slot, serial: serial, of: id) }
    }

    /// Writes what is remembered beside the slots, and counts the write.
    ///
    /// - Returns: the section's row.
    private func saveHead(_ state: SectionSlotState, of section: String) throws -> Int64 {
        let held = state.slots.held
        let id: Int64? = try db.value(
            """
            INSERT INTO ad_section (source, section, revision, collection, content_run, first_row, height, latest_time,
                next_serial, failures, retry_at, held_serial, held_ad, held_payload, held_requested, held_loaded,
                kept_until)
            VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (source, section) DO UPDATE SET revision = revision + 1,
                collection = excluded.collection, content_run = excluded.content_run,
                first_row = excluded.first_row, height = excluded.height, latest_time = excluded.latest_time,
                next_serial = excluded.next_serial, failures = excluded.failures,
                retry_at = excluded.retry_at, held_serial = excluded.held_serial, held_ad = excluded.held_ad,
                held_payload = excluded.held_payload, held_requested = excluded.held_requested,
                held_loaded = excluded.held_loaded, kept_until = excluded.kept_until
            RETURNING id
            """,
            [
                source, section, state.collection, state.contentRun, state.window?.lowerBound, state.window?.count,
                state.clock, state.slots.requests.nextSerial, state.slots.requests.failures,
                state.slots.requests.retryAt, held?.serial, held?.id, held?.payload, held?.requestedAt, held?.loadedAt,
                state.keptUntil,
            ])
        guard let id else { throw DatabaseError(resultCode: .SQLITE_INTERNAL, message: "no row was written") }
        return id
    }

    /// Writes one slot; nil: deletes it.
    private func save(_ slot: StoredSlot?, serial: Int64, of section: Int64) throws {
        guard let slot else {
            try db.run("DELETE FROM slot WHERE section = ? AND serial = ?", [section, serial])
            return
        }
        let (ad, anchor) = (slot.ad, slot.anchor)
        try db.run(
            """
            INSERT OR REPLACE INTO slot (section, serial, ad, payload, requested, loaded, placed, impression_at, visible_ms, rule,
                is_head, above, below, above_count, place, is_surplus)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                section, serial, ad.id, ad.payload, ad.requestedAt, ad.loadedAt, ad.placedAt ?? ad.loadedAt,
                ad.countedAt, ad.visibleTime.milliseconds, slot.rule.rawValue, anchor.isHead, anchor.above,
                anchor.below, anchor.offset, anchor.order, slot.isSurplus,
            ])
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
        state.revision = try row["revision"]
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
            slots: slots(of: row["id"]), held: Self.held(row),
            requests: SlotRequestState(
                nextSerial: row["next_serial"], failures: row["failures"], retryAt: row["retry_at"]))
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
