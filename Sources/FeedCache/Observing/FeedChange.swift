import FeedModel

/// What changed on screen since one looked last.
public struct FeedChange: Equatable, Sendable {
    /// The feed as it is shown now.
    public let feed: ComposedFeed
    /// The way there from the feed that was seen before: applied to that one it gives `feed`.
    public let changes: Changeset
}
