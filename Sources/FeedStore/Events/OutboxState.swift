import FeedModel
import GRDB

/// How the delivery of a source's events stands.
public struct OutboxState: Equatable, Sendable {
    /// Events that wait.
    public let pending: Int
    /// Deliveries that the server failed since one went well.
    public let failures: Int
    /// Until when nothing is sent, and why.
    public let wait: CollectionWait?
}

extension FeedReader {
    /// How the delivery of a source's events stands.
    public func outbox(source: String) throws -> OutboxState {
        try outbox(source: try sourceID(named: source))
    }

    /// Nil: a source that was never used.
    func outbox(source: Int64?) throws -> OutboxState {
        let pending = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM event WHERE source = ? AND \(EventTable.isPending)", arguments: [source])
        let row = try Row.fetchOne(db, sql: "SELECT * FROM outbox WHERE source = ?", arguments: [source])
        return OutboxState(
            pending: pending ?? 0, failures: row?["failures"] ?? 0, wait: row.flatMap(CollectionWait.init))
    }

    /// The last events of a source, the newest last.
    ///
    /// - Parameters:
    ///   - isPending: only those that wait for delivery.
    ///   - limit: how many at most.
    public func events(source: String, isPending: Bool, limit: Int) throws -> [EventRecord] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(EventRecord.columns) FROM event WHERE source = ? \(isPending ? "AND \(EventTable.isPending)" : "")
                ORDER BY id DESC LIMIT ?
                """, arguments: [try sourceID(named: source), max(0, limit)]
        ).reversed().map(EventRecord.init)
    }
}
