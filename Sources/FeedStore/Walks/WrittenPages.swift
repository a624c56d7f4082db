package import FeedModel

/// What became of pages that were written together.
package struct WrittenPages: Sendable {
    /// In the order of the pages; nil for a 304.
    package var results: [PageResult?] = []
    /// Whether the page after those is a 304 that does not describe the page's rows any more, since the page has lost an
    /// item after it was asked for. It has to be read whole; neither it nor what follows was written.
    package var isOutdated = false

    package init() {}

    package mutating func append(_ later: WrittenPages) {
        results += later.results
        isOutdated = isOutdated || later.isOutdated
    }
}

package struct PageResult: Equatable, Sendable {
    /// What became of its items, each counted once.
    package var counts: ItemCounts
    /// Whether an item's place among the others is another than before.
    package var moved = false
    /// Whether an item came, went or has other content; a tombstone that says again what is known is no change.
    package var hasChanges = false
    /// What on the page showed that the list moved.
    package var drift: String?
    /// The greatest version on the page from which a delta may start, in the server's words.
    package var deltaStart: String?
    /// Items whose version is lower than what an earlier walk has stored.
    package var olderVersions = 0
    /// What the user should know of and was not told before, one line each.
    package var warnings: [String] = []

    /// - Parameter counts: what became of the items of a page that moved nothing and showed nothing doubtful.
    package init(counts: ItemCounts = ItemCounts()) {
        self.counts = counts
    }
}
