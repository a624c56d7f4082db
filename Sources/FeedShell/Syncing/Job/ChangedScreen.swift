import FeedCache

/// What a sync changes on screen: looked at before, and compared after.
struct ChangedScreen {
    private var observer: OutlineObserver

    /// Looks at the screen as it is.
    init(_ cache: FeedEngine) throws {
        observer = try cache.outlineObserver()
        try observer.remember()
    }

    /// What has changed since; nil where nothing has.
    mutating func changes() throws -> ChangeList? {
        try observer.look { try ChangeList($0) }
    }
}
