package import FeedModel

extension FeedItem {
    /// From the columns `key, version, payload`.
    init(row: StoredRow) throws { try self.init(id: ItemID(row[0]), version: row[1], payload: row[2]) }
}

package struct Removal: Equatable, Sendable {
    package enum Reason: String, Sendable {
        case tombstone
        case absent
    }

    package let at: Instant
    package let run: Int64
    package let reason: Reason
    /// Which walks did not meet it, when their answers were made, and why they count; nil for what is not known.
    package let evidence: String?
}

package struct RemovedItem: Equatable, Sendable {
    package let key: String
    /// The version in the server's words.
    package let version: String?
    /// Nil where the server only ever sent its tombstone.
    package let payload: String?
    package let removal: Removal
}

package struct ItemChange: Equatable, Sendable {
    package let run: Int64
    package let at: Instant
    /// `updated`, `moved`, `removed` or `returned`.
    package let change: String
    package let version: String?
    /// The payload before, where the run changed it.
    package let payload: String?
}

/// What is known of an item's detail, which is in its payload.
package struct DetailRecord: Equatable, Sendable {
    /// The version in the detail itself.
    package let version: String?
    /// When it was last found or made to be as the server has it; nil where it never came.
    package let confirmed: Instant?
    /// Whether it is to be asked for again, since the item has changed in its list.
    package let isDue: Bool
    /// Requests in a row that failed, why the last one did, and when the next one is.
    package let failures: Int
    package let error: String?
    package let nextAttempt: Instant?
}

package struct ItemMeeting: Equatable, Sendable {
    /// The server's page, from 1.
    package let page: Int
    /// The run that read it, and when that run began.
    package let run: Int64
    package let at: Instant
}

package struct ItemRecord: Equatable, Sendable {
    package let key: String
    /// Its place in display order from 0; nil where it is removed, or older.
    package let position: Int?
    /// The version in the server's words.
    package let version: String?
    /// Its bytes as the server sent them last; nil where it only ever sent its tombstone.
    package let payload: String?
    /// When and why it went; nil while it is live.
    package let removal: Removal?
    /// Whether it has fallen over the edge of a window: it is stored, but on no screen.
    package var isOlder: Bool { position == nil && removal == nil }
    /// What it waits for where the last whole walk did not meet it; nil where it did.
    package var waiting: WaitingItems?
    /// Nil where it is on no page of the server's now, or the ledger has the run no more.
    package var met: ItemMeeting?
    package let firstSeen: Instant
    package let updated: Instant
    package let firstRun: Int64
    /// The run that brought its content; nil where it is removed.
    package let contentRun: Int64?
    /// Nil where none was ever asked for.
    package var detail: DetailRecord?
    /// Oldest first.
    package let history: [ItemChange]
}
