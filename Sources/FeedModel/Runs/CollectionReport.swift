/// What a walk read, item by item: each is counted in exactly one of these.
public struct ItemCounts: Equatable, Sendable {
    public var inserted = 0
    public var updated = 0
    public var unchanged = 0
    public var stale = 0
    public var rejected = 0
    /// Tombstones met, and items swept because they were absent from a whole walk.
    public var removed = 0

    public init() {}

    /// Counts one write.
    public mutating func count(_ decision: Merge.Decision) {
        switch decision {
        case .inserted: inserted += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .stale: stale += 1
        case .removed: removed += 1
        }
    }

    public static func += (left: inout ItemCounts, right: ItemCounts) {
        left.inserted += right.inserted
        left.updated += right.updated
        left.unchanged += right.unchanged
        left.stale += right.stale
        left.rejected += right.rejected
        left.removed += right.removed
    }

    /// Whether the content of the cache is another than before.
    public var hasChanges: Bool { inserted + updated + removed > 0 }
}

/// How a collection was asked for.
public enum SyncMode: String, Codable, CaseIterable, Sendable {
    /// From the first page to the last.
    case full
    /// Only what changed since the greatest version seen.
    case delta
    /// One page: `refresh` or `more`.
    case page
}

/// What a run did to one collection.
public struct CollectionReport: Equatable, Sendable {
    public let name: String
    public var outcome: CollectionOutcome
    public var mode: SyncMode
    /// Pages answered with content or with 304.
    public var pages: Int
    public var items: ItemCounts
    /// Whether the list moved while it was read.
    public var drift: Bool
    public var failure: SyncFailure?

    public init(
        name: String, outcome: CollectionOutcome, mode: SyncMode = .full, pages: Int = 0,
        items: ItemCounts = ItemCounts(), drift: Bool = false, failure: SyncFailure? = nil
    ) {
        self.name = name
        self.outcome = outcome
        self.mode = mode
        self.pages = pages
        self.items = items
        self.drift = drift
        self.failure = failure
    }
}
