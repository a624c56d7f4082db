package import FeedModel
import GRDB

/// An item as it is shown: its payload is what the server sent, to the byte.
package struct CachedItem: Equatable, Sendable {
    /// Its ID.
    package let key: String
    /// The version in the server's words.
    package let version: String?
    /// Its bytes as the server sent them.
    package let payload: String

    /// An item of these parts.
    package init(key: String, version: String?, payload: String) {
        self.key = key
        self.version = version
        self.payload = payload
    }

    /// From the columns `key, version, payload`.
    init(row: StoredRow) throws {
        try self.init(key: row[0], version: row[1], payload: row[2])
    }
}

/// Why an item is no longer shown.
package struct Removal: Equatable, Sendable {
    /// What the evidence was.
    package enum Reason: String, Sendable {
        /// The server said that it is deleted.
        case tombstone
        /// Whole walks did not meet it.
        case absent
    }

    /// When it happened.
    package let at: Instant
    /// The run that did it.
    package let run: Int64
    /// What the evidence was.
    package let reason: Reason
    /// Which walks did not meet it, when their answers were made, and why they count; nil for what is not known.
    package let evidence: String?
}

/// A removed item and what was last known of it.
package struct RemovedItem: Equatable, Sendable {
    /// Its ID.
    package let key: String
    /// The version in the server's words.
    package let version: String?
    /// Nil where the server only ever sent its tombstone.
    package let payload: String?
    /// When and why it went.
    package let removal: Removal
}

/// What happened to an item in a run, and what it was before.
package struct ItemChange: Equatable, Sendable {
    /// The run that did it.
    package let run: Int64
    /// When it happened.
    package let at: Instant
    /// `updated`, `moved`, `removed` or `returned`.
    package let change: String
    /// The version before.
    package let version: String?
    /// The payload before, where the run changed it.
    package let payload: String?
}

/// All that is known of one item.
package struct ItemRecord: Equatable, Sendable {
    /// Its ID.
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
    package var waiting: Evidence.Waiting?
    /// When it was seen first.
    package let firstSeen: Instant
    /// When its content came.
    package let updated: Instant
    /// The run that brought it (back), and the one that brought its content.
    package let firstRun: Int64
    /// The run that brought its content; nil where it is removed.
    package let contentRun: Int64?
    /// Oldest first.
    package let history: [ItemChange]
}
