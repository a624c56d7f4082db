import FeedModel

/// What a sync is asked to do.
public struct SyncOptions: Hashable, Sendable {
    /// The collections to walk; empty: all of the manifest.
    public var collections: [CollectionName]
    /// Ask for everything: no validators, no delta, no going on where a walk stopped.
    public var isFull: Bool
    /// Let a list shrink by more than half at once.
    public var allowsShrink: Bool
    /// Take the server's word over greater versions: it was restored from a backup. Asks for everything, as `isFull`.
    public var acceptsOlder: Bool
    /// Ask even where the server or repeated failures said to wait.
    public var ignoresWaits: Bool
    /// Ask only for collections, and for the section config, whose last success is this long ago or longer; nil: for all.
    /// The others are `unchanged` in the report, without a request.
    public var maxAge: Duration?
    /// How long to wait for a sync of another process to end. One of this process is always waited for.
    public var lockWait: Duration
    /// How long to wait between two pages of a list.
    public var pageSpacing: Duration

    /// By default all collections, with validators, without waits.
    public init(
        collections: [CollectionName] = [], isFull: Bool = false, allowsShrink: Bool = false,
        acceptsOlder: Bool = false, ignoresWaits: Bool = false, maxAge: Duration? = nil, lockWait: Duration = .zero,
        pageSpacing: Duration = .zero
    ) {
        (self.collections, self.isFull, self.allowsShrink) = (collections, isFull, allowsShrink)
        (self.acceptsOlder, self.ignoresWaits) = (acceptsOlder, ignoresWaits)
        (self.maxAge, self.lockWait, self.pageSpacing) = (maxAge, lockWait, pageSpacing)
    }
}

/// What a sync reports while it runs.
@nonexhaustive public enum SyncProgress: Equatable, Sendable {
    /// A page is in the cache. The counts are those of this collection in this sync so far; `total` is the length of the
    /// list, where the server gives it.
    case page(collection: CollectionName, pages: Int, items: Int, bytes: Int, total: Int?)
    /// Details of items are in the cache, so many of this collection in this sync so far.
    case details(collection: CollectionName, stored: Int)
    /// Pictures and files were asked for, so many of all that this sync asks for.
    case assets(done: Int, of: Int)
    /// A collection is done, whichever way.
    case finished(CollectionReport)
}
