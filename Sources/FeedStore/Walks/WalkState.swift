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
    package private(set) var next: String?
    /// How many pages are in.
    package private(set) var pages: Int64
    /// Elements received, those without an ID and tombstones included.
    package private(set) var elements: Int
    /// The list's length as the server reported it last.
    package private(set) var total: Int?
    /// Items of the list when the walk began, without those that the last whole walk had not seen.
    package let itemsBefore: Int
    /// What made the walk's absences doubtful.
    package private(set) var drift: String?
    /// Whether it found items in another order than before, or new items.
    package private(set) var hasMoved: Bool
    /// The greatest version seen, in the server's words.
    package private(set) var greatestVersion: String?
    /// The greatest version that was certain when the walk began: one known before it, or on its first page.
    package private(set) var certainVersion: String?
    /// When it began.
    package let started: Instant
    /// When its last page came in; `started` before the first.
    package private(set) var advanced: Instant

    init(row: StoredRow) throws {
        number = try row["number"]
        kind = try WalkKind(rawValue: row["kind"]) ?? .sync
        isOpen = try row["is_open"]
        fingerprint = try row["fingerprint"]
        next = try row["next"]
        pages = try row["pages"]
        elements = try row["elements"]
        total = try row["total"]
        itemsBefore = try row["items_before"]
        drift = try row["drift"]
        hasMoved = try row["has_moved"]
        greatestVersion = try row["greatest_version"]
        certainVersion = try row["certain_version"]
        started = try Instant(millisecondsSince1970: row["started"])
        advanced = try Instant(millisecondsSince1970: row["advanced"])
    }

    /// What one more page adds to a walk.
    struct Step {
        let next: String?
        let elements: Int
        let total: Int?
        let drift: String?
        /// Whether the page has items in another order than before, or new items.
        let hasMoved: Bool
        let greatest: String?
        let certain: String?
    }

    /// Counts one more page.
    mutating func advance(by step: Step, now: Instant) {
        pages += 1
        elements += step.elements
        next = step.next
        total = step.total ?? total
        drift = drift ?? step.drift
        hasMoved = hasMoved || step.hasMoved
        greatestVersion = step.greatest
        certainVersion = step.certain
        advanced = max(now, started)
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
    /// The list's length where the page's own bytes report it.
    package let total: Int?
    /// The URL that gave the page, after redirects.
    package let answeredBy: String

    /// Whether a 304 stands for the page: the same URL answers, and leads to the same next page.
    package func isMet(by page: ListPage) -> Bool {
        guard page.answeredBy == answeredBy else { return false }
        return switch page.next {
        case .page(let cursor): cursor == next
        case .end: next == nil
        // It may have grown.
        case .unknown: false
        }
    }
}

/// Why a page cannot continue its walk.
package enum WalkError: Error, Equatable, Sendable {
    /// Another process continued or replaced the walk.
    case superseded
    /// Its last page is in: there is none after it.
    case hasNoNextPage
    /// Its last page is not in: what it has not seen may be there all the same.
    case isIncomplete
}
