package import FeedModel
import GRDB

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
    package let kind: WalkKind
    /// False once its end was dealt with, or it was given up.
    package let isOpen: Bool
    /// The manifest and the header values it was made under.
    package let fingerprint: String
    /// The cursor of the next page; nil when the last page is in.
    package private(set) var next: String?
    /// The cursor of the page after the edge of a window where the walk has ended there; else nil.
    package private(set) var beyond: String?
    package private(set) var pages: Int64
    package private(set) var listing: Listing
    /// Elements without a usable ID.
    package private(set) var rejected: Int
    /// Numbers of the IDs that came more than once, at most `WholeWalk.mostRepeats`.
    package private(set) var repeats: Set<UInt64>
    /// The earliest time at which one of its answers may have been made; nil before the first.
    private(set) var made: Instant?
    /// The earliest and the latest `Date` of its answers.
    private(set) var dates: ClosedRange<Instant>?
    /// The list's length, the greatest that one of its answers reported.
    package private(set) var total: Int?
    package let itemsBefore: Int
    /// What showed that the list moved under the walk.
    package private(set) var drift: String?
    /// The greatest version seen, in the server's words.
    package private(set) var greatestVersion: String?
    /// The greatest version that was certain when the walk began: one known before it, or on its first page.
    package private(set) var certainVersion: String?
    package let started: Instant
    /// When its last page came in; `started` before the first.
    package private(set) var advanced: Instant

    /// Elements received, those without an ID and tombstones included.
    package var elements: Int { listing.count }

    init(row: StoredRow) throws {
        number = try row["number"]
        kind = try WalkKind(rawValue: row["kind"]) ?? .sync
        isOpen = try row["is_open"]
        fingerprint = try row["fingerprint"]
        next = try row["next"]
        beyond = try row["beyond"]
        pages = try row["pages"]
        listing = try Listing(digest: row.hash("listing"), count: row["elements"])
        rejected = try row["rejected"]
        repeats = try WholeWalk.repeats(row["repeats"])
        made = try row["made"]
        dates = try WholeWalk.dates(row)
        total = try row["total"]
        itemsBefore = try row["items_before"]
        drift = try row["drift"]
        greatestVersion = try row["greatest_version"]
        certainVersion = try row["certain_version"]
        started = try row["started"]
        advanced = try row["advanced"]
    }

    /// Takes in the next page.
    ///
    /// - Parameters:
    ///   - greatest: the greatest version on it.
    ///   - start: the greatest version on it from which a delta may start.
    mutating func advance(
        by page: ListPage, next: String?, listing: Listing, total: Int?, drift: String?, rejected: Int = 0,
        repeats: Set<UInt64> = [], greatest: String? = nil, start: String? = nil, now: Instant
    ) {
        if pages == 0 { certainVersion = ItemVersion.greater(certainVersion, start) }
        greatestVersion = ItemVersion.greater(greatestVersion, greatest)
        pages += 1
        self.listing.append(listing)
        self.rejected += rejected
        self.repeats = Set(self.repeats.union(repeats).sorted().prefix(WholeWalk.mostRepeats))
        made = min(made ?? page.made, page.made)
        if let date = page.date {
            dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date)
        }
        self.next = page.isEdge ? nil : next
        beyond = page.isEdge ? next : nil
        self.total = [self.total, total].compactMap(\.self).max()
        self.drift = self.drift ?? drift
        advanced = max(now, started)
    }
}

extension WholeWalk {
    /// The whole walk that a walk is, once its last page is in. How long the list is beyond the edge of a window says nothing
    /// of what is in it.
    init(_ state: WalkState, run: Int64) {
        self.init(
            number: state.number, run: run, started: state.started, ended: state.advanced,
            made: state.made ?? state.started, dates: state.dates, listing: state.listing, rejected: state.rejected,
            total: state.beyond == nil ? state.total : nil, repeats: state.repeats, drift: state.drift,
            itemsBefore: state.itemsBefore)
    }

    init(row: StoredRow) throws {
        try self.init(
            number: row["number"], run: row["run"], started: row["started"], ended: row["ended"], made: row["made"],
            dates: Self.dates(row), listing: Listing(digest: row.hash("listing"), count: row["elements"]),
            rejected: row["rejected"], total: row["total"], repeats: Self.repeats(row["repeats"]), drift: row["drift"],
            itemsBefore: row["items_before"])
    }

    fileprivate static func repeats(_ text: String) -> Set<UInt64> {
        Set(text.split(separator: " ").compactMap { UInt64($0, radix: 36) })
    }

    fileprivate static func dates(_ row: StoredRow) throws -> ClosedRange<Instant>? {
        let dates: (Instant?, Instant?) = try (row["first_date"], row["last_date"])
        guard let first = dates.0, let last = dates.1, first <= last else { return nil }
        return first...last
    }
}

extension Set<UInt64> {
    var text: String { sorted().map { String($0, radix: 36) }.joined(separator: " ") }
}

/// Why a page cannot continue its walk.
/// Under the lock of a sync nothing else walks: for a command each of these is damage.
package enum WalkError: ReportableError, Equatable {
    /// Another process continued or replaced the walk.
    case superseded
    /// Its last page is in: there is none after it.
    case hasNoNextPage
    /// Its last page is not in: what it has not seen may be there all the same.
    case isIncomplete

    package var report: ErrorReport {
        ErrorReport(
            .badData, "damaged", "the database is damaged (a walk is not as it was left)",
            advice: "restore a backup, or move it away, with what is beside it, and sync again")
    }
}
