package import FeedModel
import GRDB

/// Which command began a walk, and so which one continues it.
package enum WalkKind: String, Sendable {
    /// `sync`: resumed by the next sync.
    case sync
    /// `refresh`: continued by `more`.
    case browse
}

/// How far the walk of a collection has come; kept in the transaction of each page.
package struct WalkState: Equatable, Sendable {
    /// Counts the walks of the collection from 1.
    package let number: Int64
    /// Which command continues it.
    package let kind: WalkKind
    /// False once its end was dealt with, or it was given up.
    package let isOpen: Bool
    /// The manifest and the header values it was made under.
    package let fingerprint: String
    /// The cursor of the next page; nil when the last page is in.
    package let next: String?
    /// How many pages are in.
    package let pages: Int64
    /// Elements received, those without an ID and tombstones included.
    package let elements: Int
    /// The list's length as the server reported it last.
    package let total: Int?
    /// Items of the list when the walk began, without those that the last whole walk had not seen.
    package let itemsBefore: Int
    /// What made the walk's absences doubtful.
    package let drift: String?
    /// Whether it found items in another order than before, or new items.
    package let hasMoved: Bool
    /// The greatest version seen, in the server's words.
    package let greatestVersion: String?
    /// The greatest version that was certain when the walk began: one known before it, or on its first page.
    package let certainVersion: String?
    /// When it began.
    package let started: Instant
    /// When its last page came in; `started` before the first.
    package let advanced: Instant

    init(row: Row) throws {
        number = row["number"]
        kind = WalkKind(rawValue: row["kind"]) ?? .sync
        isOpen = row["is_open"]
        fingerprint = row["fingerprint"]
        next = row["next"]
        pages = row["pages"]
        elements = row["elements"]
        total = row["total"]
        itemsBefore = row["items_before"]
        drift = row["drift"]
        hasMoved = row["has_moved"]
        greatestVersion = row["greatest_version"]
        certainVersion = row["certain_version"]
        started = Instant(millisecondsSince1970: row["started"])
        advanced = Instant(millisecondsSince1970: row["advanced"])
    }
}

/// What a page may be requested conditionally with.
package struct PageCondition: Equatable, Sendable {
    /// What the server compares.
    package let validator: Validator
    /// Where the list went on after the page; nil where it was the last.
    package let next: String?
    /// Elements of the page.
    package let elements: Int
}

/// What writing a page did.
package struct PageResult: Equatable, Sendable {
    /// What became of its items, each counted once.
    package var counts = ItemCounts()
    /// Whether an item's place among the others is another than before.
    package var moved = false
    /// Whether an item came, went or has other content; a tombstone that says again what is known is no change.
    package var hasChanges = false
    /// What on the page made absences doubtful.
    package var drift: String?
    /// The greatest version on the page from which a delta may start, in the server's words.
    package var deltaStart: String?
    /// Items whose version is lower than what is stored.
    package var olderVersions = 0
}

/// Why a page cannot continue its walk.
package enum WalkError: Error, Equatable, Sendable {
    /// A 304 no longer describes the page's rows: the page has lost an item since the request, another URL answered, or
    /// the list goes on elsewhere. The page has to be read whole.
    case validatorIsOutdated
    /// Another process continued or replaced the walk.
    case superseded
    /// Its last page is in: there is none after it.
    case hasNoNextPage
    /// Its last page is not in: what it has not seen may be there all the same.
    case isIncomplete
}
