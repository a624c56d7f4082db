import FeedModel
import GRDB

/// The rows of `event`, inside one transaction.
struct EventTable {
    /// What makes an event wait for delivery, in the words of the index `event_pending`.
    static let isPending = "is_outgoing = 1 AND delivered IS NULL AND refusal IS NULL"

    let db: Database
    let source: Int64

    /// Notes an event for delivery and click-through.
    ///
    /// Law: an ad has one impression for good, an item one between two runs; what is noted again changes nothing.
    ///
    /// - Parameters:
    ///   - run: the last run before; nil before the first.
    ///   - isOutgoing: whether it is sent to the server, or counted here only.
    /// - Returns: whether it is new.
    @discardableResult
    func note(_ event: FeedEvent, run: Int64?, isOutgoing: Bool) throws -> Bool {
        let (item, ad, serial): (String?, String?, Int64?) =
            switch event.target {
            case .item(let key): (key, nil, nil)
            case .ad(let id, let serial): (nil, id, serial)
            }
        try db.cachedStatement(
            sql: """
                INSERT INTO event (source, kind, section, item, ad, serial, run, row, at, is_outgoing)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [
            source, event.kind.rawValue, event.section, item, ad, serial, run, event.row,
            event.at.millisecondsSince1970, isOutgoing,
        ])
        return db.changesCount > 0
    }
}
