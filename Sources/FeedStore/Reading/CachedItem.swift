import FeedModel
import GRDB

/// An item as it is shown: its payload is what the server sent, to the byte.
public struct CachedItem: Equatable, Sendable {
    /// Its ID.
    public let key: String
    /// The version in the server's words.
    public let version: String?
    /// Its bytes as the server sent them.
    public let payload: String

    /// An item of these parts.
    public init(key: String, version: String?, payload: String) {
        self.key = key
        self.version = version
        self.payload = payload
    }

    /// From the columns `key, version, payload`.
    init(row: Row) {
        self.init(key: row[0], version: row[1], payload: row[2])
    }
}

/// Why an item is no longer shown.
public struct Removal: Equatable, Sendable {
    /// What the evidence was.
    public enum Reason: String, Sendable {
        /// The server said that it is deleted.
        case tombstone
        /// Two whole walks did not see it.
        case absent
    }

    /// When it happened.
    public let at: Instant
    /// The run that did it.
    public let run: Int64
    /// What the evidence was.
    public let reason: Reason
}

/// A removed item and what was last known of it.
public struct RemovedItem: Equatable, Sendable {
    /// Its ID.
    public let key: String
    /// The version in the server's words.
    public let version: String?
    /// Nil where the server only ever sent its tombstone.
    public let payload: String?
    /// When and why it went.
    public let removal: Removal
}

/// What happened to an item in a run, and what it was before.
public struct ItemChange: Equatable, Sendable {
    /// The run that did it.
    public let run: Int64
    /// When it happened.
    public let at: Instant
    /// `updated`, `moved`, `removed` or `returned`.
    public let change: String
    /// The version before.
    public let version: String?
    /// The payload before, where the run changed it.
    public let payload: String?
}

/// All that is known of one item.
public struct ItemRecord: Equatable, Sendable {
    /// Its ID.
    public let key: String
    /// Its place in display order from 0; nil where it is removed.
    public let position: Int?
    /// The version in the server's words.
    public let version: String?
    /// Its bytes as the server sent them last; nil where it only ever sent its tombstone.
    public let payload: String?
    /// When and why it went; nil while it is live.
    public let removal: Removal?
    /// When it was seen first.
    public let firstSeen: Instant
    /// When its content came.
    public let updated: Instant
    /// The run that brought it (back), and the one that brought its content.
    public let firstRun: Int64
    /// The run that brought its content; nil where it is removed.
    public let contentRun: Int64?
    /// Oldest first.
    public let history: [ItemChange]
}
