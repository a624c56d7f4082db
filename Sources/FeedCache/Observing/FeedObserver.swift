package import FeedModel
package import FeedStore

/// Looks at the feed now and then, and reports what changed since it looked last.
///
/// - Each changeset, applied to the feed that was seen before, gives the feed that is seen now; before the first look
///   that is a feed without sections.
/// - No change is lost, whichever process committed it: this cache, another one on the same file, or another process. What was
///   committed between two looks is reported at once, and what was undone in between is not reported.
/// - Whatever differs of the feed is reported: also the run, and how many rows a section has, which are in no changeset.
///
/// Rows count from the first one observed; what happens before it or after the last is seen only as far as it moves rows
/// in or out, or makes them more or fewer.
package struct FeedObserver: Sendable {
    private let cache: FeedEngine
    private let scope: FeedScope
    private let commits: Commits
    private var seen: Int64?
    /// Which rows of each section are observed. Other windows are looked at by the next look, and what they add or drop
    /// is part of its changes.
    package var windows: FeedWindows {
        didSet { if windows != oldValue { seen = nil } }
    }

    /// The feed as it was seen last; without sections before the first look.
    package private(set) var feed = FeedScreen(run: nil, sections: [])

    /// - Parameter commits: of no other reader.
    package init(
        _ cache: FeedEngine, of scope: FeedScope = .feed, windows: FeedWindows = FeedWindows(), commits: Commits? = nil
    ) {
        (self.cache, self.scope, self.windows, self.commits) = (cache, scope, windows, commits ?? Commits(of: cache.database))
    }

    /// Without a write since, it costs one pragma; else the observed rows are read and compared.
    package mutating func look() throws -> FeedChange? {
        // Asked before the feed is read: what is committed in between is looked at once more, and never missed.
        let version = try commits.version()
        guard version != seen else { return nil }
        let next = try cache.read { try $0.feed(of: scope, windows: windows) }
        let change = FeedChange(from: feed, to: next)
        seen = version
        feed = next
        return change.changes.isEmpty && change.before == next ? nil : change
    }
}
