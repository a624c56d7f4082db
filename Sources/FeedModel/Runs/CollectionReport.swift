/// What a walk read, item by item: each is counted in exactly one of these.
public struct ItemCounts: Equatable, Sendable {
    /// Content that was not there, or came back.
    public package(set) var inserted = 0
    /// Content that replaced other content.
    public package(set) var updated = 0
    /// Content that was there already, to the byte.
    public package(set) var unchanged = 0
    /// Writes that lost against what was stored.
    public package(set) var stale = 0
    /// Items without a usable ID.
    public package(set) var rejected = 0
    /// Tombstones, and items removed because whole walks did not find them.
    public package(set) var removed = 0

    /// By default nothing was read.
    public init(
        inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, stale: Int = 0, rejected: Int = 0, removed: Int = 0
    ) {
        (self.inserted, self.updated, self.unchanged) = (inserted, updated, unchanged)
        (self.stale, self.rejected, self.removed) = (stale, rejected, removed)
    }

    package mutating func count(_ decision: Merge.Decision) {
        switch decision {
        case .inserted: inserted += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .stale: stale += 1
        case .removed: removed += 1
        }
    }

    package static func += (left: inout ItemCounts, right: ItemCounts) {
        left.inserted += right.inserted
        left.updated += right.updated
        left.unchanged += right.unchanged
        left.stale += right.stale
        left.rejected += right.rejected
        left.removed += right.removed
    }
}

/// How a collection was requested.
@nonexhaustive public enum SyncMode: String, Codable, CaseIterable, Sendable {
    /// From the first page to the last.
    case full
    /// Only what changed since the greatest version seen.
    case delta
    case page
}

/// What a run did to one collection.
public struct CollectionReport: Equatable, Sendable {
    /// The collection.
    public let name: CollectionName
    /// How its walk ended.
    public package(set) var outcome: CollectionOutcome
    /// How it was requested.
    public package(set) var mode: SyncMode
    /// Pages answered with content or with 304.
    public package(set) var pages: Int
    /// How many items were inserted, updated and so on.
    public package(set) var items: ItemCounts
    /// Whether the list changed while it was read.
    public package(set) var drift: Bool
    /// Why it did not succeed; nil where it did.
    public package(set) var failure: SyncFailure?
    /// What items that were not met wait for.
    public package(set) var waiting: [WaitingItems]
    /// What the user should know although the sync continued, one line each.
    public package(set) var warnings: [String]
    /// What became of the details of its items; nil where the manifest has none for it.
    public package(set) var details: DetailCounts?

    /// A report, as for a test: by default of a walk without pages, with nothing to say.
    public init(
        name: CollectionName, outcome: CollectionOutcome, mode: SyncMode = .full, pages: Int = 0,
        items: ItemCounts = ItemCounts(), drift: Bool = false, failure: SyncFailure? = nil,
        waiting: [WaitingItems] = [], warnings: [String] = [], details: DetailCounts? = nil
    ) {
        self.details = details
        (self.name, self.outcome, self.mode, self.pages) = (name, outcome, mode, pages)
        (self.items, self.drift, self.failure) = (items, drift, failure)
        (self.waiting, self.warnings) = (waiting, warnings)
    }

    package var namedWarnings: [String] { warnings.map { "\(name): \($0)" } }

    /// Whether the server failed. Being offline or stopped does not count: the next run starts at once.
    package var isServerFailure: Bool { outcome == .failed && failure?.reach == .reached }
}

/// How the walk of one collection ended. The raw values are those of `sync --json` and of the database.
@nonexhaustive public enum CollectionOutcome: String, Codable, CaseIterable, Sendable {
    /// The walk is whole and the cache changed.
    case complete
    /// The walk is whole, or the server said so, and nothing changed.
    case unchanged
    /// Some pages are stored; the next sync continues after them.
    case interrupted
    /// No page is stored, or the walk makes no sense.
    case failed
    /// The walk would have removed more than half of the list and is held back.
    case suspiciousShrink = "suspicious_shrink"
    /// Nothing was requested: the server asked to wait.
    case deferred

    package var isSuccess: Bool { self == .complete || self == .unchanged }
}

/// What a run did to the details of a collection's items.
public struct DetailCounts: Equatable, Sendable {
    /// Details that were not there, or had other content.
    public package(set) var stored = 0
    /// Details that were asked for and are as they were.
    public package(set) var unchanged = 0
    /// Details that could not be had.
    public package(set) var failed = 0

    /// By default none was asked for.
    public init(stored: Int = 0, unchanged: Int = 0, failed: Int = 0) {
        (self.stored, self.unchanged, self.failed) = (stored, unchanged, failed)
    }

    package static func += (left: inout DetailCounts, right: DetailCounts) {
        left.stored += right.stored
        left.unchanged += right.unchanged
        left.failed += right.failed
    }
}
