import FeedModel
import GRDB

/// Who began a walk, and so who goes on with it.
public enum WalkKind: String, Sendable {
    /// `sync`: resumed by the next sync.
    case sync
    /// `refresh`: continued by `more`.
    case browse
}

/// How far the walk of a collection has come; kept in the transaction of each page.
public struct WalkState: Equatable, Sendable {
    /// Counts the walks of the collection from 1.
    public let number: Int64
    /// Who goes on with it.
    public let kind: WalkKind
    /// False once its end was dealt with, or it was given up.
    public let isOpen: Bool
    /// The manifest it was made under.
    public let fingerprint: String
    /// The cursor of the next page; nil when the last page is in.
    public let next: String?
    /// How many pages are in.
    public let pages: Int64
    /// The list's length as the server told it last.
    public let total: Int?
    /// How many items the list had when the walk began.
    public let itemsBefore: Int
    /// What made the walk's absences doubtful.
    public let drift: String?
    /// The greatest version met, in the server's words.
    public let greatestVersion: String?
    /// When it began.
    public let started: Instant
    /// When its last page came in; `started` before the first.
    public let advanced: Instant

    init(row: Row) throws {
        number = row["number"]
        kind = WalkKind(rawValue: row["kind"]) ?? .sync
        isOpen = row["is_open"]
        fingerprint = row["fingerprint"]
        next = row["next"]
        pages = row["pages"]
        total = row["total"]
        itemsBefore = row["items_before"]
        drift = row["drift"]
        greatestVersion = row["greatest_version"]
        started = Instant(millisecondsSince1970: row["started"])
        advanced = Instant(millisecondsSince1970: row["advanced"])
    }
}

/// A page as it arrived, on its way into a walk.
public struct PageWrite: Sendable {
    /// The page's address without the origin: what its validator is good for, and how a loop is recognised.
    public let request: String
    /// The persistent number of the request that brought it.
    public let sequence: Int64
    /// Its items.
    public let page: DecodedPage
    /// What it may be asked for conditionally next time; empty for nothing.
    public let validator: Validator
    /// The cursor of the next page, nil behind the last.
    public let next: String?
    /// The list's length as this page tells it.
    public let total: Int?
    /// Whether the page's own bytes tell it, not a header: then a 304 confirms it with the page.
    public let totalIsInBody: Bool

    /// A page; each part as the property of its name says.
    public init(
        request: String, sequence: Int64, page: DecodedPage, validator: Validator, next: String?, total: Int?,
        totalIsInBody: Bool = true
    ) {
        self.request = request
        self.sequence = sequence
        self.page = page
        self.validator = validator
        self.next = next
        self.total = total
        self.totalIsInBody = totalIsInBody
    }
}

/// What writing a page did.
public struct PageResult: Equatable, Sendable {
    /// What became of its items, each counted once.
    public var counts = ItemCounts()
    /// Whether an item's place among the others is another than before.
    public var moved = false
    /// Whether an item came, went or has other content; a tombstone that says again what is known is no change.
    public var hasChanges = false
    /// What on the page made absences doubtful.
    public var drift: String?
}

/// Why a page cannot continue its walk.
public enum WalkError: Error, Equatable, Sendable {
    /// An earlier page of this walk had the same items.
    case pageSeenBefore
    /// Its address was asked for in this walk before.
    case requestSeenBefore
    /// The page has lost an item since it was asked for: a 304 does not stand for its rows any more.
    case validatorIsGone
    /// Somebody else continued or replaced the walk.
    case overtaken
    /// Its last page is in: there is none behind it.
    case isAtItsEnd
    /// Its last page is not in: what it has not met may be there all the same.
    case isNotWhole
}
