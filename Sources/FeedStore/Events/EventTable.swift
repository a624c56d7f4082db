import FeedModel
import GRDB

struct EventTable {
    /// What makes an event wait for delivery, in the words of the index `event_pending`.
    static let isPending = "is_outgoing = 1 AND delivered IS NULL AND refusal IS NULL"

    let db: Database
    let source: Int64
    /// An event takes a number in the change stream, so that a file that was put back is told from one that goes on.
    let stamp: ChangeStamp

    /// Notes an event for delivery and click-through.
    ///
    /// Laws: an ad has one impression for good, an item one between two runs; what is noted again changes nothing. Times
    /// never run backwards: an event that comes after a later one, as when the clock was put back, has the time of that.
    ///
    /// - Parameters:
    ///   - run: the last run before; nil before the first.
    ///   - isOutgoing: whether it is sent to the server, or counted here only.
    /// - Returns: the time it is noted with; nil where it was noted before.
    @discardableResult
    func note(_ event: FeedEvent, run: Int64?, isOutgoing: Bool) throws -> Instant? {
        let (item, ad, serial): (String?, String?, Int64?) =
            switch event.target {
            case .item(let key): (key, nil, nil)
            case .ad(let id, let serial): (nil, id, serial)
            }
        let latest = try db.cachedStatement(sql: "SELECT max(at) FROM event WHERE source = ?")
        let last = try Int64.fetchOne(latest, arguments: [source])
        let at = max(event.at.millisecondsSince1970, last ?? .min)
        try db.cachedStatement(
            sql: """
                INSERT INTO event (source, kind, section, item, ad, serial, run, row, at, is_outgoing)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [
            source, event.kind.rawValue, event.section, item, ad, serial, run, event.row, at, isOutgoing,
        ])
        guard db.changesCount > 0 else { return nil }
        _ = try stamp.number()
        return Instant(millisecondsSince1970: at)
    }
}
