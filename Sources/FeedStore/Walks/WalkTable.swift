import FeedModel
import GRDB

/// The row of `walk` of one collection, and the validators of its pages, inside one transaction.
struct WalkTable {
    let db: Database
    let collection: Int64

    var pages: PageTable { PageTable(db: db, collection: collection, stamp: nil) }

    func state() throws -> WalkState? {
        try db.row("SELECT * FROM walk WHERE collection = ?", [collection]).map(WalkState.init)
    }

    func wholeWalk() throws -> Int64? {
        try db.value("SELECT whole_walk FROM collection WHERE id = ?", [collection])
    }

    /// The state of walk `number`, which must be open and the present one.
    func open(_ number: Int64) throws -> WalkState {
        guard let state = try state(), state.isOpen, state.number == number else { throw WalkError.superseded }
        return state
    }

    /// Writes how far a walk has come, and that `run` brought it there in the transaction of that number.
    func save(_ state: WalkState, run: Int64, change: Int64) throws {
        let values = state.values
        try db.run(
            "UPDATE walk SET \(values.names) = \(values.marks) WHERE collection = ?", values.arguments + [collection])
        try db.run(
            """
            INSERT INTO walk_progress (collection, walk, run, pages, change) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (collection, walk, run) DO UPDATE SET pages = excluded.pages, change = excluded.change
            """, [collection, state.number, run, state.pages, change])
    }

    // MARK: Whole walks

    /// The whole walks that are remembered, the earliest first.
    func wholeWalks() throws -> [WholeWalk] {
        try db.rows("SELECT * FROM whole_walk WHERE collection = ? ORDER BY number", [collection]).map { row in
            try WholeWalk(row: row, run: row["run"], ended: row["ended"])
        }
    }

    /// What is known of the items that the last whole walk did not meet; nil before the first.
    func evidence() throws -> Evidence? {
        let walks = try wholeWalks()
        guard let last = walks.last else { return nil }
        return Evidence(walks: walks, missing: try pages.missing(from: last.number))
    }

    /// Remembers a whole walk, and those that say something of items missing since: a collection has seldom more than one.
    ///
    /// - Parameter orderedPages: on how many of its pages the list's total stood still.
    func remember(_ walk: WholeWalk, orderedPages: Int64, missingSince first: Int64?) throws {
        let key: RowValues = ["collection": collection, "number": walk.number, "ordered_pages": orderedPages]
        try db.insert(
            into: "whole_walk",
            key + walk.columns + [
                "run": walk.run, "started": walk.started, "ended": walk.ended, "items_before": walk.itemsBefore,
            ])
        try db.run(
            """
            DELETE FROM whole_walk WHERE collection = ?1
                AND number < (SELECT max(number) FROM whole_walk WHERE collection = ?1 AND number <= ?2)
            """, [collection, first ?? walk.number])
        // The first one that missed an item stays, so that a day of such walks ends however often the list is walked.
        try db.run(
            """
            DELETE FROM whole_walk WHERE collection = ?1 AND number IN (
                SELECT number FROM (
                    SELECT number, row_number() OVER (ORDER BY number) AS place, count(*) OVER () AS count
                    FROM whole_walk WHERE collection = ?1)
                WHERE count > ?2 AND place > 2 AND place <= count / 2 AND place % 2 = 1)
            """, [collection, Self.mostWholeWalks])
    }

    func wasInterrupted(_ number: Int64, run: Int64) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM walk_progress WHERE collection = ? AND walk = ? AND run <> ? LIMIT 1",
            [collection, number, run])
    }

    /// The most whole walks that are remembered of a list: of more, every second one of the older half goes.
    private static let mostWholeWalks = 1_440

    func close() throws {
        try db.run("UPDATE walk SET is_open = 0, next = NULL WHERE collection = ?", [collection])
    }

    // MARK: Versions

    func forgetDelta() throws {
        try db.run("UPDATE collection SET delta_start = NULL WHERE id = ?", [collection])
    }

    func noteVersion(_ version: String?) throws {
        let known: String? = try db.value("SELECT known_version FROM collection WHERE id = ?", [collection])
        guard let version, ItemVersion.greater(known, version) != known else { return }
        try db.run("UPDATE collection SET known_version = ? WHERE id = ?", [version, collection])
    }

    // MARK: Validators

    /// What a page of the server may be requested conditionally with, when it is the page this address gave last.
    func condition(ofPage number: Int64, address: String) throws -> PageCondition? {
        let known = try conditions(from: number, count: 1)[number]
        return known.flatMap { ExactText($0.address) == ExactText(address) ? $0.condition : nil }
    }

    func conditions(from first: Int64, count: Int64) throws -> [Int64: WalkStore.KnownPage] {
        let rows = try db.rows(
            """
            SELECT number, request, etag, modified, answered_by, next, validator.total, elements, listing
            FROM page JOIN validator ON validator.page = page.id
            WHERE collection = ? AND number >= ? AND number < ? AND part = 0 AND request IS NOT NULL
            """, [collection, first, first + count])
        return try rows.reduce(into: [:]) { pages, row in
            pages[try row[0]] = try (row[1], PageCondition(row: row))
        }
    }

    /// Sets what a page may be requested conditionally with; nil for nothing.
    func setCondition(_ condition: PageCondition?, of page: Int64) throws {
        guard let condition, !condition.validator.isEmpty else {
            try db.run("DELETE FROM validator WHERE page = ?", [page])
            return
        }
        try db.insert(
            into: "validator",
            [
                "page": page, "etag": condition.validator.etag, "modified": condition.validator.lastModified,
                "answered_by": condition.answeredBy, "next": condition.next, "total": condition.total,
                "elements": condition.listing.count, "listing": condition.listing.digest,
            ], replaces: true)
    }
}

extension PageCondition {
    /// From the columns `etag, modified, answered_by, next, total, elements, listing`.
    fileprivate init(row: StoredRow) throws {
        try self.init(
            validator: Validator(etag: row["etag"], lastModified: row["modified"]), next: row["next"],
            listing: Listing(digest: row.hash("listing"), count: row["elements"]), total: row["total"],
            answeredBy: row["answered_by"])
    }
}

extension ItemVersion {
    /// The text of the greater of two versions; nil where there is neither.
    static func greater(_ left: String?, _ right: String?) -> String? {
        guard let left, let right else { return left ?? right }
        return ItemVersion(text: left) < ItemVersion(text: right) ? right : left
    }
}
