import FeedModel
import GRDB

/// The row of one collection.
public struct CollectionStore: Sendable {
    let database: FeedDatabase
    let source: Int64
    let id: Int64
    /// Its name in the manifest.
    public let name: String

    /// The writer of its walk, for one run.
    public func walk(in run: Int64) -> WalkStore {
        WalkStore(database: database, source: source, collection: id, run: run)
    }

    /// What syncing it again starts from.
    public func syncState() throws -> CollectionSyncState {
        try database.read { reader in
            let row = try Row.fetchOne(reader.db, sql: "SELECT * FROM collection WHERE id = ?", arguments: [id])
            return CollectionSyncState(
                fingerprint: row?["fingerprint"], greatestVersion: row?["greatest_version"],
                isWhole: row?["whole_walk"] != nil, isHeldBack: row?["held_back"] ?? false,
                unconditional: (row?["unconditional"] as Int64?).map(Instant.init(millisecondsSince1970:)),
                failures: row?["failures"] ?? 0,
                wait: row.flatMap(CollectionWait.init))
        }
    }

    /// Notes that a whole walk, begun at `started`, asked for all pages without validators.
    public func noteUnconditional(started: Instant) throws {
        try database.write { db in
            try db.execute(
                sql: "UPDATE collection SET unconditional = ? WHERE id = ?",
                arguments: [started.millisecondsSince1970, id])
        }
    }

    /// Notes that a delta is in, whole: the next one starts from `greatest`.
    public func concludeDelta(greatest: String) throws {
        try database.write { db in
            try db.execute(
                sql: "UPDATE collection SET greatest_version = ? WHERE id = ?", arguments: [greatest, id])
        }
    }

    /// Forgets where a delta would start, so that the next sync reads the whole list.
    public func forgetDelta() throws {
        try database.write { db in
            try db.execute(sql: "UPDATE collection SET greatest_version = NULL WHERE id = ?", arguments: [id])
        }
    }
}

/// What syncing a collection again starts from.
public struct CollectionSyncState: Equatable, Sendable {
    /// The manifest of the last whole walk.
    public let fingerprint: String?
    /// Where a delta starts.
    public let greatestVersion: String?
    /// Whether a walk was ever whole.
    public let isWhole: Bool
    /// Whether the last whole walk kept what it would have removed.
    public let isHeldBack: Bool
    /// When a walk last asked for all pages without validators.
    public let unconditional: Instant?
    /// Failures since the last success.
    public let failures: Int
    /// Until when it is not asked for, and why.
    public let wait: CollectionWait?
}

/// A collection that is not to be asked for before an instant.
public struct CollectionWait: Equatable, Sendable {
    /// When it may be asked for again.
    public let until: Instant
    /// Why, for people.
    public let reason: String

    /// A wait of these parts.
    public init(until: Instant, reason: String) {
        self.until = until
        self.reason = reason
    }

    init?(row: Row) {
        guard let until = row["next_attempt"] as Int64?, let reason = row["wait_reason"] as String? else { return nil }
        self.init(until: Instant(millisecondsSince1970: until), reason: reason)
    }
}
