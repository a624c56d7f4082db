import FeedModel
import FeedStore
public import Foundation

/// How fresh the cache is.
public struct FeedStatus: Hashable, Sendable {
    /// The state of one collection.
    public struct Collection: Hashable, Sendable {
        /// The collection's name.
        public let name: String
        /// How many items it has.
        public let itemCount: Int
        /// When it was last found, or made, to be as the server has it; nil: never.
        public let lastSuccess: Date?
        /// When it was last asked for; nil: never.
        public let lastAttempt: Date?
        /// Until when a sync does not ask for it, since the server or repeated failures say to wait.
        public let waitsUntil: Date?
        /// What items that the last sync did not meet, and that are kept for now, wait for: one line for each reason.
        public let waiting: [String]
        /// How the last sync of it ended; nil: there was none.
        public let outcome: SyncReport.Collection.Outcome?
    }

    /// The collections, in the manifest's order.
    public let collections: [Collection]
    /// Impressions and taps that wait for delivery.
    public let waitingEvents: Int
}

/// What `FeedRepository.prune(_:)` keeps.
public struct PruneOptions: Hashable, Sendable {
    /// Removed items are remembered for this time: that keeps old copies from coming back.
    public var removedItems: Duration
    /// Impressions and taps are kept for this time; those that wait for delivery are always kept.
    public var events: Duration
    /// How many of the last syncs are kept, with what is needed to show what was on screen then; 1 or more.
    public var syncs: Int

    /// Thirty days of removed items, ninety days of events and fifty syncs by default.
    public init(
        removedItems: Duration = .seconds(30 * 86_400), events: Duration = .seconds(90 * 86_400), syncs: Int = 50
    ) {
        self.removedItems = removedItems
        self.events = events
        self.syncs = syncs
    }
}

extension FeedStatus.Collection {
    init(_ status: CollectionStatus) {
        self.init(
            name: status.name, itemCount: status.items, lastSuccess: status.lastSuccess.map(Date.init),
            lastAttempt: status.lastAttempt.map(Date.init), waitsUntil: status.wait.map { Date($0.until) },
            waiting: status.waiting.map(\.message), outcome: status.outcome.map(SyncReport.Collection.Outcome.init))
    }
}

extension PrunePolicy {
    init(_ options: PruneOptions) {
        self.init(
            tombstoneSeconds: max(0, options.removedItems.components.seconds), runs: max(1, options.syncs),
            eventSeconds: max(0, options.events.components.seconds))
    }
}
