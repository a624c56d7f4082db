package import FeedModel
package import FeedSlots
import GRDB

/// The ads of a source's sections: slots, held ads, back-off, the reader's place, and the impressions that come of them.
package struct SlotStore: Sendable {
    let database: FeedDatabase
    let source: Int64

    /// Does one step in one transaction: what it reads and writes belongs together, and nothing of it is there when it
    /// throws. The transaction must not be kept.
    package func step<Value>(_ body: (SlotTransaction) throws -> Value) throws -> Value {
        try database.writeStamped { db, stamp in
            try body(SlotTransaction(db: db, source: source, change: stamp, opened: database.opened))
        }
    }
}

extension FeedDatabase {
    /// Does one step as `SlotStore.step` does. The source is looked up in the same transaction: where the database was
    /// erased meanwhile, its number may be that of another account by now.
    package func slotStep<Value>(
        of source: String, account: String?, _ body: (SlotTransaction) throws -> Value
    ) throws -> Value {
        try writeStamped { db, stamp in
            let source = try sourceID(of: source, account: account, in: db)
            return try body(SlotTransaction(db: db, source: source, change: stamp, opened: opened))
        }
    }
}

/// What a step on ads may read and write.
package struct SlotTransaction {
    let db: Database
    let source: Int64
    let change: ChangeStamp
    /// How often the file was opened for writing.
    let opened: Int

    private var table: SlotTable { SlotTable(db: db, source: source) }

    package var reader: FeedReader { FeedReader(db: db, source: source) }

    package func state(of section: String) throws -> SectionSlotState {
        try table.state(of: section)
    }

    package func sections() throws -> [String] {
        try table.sections()
    }

    /// Writes what a section remembers.
    ///
    /// - Parameters:
    ///   - state: all of it but the slots.
    ///   - slots: the slots that are other than before, by serial; nil for one that is gone.
    package func save(_ state: SectionSlotState, slots: [Int64: StoredSlot?], of section: String) throws {
        let id = try table.saveHead(state, of: section)
        for (serial, row) in slots { try table.save(row, serial: serial, of: id) }
    }

    /// Notes that something was seen; see `EventTable.note`.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    @discardableResult
    package func note(
        _ event: FeedEvent, began: Instant, now: Instant, run: Int64?, isOutgoing: Bool
    ) throws -> Instant? {
        try events.note(event, began: began, now: now, run: run, isOutgoing: isOutgoing)
    }

    /// The looks of a section that go on.
    ///
    /// - Throws: `StoreError` where the database cannot be read.
    package func openLooks(of section: String) throws -> [OpenLook] {
        try events.openLooks(of: section)
    }

    /// Ends looks: their rows have left the screen.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func end(_ looks: [OpenLook], at time: Instant) throws {
        try events.end(looks, at: time)
    }

    private var events: EventTable { EventTable(db: db, source: source, stamp: change) }

    /// A value that stays the same until this process or another writes to the database.
    package func stamp() throws -> DatabaseStamp {
        DatabaseStamp(
            source: source, opened: opened,
            others: try db.value(Int64.self, "PRAGMA data_version") ?? 0,
            own: try db.value(Int64.self, "SELECT total_changes()") ?? 0)
    }
}

/// A state of the database as one connection knows it, for one source.
package struct DatabaseStamp: Equatable, Sendable {
    package let source: Int64
    let opened: Int
    let others: Int64
    let own: Int64
}

extension SourceStore {
    package var slots: SlotStore { SlotStore(database: database, source: id) }
}

extension FeedReader {
    /// What a section remembers of its ads; what a section that never had one does where the source is unknown.
    package func slotState(of section: String) throws -> SectionSlotState {
        guard let source else { return SectionSlotState() }
        return try SlotTable(db: db, source: source).state(of: section)
    }

    package func hasRun(_ run: Int64) throws -> Bool {
        try db.value(Bool.self, "SELECT EXISTS (SELECT 1 FROM run WHERE id = ? AND source = ?)", [run, source]) ?? false
    }

    /// The last run of the source that ended, nil where there is none or one is under way: what is on screen then is no
    /// run's.
    package func latestEndedRun() throws -> Int64? {
        try db.value(
            Int64.self,
            """
            SELECT id FROM run WHERE source = ?1 AND ended IS NOT NULL
                AND id = (SELECT max(id) FROM run WHERE source = ?1)
            """, [source])
    }
}
