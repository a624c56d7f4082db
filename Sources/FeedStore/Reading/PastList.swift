package import FeedModel
import GRDB

/// One collection as it was shown at the end of a run, inside a snapshot.
///
/// An item's state at run R is in the earliest row of `history` after R; without one it is the present state. Pages
/// of the server are always in the order of their numbers: each walk reads them from the first on, so the page with
/// the lower number never has the older walk. A row that is no page of the server keeps its walk for good. Its place
/// follows from `walk_progress`: after the pages that later walks had read by then, and among or after those of its
/// own walk.
///
/// What is read at first are the pages, and of the items only what happened after the run. A window then costs the
/// pages it touches; payloads are read of the items in it alone.
package struct PastList {
    /// Items that share a page of the present, or the place of one that is gone. Their ranks order them.
    private struct Group {
        let place: Place
        /// The page whose items are still as they were; nil where none is.
        var page: Int64?
        var count = 0
    }

    private struct Place: Hashable, Comparable {
        let order: Int64
        /// The walk below zero, so that later ones come first; 0 for a page of the server.
        let walk: Int64
        let number: Int64
        let part: Int64

        static func < (left: Place, right: Place) -> Bool {
            (left.order, left.walk, left.number, left.part) < (right.order, right.walk, right.number, right.part)
        }
    }

    private struct Member {
        let rank: Int64
        let key: String
        let version: String?
    }

    package let count: Int
    private let db: Database
    private let collection: Int64?
    private let run: Int64
    private let progress: WalkProgress
    /// In the order of the screen; none is empty.
    private let groups: [Group]

    /// - Parameter run: one that is still in the ledger, or 0 for before the first one.
    package init(_ list: ItemList, asOf run: Int64) throws {
        db = list.db
        collection = list.collection
        self.run = run
        let arguments: StatementArguments = ["collection": list.collection, "run": run]
        let progress = try WalkProgress(list.db, arguments)
        self.progress = progress
        var groups: [Place: Group] = [:]
        func add(_ count: Int, page: Int64? = nil, at place: Place) {
            groups[place, default: Group(place: place)].count += count
            if let page { groups[place]?.page = page }
        }
        var changed: [Int64: Int] = [:]
        for row in try db.rows(Self.changedSQL, arguments) {
            changed[try row[0], default: 0] += try row.count(1)
        }
        let pages = try db.cursor(
            """
            SELECT walk, number, part, request IS NOT NULL, id, items FROM page
            WHERE collection = :collection AND walk > 0
            """, ["collection": list.collection])
        while let row = try pages.next() {
            let page: Int64 = try row[4]
            add(try row.count(5) - changed[page, default: 0], page: page, at: try Self.place(of: row, progress))
        }
        let gone = try db.cursor(
            """
            SELECT walk, number, part, is_page, count(*) FROM \(Self.past) GROUP BY walk, number, part, is_page
            """, arguments)
        while let row = try gone.next() { add(try row.count(4), at: try Self.place(of: row, progress)) }
        self.groups = groups.values.filter { $0.count > 0 }.sorted { $0.place < $1.place }
        count = self.groups.reduce(0) { $0 + $1.count }
    }

    /// Items in a range of places, as far as there are any.
    package func window(_ range: Range<Int>) throws -> [FeedItem] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        var (start, end) = (0, 0)
        let touched = groups.filter { group in
            end += group.count
            if end <= range.lowerBound { start = end }
            return end > range.lowerBound && end - group.count < range.upperBound
        }
        let gone = try goneMembers(at: touched)
        var items: [FeedItem] = []
        items.reserveCapacity(range.count)
        for group in touched {
            let members = try members(of: group, gone)
            let wanted = range.clamped(to: start..<start + members.count)
            for member in members[(wanted.lowerBound - start)..<(wanted.upperBound - start)] {
                // The one that it had then: the first after the run that was replaced, else the one that it still has.
                let payload: String? = try db.value(
                    """
                    SELECT coalesce(
                        (SELECT payload FROM history WHERE collection = ?1 AND key = ?2 AND run > ?3 AND payload IS NOT NULL
                            ORDER BY run LIMIT 1),
                        (SELECT payload FROM item WHERE collection = ?1 AND key = ?2),
                        (SELECT payload FROM tombstone WHERE collection = ?1 AND key = ?2))
                    """, [collection, member.key, run])
                items.append(FeedItem(id: ItemID(member.key), version: member.version, payload: payload ?? "null"))
            }
            start += members.count
        }
        return items
    }

    package func keys() throws -> [String] {
        let gone = try goneMembers(at: groups)
        return try groups.flatMap { try members(of: $0, gone).map(\.key) }
    }

    // MARK: Members

    private func members(of group: Group, _ gone: [Place: [Member]]) throws -> [Member] {
        let present = try group.page.map(members(onPage:)) ?? []
        guard let others = gone[group.place] else { return present }
        return (present + others).sorted { $0.rank < $1.rank }
    }

    /// The items on a page that are still as they were, by rank.
    private func members(onPage page: Int64) throws -> [Member] {
        try db.rows(
            """
            SELECT rank, key, version FROM item
            WHERE page = ?1 AND first_run <= ?2 AND NOT EXISTS (
                SELECT 1 FROM history WHERE collection = ?3 AND key = item.key AND run > ?2)
            ORDER BY rank
            """, [page, run, collection]
        ).map { try Member(rank: $0[0], key: $0[1], version: $0[2]) }
    }

    /// The items that were in the places of some groups and have changed, moved or gone since.
    private func goneMembers(at groups: [Group]) throws -> [Place: [Member]] {
        let places = Set(groups.lazy.map(\.place))
        let rows = try db.cursor(
            "SELECT walk, number, part, is_page, rank, key, version FROM \(Self.past)",
            ["collection": collection, "run": run])
        var members: [Place: [Member]] = [:]
        while let row = try rows.next() {
            let place = try Self.place(of: row, progress)
            guard places.contains(place) else { continue }
            members[place, default: []].append(try Member(rank: row[4], key: row[5], version: row[6]))
        }
        return members
    }

    /// From the columns `walk, number, part, is_page`.
    private static func place(of row: StoredRow, _ progress: WalkProgress) throws -> Place {
        let (walk, number, part): (Int64, Int64, Int64) = try (row[0], row[1], row[2])
        guard try !(row[3] as Bool) else { return Place(order: number &* 4, walk: 0, number: number, part: part) }
        // What the file says may be anything.
        let (later, own) = progress.pages(at: walk)
        let order = number <= later ? later &* 4 &+ 1 : number <= own ? number &* 4 &- 1 : own &* 4 &+ 1
        return Place(order: order, walk: 0 &- walk, number: number, part: part)
    }

    // MARK: SQL

    /// The items on screen that have changed after the run, each as it was before the first change.
    private static let past = """
        (SELECT key, min(run), walk, number, part, is_page, rank, first_run, version FROM history
            WHERE collection = :collection AND run > :run GROUP BY key)
        WHERE walk > 0 AND first_run <= :run
        """

    /// How many of each page's items came or changed after the run. Without a later run nothing did.
    private static let changedSQL = """
        SELECT page, count(*) FROM item
        WHERE (:run = 0 OR EXISTS (SELECT 1 FROM run WHERE id > :run))
            AND page IN (SELECT id FROM page WHERE collection = :collection) AND first_run > :run
        GROUP BY page
        UNION ALL
        SELECT page, count(*) FROM item
        WHERE collection = :collection AND first_run <= :run
            AND key IN (SELECT key FROM history WHERE collection = :collection AND run > :run)
        GROUP BY page
        """
}

/// How many pages each walk had read by the end of a run.
private struct WalkProgress {
    /// The walks, the latest first, each with the most pages that it or a later one had read.
    private let walks: [(walk: Int64, pages: Int64)]

    init(_ db: Database, _ arguments: StatementArguments) throws {
        walks = try db.rows(
            """
            SELECT walk, max(max(pages)) OVER (ORDER BY walk DESC) FROM walk_progress
            WHERE collection = :collection AND run <= :run GROUP BY walk ORDER BY walk DESC
            """, arguments
        ).map { (try $0[0], try $0[1]) }
    }

    /// The most pages that walks after this one had read, and the most that they or it had.
    func pages(at walk: Int64) -> (later: Int64, own: Int64) {
        let place = walks.indices.partitioned { walks[$0].walk > walk }
        let later = place > 0 ? walks[place - 1].pages : 0
        return (later, place < walks.count && walks[place].walk == walk ? walks[place].pages : later)
    }
}
