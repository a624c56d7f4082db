import FeedStore

/// How fresh the cache is.
public struct FeedStatus: Equatable, Sendable {
    /// The collections, in the manifest's order.
    public let collections: [CollectionStatus]
    /// Impressions and taps that wait for delivery.
    public let waitingEvents: Int
}
