/// What a walk read, item by item: each is counted in exactly one of these.
package struct ItemCounts: Equatable, Sendable {
    /// Content that was not there, or came back.
    package var inserted = 0
    /// Content that replaced other content.
    package var updated = 0
    /// Content that was there already, to the byte.
    package var unchanged = 0
    /// Writes that lost against what was stored.
    package var stale = 0
    /// Items without a usable ID.
    package var rejected = 0
    /// Tombstones, and items removed because whole walks did not find them.
    package var removed = 0

    package init() {}

    package mutating func count(_ decision: Merge.Decision) {
        switch decision {
        case .inserted: inserted += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .stale: stale += 1
        case .removed: removed += 1
        }
    }

    /// Adds the counts of another part.
    package static func += (left: inout ItemCounts, right: ItemCounts) {
        left.inserted += right.inserted
        left.updated += right.updated
        left.unchanged += right.unchanged
        left.stale += right.stale
        left.rejected += right.rejected
        left.removed += right.removed
    }
}

package enum SyncMode: String, Codable, CaseIterable, Sendable {
    /// From the first page to the last.
    case full
    /// Only what changed since the greatest version seen.
    case delta
    case page
}

package struct CollectionReport: Equatable, Sendable {
    package let name: String
    package var outcome: CollectionOutcome
    package var mode: SyncMode
    package var pages: Int
    /// How many items were inserted, updated and so on.
    package var items: ItemCounts
    /// Whether the list changed while it was read.
    package var drift: Bool
    /// Why it did not succeed; nil where it did.
    package var failure: SyncFailure?
    /// What items that were not met wait for.
    package var waiting: [Evidence.Waiting] = []
    /// What the user should know although the sync continued, one line each.
    package var warnings: [String] = []

    package init(
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

    package var namedWarnings: [String] { warnings.map { "\(name): \($0)" } }

    /// Whether the server failed. Being offline or stopped does not count: the next run starts at once.
    package var isServerFailure: Bool {
        outcome == .failed && failure?.reach == .reached
    }
}

/// How the walk of one collection ended. The raw values are those of `sync --json` and of the database.
package enum CollectionOutcome: String, Codable, CaseIterable, Sendable {
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
