package import FeedModel

package enum WalkKind: String, Sendable {
    /// `sync`: resumed by the next sync.
    case sync
    /// `refresh`: continued by `more`.
    case browse
}

/// How far the walk of a collection has come; kept in the transaction of each page.
@dynamicMemberLookup
package struct WalkState: Equatable, Sendable {
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
    /// The greatest version seen, in the server's words.
    package private(set) var greatestVersion: String?
    /// The greatest version that was certain when the walk began: one known before it, or on its first page.
    package private(set) var certainVersion: String?
    /// What it has found so far. Its total is that of the list, also beyond the edge of a window, and it ended when its last
    /// page came in.
    private var found: WholeWalk

    package subscript<Value>(dynamicMember path: KeyPath<WholeWalk, Value>) -> Value { found[keyPath: path] }

    /// Elements received, those without an ID and tombstones included.
    package var elements: Int { found.listing.count }

    /// When its last page came in; `started` before the first.
    package var advanced: Instant { found.ended }

    /// The part of a fingerprint that speaks of the manifest; the rest speaks of header values.
    static func manifest(of fingerprint: String) -> String { String(fingerprint.prefix { $0 != "." }) }

    init(row: StoredRow) throws {
        kind = try WalkKind(rawValue: row["kind"]) ?? .sync
        isOpen = try row["is_open"]
        fingerprint = try row["fingerprint"]
        next = try row["next"]
        beyond = try row["beyond"]
        pages = try row["pages"]
        greatestVersion = try row["greatest_version"]
        certainVersion = try row["certain_version"]
        found = try WholeWalk(row: row, run: 0, ended: row["advanced"])
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
        found.made = pages == 0 ? page.made : min(found.made, page.made)
        pages += 1
        found.listing.append(listing)
        found.rejected += rejected
        found.repeats = Set(found.repeats.union(repeats).sorted().prefix(WholeWalk.mostRepeats))
        if let date = page.date {
            found.dates = min(found.dates?.lowerBound ?? date, date)...max(found.dates?.upperBound ?? date, date)
        }
        self.next = page.isEdge ? nil : next
        beyond = page.isEdge ? next : nil
        found.total = [found.total, total].compactMap(\.self).max()
        found.drift = found.drift ?? drift
        found.ended = max(now, found.started)
    }

    var values: RowValues {
        [
            "pages": pages, "next": next, "beyond": beyond, "greatest_version": greatestVersion,
            "certain_version": certainVersion, "advanced": advanced,
        ] + found.columns
    }

    /// The whole walk that it is, once its last page is in. How long the list is beyond the edge of a window says nothing of
    /// what is in it.
    func whole(in run: Int64) -> WholeWalk {
        var whole = found
        whole.run = run
        if beyond != nil { whole.total = nil }
        return whole
    }
}

extension WholeWalk {
    /// From the columns that `walk` and `whole_walk` both have.
    init(row: StoredRow, run: Int64, ended: Instant) throws {
        let (started, first, last): (Instant, Instant?, Instant?) = try (
            row["started"], row["first_date"], row["last_date"]
        )
        let dates = first.flatMap { first in last.flatMap { first <= $0 ? first...$0 : nil } }
        let repeats: String = try row["repeats"]
        try self.init(
            number: row["number"], run: run, started: started, ended: ended, made: row["made"] ?? started, dates: dates,
            listing: Listing(digest: row.hash("listing"), count: row["elements"]), rejected: row["rejected"],
            total: row["total"], repeats: Set(repeats.split(separator: " ").compactMap { UInt64($0, radix: 36) }),
            drift: row["drift"], itemsBefore: row["items_before"])
    }

    /// What it has found, in columns that both tables have.
    var columns: RowValues {
        let repeats = repeats.sorted().map { String($0, radix: 36) }.joined(separator: " ")
        return [
            "made": made, "first_date": dates?.lowerBound, "last_date": dates?.upperBound, "listing": listing.digest,
            "elements": listing.count, "rejected": rejected, "total": total, "repeats": repeats, "drift": drift,
        ]
    }
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
