import FeedModel
import FeedSlots
import GRDB

/// The rows of `ad_section` and `slot`, inside one transaction or snapshot.
struct AdSectionTable {
    let db: Database
    let source: Int64

    /// The IDs of all sections that remember something.
    func sections() throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT section FROM ad_section WHERE source = ? ORDER BY section", arguments: [source])
    }

    /// What a section remembers.
    func state(of section: String) throws -> AdSectionState {
        guard
            let row = try Row.fetchOne(
                try db.cachedStatement(sql: "SELECT * FROM ad_section WHERE source = ? AND section = ?"),
                arguments: [source, section])
        else { return AdSectionState() }
        var state = AdSectionState()
        state.revision = row["revision"]
        state.collection = row["collection"]
        state.contentRun = row["content_run"]
        if let first = row["first_row"] as Int?, let height = row["height"] as Int? {
            state.window = AdSectionState.Window(firstRow: first, height: height)
        }
        state.clock = row.instant("clock")
        state.keptUntil = row.instant("kept_until")
        state.slots = SlotState(
            slots: try slots(of: row["id"]), held: Self.held(row),
            pump: PumpRow(
                nextSerial: row["next_serial"], failures: row["failures"], retryAt: row.instant("retry_at")))
        return state
    }

    private static func held(_ row: Row) -> HeldAd? {
        guard let serial = row["held_serial"] as Int64?, let asked = row.instant("held_asked"),
            let loaded = row.instant("held_loaded")
        else { return nil }
        return HeldAd(
            serial: serial, ad: SlotAd(id: row["held_ad"], payload: row["held_payload"]), askedAt: asked,
            loadedAt: loaded)
    }

    private func slots(of section: Int64) throws -> [SlotRow] {
        try Row.fetchAll(
            try db.cachedStatement(
                sql: "SELECT * FROM slot WHERE section = ? ORDER BY above_count, place, serial"),
            arguments: [section]
        ).map { row in
            let held = HeldAd(
                serial: row["serial"], ad: SlotAd(id: row["ad"], payload: row["payload"]),
                askedAt: Instant(millisecondsSince1970: row["asked"]),
                loadedAt: Instant(millisecondsSince1970: row["loaded"]))
            return SlotRow(
                filled: FilledAd(
                    stored: held, placedAt: Instant(millisecondsSince1970: row["placed"]),
                    countedAt: row.instant("counted"), seen: .milliseconds(row["seen"] as Int64)),
                rule: SlotRule(rawValue: row["rule"]) ?? .repeating,
                anchor: SlotAnchor(
                    isHead: row["is_head"], above: row["above"], below: row["below"], offset: row["above_count"],
                    order: row["place"]))
        }
    }

    // MARK: Writing

    /// Writes what is remembered beside the slots, and counts the write.
    ///
    /// - Returns: the section's row.
    func saveHead(_ state: AdSectionState, of section: String) throws -> Int64 {
        let held = state.slots.held
        let id = try Int64.fetchOne(
            try db.cachedStatement(
                sql: """
                    INSERT INTO ad_section (source, section, revision, collection, content_run, first_row, height, clock,
                        next_serial, failures, retry_at, held_serial, held_ad, held_payload, held_asked, held_loaded,
                        kept_until)
                    VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (source, section) DO UPDATE SET revision = revision + 1,
                        collection = excluded.collection, content_run = excluded.content_run,
                        first_row = excluded.first_row, height = excluded.height, clock = excluded.clock,
                        next_serial = excluded.next_serial, failures = excluded.failures,
                        retry_at = excluded.retry_at, held_serial = excluded.held_serial, held_ad = excluded.held_ad,
                        held_payload = excluded.held_payload, held_asked = excluded.held_asked,
                        held_loaded = excluded.held_loaded, kept_until = excluded.kept_until
                    RETURNING id
                    """),
            arguments: [
                source, section, state.collection, state.contentRun, state.window?.firstRow, state.window?.height,
                state.clock?.millisecondsSince1970, state.slots.pump.nextSerial, state.slots.pump.failures,
                state.slots.pump.retryAt?.millisecondsSince1970, held?.serial, held?.ad.id, held?.ad.payload,
                held?.askedAt.millisecondsSince1970, held?.loadedAt.millisecondsSince1970,
                state.keptUntil?.millisecondsSince1970,
            ])
        guard let id else { throw DatabaseError(resultCode: .SQLITE_INTERNAL, message: "no row was written") }
        return id
    }

    /// Writes one slot; nil: deletes it.
    func save(_ row: SlotRow?, serial: Int64, of section: Int64) throws {
        guard let row else {
            return try db.cachedStatement(sql: "DELETE FROM slot WHERE section = ? AND serial = ?")
                .execute(arguments: [section, serial])
        }
        let (filled, anchor) = (row.filled, row.anchor)
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO slot (section, serial, ad, payload, asked, loaded, placed, counted, seen, rule,
                    is_head, above, below, above_count, place)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            section, serial, filled.ad.id, filled.ad.payload, filled.askedAt.millisecondsSince1970,
            filled.loadedAt.millisecondsSince1970, filled.placedAt.millisecondsSince1970,
            filled.countedAt?.millisecondsSince1970, filled.seen.milliseconds, row.rule.rawValue, anchor.isHead,
            anchor.above, anchor.below, anchor.offset, anchor.order,
        ])
    }
}

extension Row {
    fileprivate func instant(_ column: String) -> Instant? {
        (self[column] as Int64?).map(Instant.init(millisecondsSince1970:))
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
