import FeedCache
import FeedModel

/// What a sync changes on screen: looked at before, and compared after.
struct ChangedScreen {
    private var observer: FeedObserver
    private let before: ComposedFeed

    /// Looks at the screen as it is.
    init(_ cache: FeedEngine) throws {
        observer = try cache.observer()
        _ = try observer.look()
        before = observer.feed
    }

    /// What has changed since; nil where nothing has.
    mutating func changes() throws -> ChangeList? {
        guard let change = try observer.look() else { return nil }
        return ChangeList(changes: change.changes, before: before, after: change.feed)
    }
}
