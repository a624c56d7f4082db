import FeedModel

/// What a sync reports while it runs.
public enum SyncProgress: Equatable, Sendable {
    /// A page is in the cache. The counts are those of this collection in this sync so far; `total` is the length of the
    /// list, where the server gives it.
    case page(collection: String, pages: Int, items: Int, bytes: Int, total: Int?)
    /// A collection is done, whichever way.
    case finished(CollectionReport)
}
