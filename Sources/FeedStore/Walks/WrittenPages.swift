package import FeedModel

/// A page that is to be written, with others or alone.
package struct ReceivedPage: Sendable {
    /// A page with items, or a 304.
    package let page: ListPage
    /// Whether it may be requested conditionally next time.
    package let keepsValidator: Bool
    /// Whether it is the last page of a window: the walk ends with it, wherever the list goes on.
    package let isEdge: Bool

    /// Each part as the property of its name says.
    package init(_ page: ListPage, keepsValidator: Bool = true, isEdge: Bool = false) {
        self.page = page
        self.keepsValidator = keepsValidator
        self.isEdge = isEdge
    }
}

/// What became of pages that were written together.
package struct WrittenPages: Sendable {
    /// In the order of the pages; nil for a 304.
    package internal(set) var results: [PageResult?] = []
    /// Whether the page after those is a 304 that does not describe the page's rows any more, since the page has lost an
    /// item after it was asked for. It has to be read whole; neither it nor what follows was written.
    package internal(set) var isOutdated = false

    /// What became of some pages; nothing yet.
    package init(results: [PageResult?] = [], isOutdated: Bool = false) {
        self.results = results
        self.isOutdated = isOutdated
    }

    /// Adds what became of the pages after these.
    package mutating func append(_ later: WrittenPages) {
        results += later.results
        isOutdated = isOutdated || later.isOutdated
    }
}

/// What writing a page did.
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
