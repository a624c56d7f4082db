package import FeedModel
import GRDB

/// The events of a source on their way to its server.
///
/// Law: an event is a row with its key before anything of it is sent, and waits until the server has said what becomes
/// of it. A process that dies between the server's word and its row sends the event again, under the same key.
package struct OutboxStore: Sendable {
    let database: FeedDatabase
    let source: Int64

    /// Notes an event that is to be delivered. A tap is new each time.
    ///
    /// - Parameter run: the last run before; nil before the first.
    /// - Returns: the event as it is kept; nil for an impression that was counted before.
    package func note(_ event: FeedEvent, run: Int64?) throws -> EventRecord? {
        try database.writeStamped { db, stamp in
            let table = EventTable(db: db, source: source, stamp: stamp)
            guard try table.note(event, run: run, isOutgoing: true) != nil else { return nil }
            return try db.row("SELECT * FROM event ORDER BY id DESC LIMIT 1").map(EventRecord.init)
        }
    }

    package func state() throws -> OutboxState {
        try database.read { try FeedReader(db: $0.db, source: source).outbox() }
    }

    /// Events that wait, in the order they happened.
    ///
    /// - Parameter id: only those noted after this one; 0: all.
    package func pending(after id: Int64, limit: Int) throws -> [EventRecord] {
        var last = id
        return try database.read { snapshot in
            try snapshot.db.rows(
                "SELECT * FROM event WHERE source = ? AND id > ? AND \(EventTable.isPending) ORDER BY id LIMIT ?",
                [source, id, max(0, limit)]
            ).map { row in
                let event = try EventRecord(row: row)
                try advance(&last, to: event.id, by: <)
                return event
            }
        }
    }

    package func markDelivered(_ delivered: [Int64], now: Instant) throws {
        try database.write { db in
            for id in delivered {
                try db.run(
                    "UPDATE event SET delivered = ? WHERE source = ? AND id = ? AND \(EventTable.isPending)",
                    [now, source, id])
            }
            try db.run(
                "UPDATE outbox SET failures = 0, next_attempt = NULL, wait_reason = NULL WHERE source = ?", [source])
        }
    }

    /// Marks an event that the server refused: it is not sent again. That is final once an event after it is delivered;
    /// until then see `requeueRefused`.
    package func markRefused(_ event: Int64, because reason: String) throws {
        try database.run(
            "UPDATE event SET refusal = ? WHERE source = ? AND id = ? AND \(EventTable.isPending)",
            [reason, source, event])
    }

    /// Refused events after which no event was delivered: the server may have refused everything.
    private static let areUndecided = """
        source = ?1 AND refusal IS NOT NULL AND id > ifnull((
            SELECT id FROM event NOT INDEXED WHERE source = ?1 AND delivered IS NOT NULL ORDER BY id DESC LIMIT 1), 0)
        """

    package func hasUndecided() throws -> Bool {
        try database.read { try $0.db.exists("SELECT 1 FROM event NOT INDEXED WHERE \(Self.areUndecided)", [source]) }
    }

    @discardableResult
    package func requeueRefused() throws -> Int {
        try database.run("UPDATE event NOT INDEXED SET refusal = NULL WHERE \(Self.areUndecided)", [source])
    }

    /// Notes that a delivery failed, and until when nothing is sent.
    ///
    /// - Parameter isServerFailure: whether it counts; a network that is not there does not.
    package func fail(isServerFailure: Bool, wait: CollectionWait?) throws {
        try database.run(
            """
            INSERT INTO outbox (source, failures, next_attempt, wait_reason) VALUES (:source, :failed, :until, :reason)
            ON CONFLICT DO UPDATE SET failures = failures + :failed, next_attempt = :until, wait_reason = :reason
            """,
            ["source": source, "failed": isServerFailure, "until": wait?.until, "reason": wait?.reason])
    }
}

package struct OutboxState: Equatable, Sendable {
    package let pending: Int
    /// Deliveries that the server failed since one went well.
    package let failures: Int
    package let wait: CollectionWait?
}

extension FeedReader {
    package func outbox() throws -> OutboxState {
        let row = try db.row("SELECT * FROM outbox WHERE source = ?", [source])
        return try OutboxState(
            pending: EventTable.pendingCount(db, source: source), failures: row?["failures"] ?? 0,
            wait: row.flatMap { try CollectionWait(row: $0) })
    }

    /// The last events of a source, the newest last.
    ///
    /// - Parameter isPending: only those that wait for delivery.
    package func events(isPending: Bool, limit: Int) throws -> [EventRecord] {
        try db.rows(
            """
            SELECT * FROM event WHERE source = ? \(isPending ? "AND \(EventTable.isPending)" : "")
            ORDER BY id DESC LIMIT ?
            """, [source, max(0, limit)]
        ).reversed().map(EventRecord.init)
    }
}
