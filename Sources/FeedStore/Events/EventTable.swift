package import FeedModel
import GRDB

/// An impression whose row is on screen.
package struct OpenLook: Equatable, Sendable {
    package let id: Int64
    package let target: FeedEvent.Target

    /// The ID of an item; nil for an ad.
    package var item: String? {
        if case .item(let id) = target { id.text } else { nil }
    }
}

package struct EventTable {
    /// What makes an event wait for delivery, in the words of the index `event_pending`.
    static let isPending = "is_outgoing = 1 AND delivered IS NULL AND refusal IS NULL"
    /// What makes an impression one that goes on, in the words of the index `event_open`.
    private static let isOpen = "source = ? AND section = ? AND kind = 'impression' AND ended IS NULL"

    static func pendingCount(_ db: Database, source: Int64?) throws -> Int {
        try db.count("event WHERE source = ? AND \(isPending)", [source])
    }

    let db: Database
    let source: Int64
    /// An event takes a number in the change stream, so that a file that was put back differs from one that goes on.
    let stamp: ChangeStamp

    /// Notes an event for delivery and click-through.
    ///
    /// Laws: an ad has one impression for good; what is noted again changes nothing. A tap belongs to the look of its row
    /// that goes on, also where that is noted after the tap; else to none. Times never run backwards: an event that comes
    /// after a later one, as when the clock was put back, has the time of that.
    ///
    /// - Parameters:
    ///   - began: of an impression: when its row came on screen.
    ///   - now: an impression that is due later, by a clock that is ahead, has this time.
    ///   - run: the last run before; nil before the first.
    ///   - isOutgoing: whether it is sent to the server, or counted here only.
    /// - Returns: the time it is noted with; nil where it was noted before.
    @discardableResult
    package func note(
        _ event: FeedEvent, began: Instant? = nil, now: Instant = .latest, run: Int64?, isOutgoing: Bool
    ) throws -> Instant? {
        let (item, ad, serial): (String?, String?, Int64?) =
            switch event.target {
            case .item(let id): (id.text, nil, nil)
            case .ad(let id, let serial): (nil, id.text, serial)
            }
        let last: Int64 = try db.value("SELECT max(at) FROM event WHERE source = ?", [source]) ?? .min
        let at = max(min(event.at, now).millisecondsSince1970, last)
        let isTap = event.kind == .tap
        let isNew =
            try db.run(
                """
                INSERT INTO event (source, kind, section, item, ad, serial, run, row, at, is_outgoing, began, look)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CASE WHEN ? THEN (
                    SELECT id FROM event WHERE \(Self.isOpen) AND item IS ? AND serial IS ? ORDER BY id DESC LIMIT 1) END)
                ON CONFLICT DO NOTHING
                """,
                [
                    source, event.kind.rawValue, event.section, item, ad, serial, run, event.row, at, isOutgoing,
                    began.map { min($0.millisecondsSince1970, at) }, isTap, source, event.section, item, serial,
                ]) > 0
        guard isNew else { return nil }
        if !isTap, last >= event.at.millisecondsSince1970 {
            try db.run(
                """
                UPDATE event SET look = ? WHERE source = ? AND at >= ? AND kind = 'tap' AND look IS NULL AND section = ?
                    AND item IS ? AND serial IS ?
                """, [db.lastInsertedRowID, source, event.at.millisecondsSince1970, event.section, item, serial])
        }
        _ = try stamp.number()
        return Instant(millisecondsSince1970: at)
    }

    package func openLooks(of section: String) throws -> [OpenLook] {
        try db.rows("SELECT id, item, ad, serial FROM event WHERE \(Self.isOpen)", [source, section]).map { row in
            OpenLook(id: try row[0], target: try FeedEvent.Target(item: row[1], ad: row[2], serial: row[3]))
        }
    }

    package func end(_ looks: [OpenLook], at time: Instant) throws {
        for look in looks {
            try db.run("UPDATE event SET ended = max(at, ?) WHERE id = ? AND ended IS NULL", [time, look.id])
        }
    }
}

extension FeedEvent.Target {
    init(item: String?, ad: String?, serial: Int64?) {
        self = item.map { .item(ItemID($0)) } ?? .ad(ItemID(ad ?? ""), serial: serial ?? 0)
    }
}

package struct EventRecord: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        /// It is counted here and not sent.
        case local
        case pending
        case delivered(Instant)
        /// The server would not take it, for that reason.
        case refused(String)
    }

    /// Greater than that of any event before it in this database.
    package let id: Int64
    /// By which the server counts it once, however often it is sent: random, 32 hexadecimal digits.
    package let key: String
    package let event: FeedEvent
    package let state: State
}

extension EventRecord {
    init(row: StoredRow) throws {
        id = try row["id"]
        key = try row["key"]
        event = try FeedEvent(
            kind: row["kind"] == FeedEvent.Kind.tap.rawValue ? .tap : .impression, section: row["section"],
            target: FeedEvent.Target(item: row["item"], ad: row["ad"], serial: row["serial"]),
            row: row["row"], at: row["at"])
        if try row["is_outgoing"] == false {
            state = .local
        } else if let refusal = try row["refusal"] as String? {
            state = .refused(refusal)
        } else {
            state = try (row["delivered"] as Instant?).map(State.delivered) ?? .pending
        }
    }
}
