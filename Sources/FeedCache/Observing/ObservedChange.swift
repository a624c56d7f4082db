package import FeedModel

/// What changed on screen since one looked last.
package struct ObservedChange: Equatable, Sendable {
    /// The feed as it is shown now.
    package let feed: ComposedFeed
    /// The way there from the feed that was seen before: applied to that one it gives `feed`.
    package let changes: Changeset
}
