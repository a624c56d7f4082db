package import FeedModel

/// What a sync tells while it runs; values, so that any front end can show them.
package enum RunProgress: Equatable, Sendable {
    /// A page is in the cache. `pages`, `items` and `bytes` are those of this run so far; `total` is the list's length
    /// where the server tells it.
    case page(collection: String, pages: Int, items: Int, bytes: Int, total: Int?)
    case finished(CollectionReport)
}
