import FeedModel
import GRDB

/// The row of `walk` of one collection, and the validators of its pages, inside one transaction.
struct WalkTable {
    let db: Database
    let collection: Int64

    /// To be read.
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

    /// Begins a walk in place of the one before; its number is the next.
    ///
    /// Under another fingerprint the validators and the known version of before are dropped: they may be those of
    /// another list or another account.
    func begin(
        kind: WalkKind, fingerprint: String, first: String, itemsBefore: Int, forgetsVersions: Bool, now: Instant
    ) throws -> WalkState {
        let isAnother = try state().map { $0.fingerprint != fingerprint } ?? false
        if isAnother {
            try db.run(
                """
                DELETE FROM validator WHERE page IN (
                    SELECT id FROM page WHERE collection = ? AND request IS NOT NULL)
                """, [collection])
            // What walks of another list have missed says nothing of this one.
            try db.run("DELETE FROM whole_walk WHERE collection = ?", [collection])
            try db.run("DELETE FROM witness WHERE collection = ?", [collection])
        }
        if isAnother || forgetsVersions {
            try db.run(
                "UPDATE collection SET known_version = NULL, delta_start = NULL, has_bare_304 = 0 WHERE id = ?",
                [collection])
        }
        let begun = try db.row(
            """
            INSERT INTO walk (collection, number, kind, is_open, fingerprint, next, items_before, certain_version,
                started, advanced)
            SELECT :collection, 1, :kind, 1, :fingerprint, :next, :before, known_version, :now, :now
            FROM collection WHERE id = :collection
            ON CONFLICT (collection) DO UPDATE
            SET number = number + 1, kind = excluded.kind, is_open = 1, fingerprint = excluded.fingerprint,
                next = excluded.next, beyond = NULL, pages = 0, elements = 0, total = NULL, items_before = excluded.items_before,
                listing = 0, rejected = 0, repeats = '', made = NULL, first_date = NULL, last_date = NULL,
                drift = NULL, greatest_version = NULL, certain_version = excluded.certain_version,
                started = excluded.started, advanced = excluded.advanced
            RETURNING *
            """,
            [
                "collection": collection, "kind": kind.rawValue, "fingerprint": fingerprint, "next": first,
                "before": itemsBefore, "now": now,
            ])
        guard let begun else { throw WalkError.superseded }
        return try WalkState(row: begun)
    }

    /// Writes how far a walk has come, and that `run` brought it there in the transaction of that number.
    func save(_ state: WalkState, run: Int64, change: Int64) throws {
        try db.run(
            """
            UPDATE walk SET pages = ?, elements = ?, listing = ?, rejected = ?, repeats = ?, made = ?,
                first_date = ?, last_date = ?, next = ?, beyond = ?, total = ?, drift = ?, greatest_version = ?,
                certain_version = ?, advanced = ?
            WHERE collection = ?
            """,
            [
                state.pages, state.elements, state.listing.digest, state.rejected, state.repeats.text,
                state.made, state.dates?.lowerBound, state.dates?.upperBound, state.next, state.beyond, state.total,
                state.drift, state.greatestVersion, state.certainVersion, state.advanced, collection,
            ])
        try db.run(
            """
            INSERT INTO walk_progress (collection, walk, run, pages, change) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (collection, walk, run) DO UPDATE SET pages = excluded.pages, change = excluded.change
            """, [collection, state.number, run, state.pages, change])
    }

    // MARK: Whole walks

    /// The whole walks that are remembered, the earliest first.
    func wholeWalks() throws -> [WholeWalk] {
        try db.rows("SELECT * FROM whole_walk WHERE collection = ? ORDER BY number", [collection]).map(WholeWalk.init)
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
        try db.run(
            """
            INSERT INTO whole_walk (collection, number, run, started, ended, made, first_date, last_date, listing,
                elements, rejected, total, repeats, drift, items_before, ordered_pages)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                collection, walk.number, walk.run, walk.started, walk.ended, walk.made, walk.dates?.lowerBound,
                walk.dates?.upperBound, walk.listing.digest, walk.listing.count, walk.rejected, walk.total,
                walk.repeats.text, walk.drift, walk.itemsBefore, orderedPages,
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

    /// What is known of the order of the pages of each remembered walk, by its number.
    func pageOrder() throws -> [Int64: PageOrder] {
        let rows = try db.rows("SELECT number, ordered_pages, run FROM whole_walk WHERE collection = ?", [collection])
        return try rows.reduce(into: [:]) { $0[try $1[0]] = try PageOrder(pages: $1[1], run: $1[2]) }
    }

    /// Whether walk `number` has pages of another run than `run`.
    func wasInterrupted(_ number: Int64, run: Int64) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM walk_progress WHERE collection = ? AND walk = ? AND run <> ? LIMIT 1",
            [collection, number, run])
    }

    /// The most whole walks that are remembered of a list: of more, every second one of the older half goes.
    private static let mostWholeWalks = 1_440

    func end() throws { try db.run("UPDATE walk SET next = NULL WHERE collection = ?", [collection]) }

    /// Goes on beyond the edge where walk `number` has ended, as one that `more` reads.
    func goBeyond(_ number: Int64) throws {
        try db.run(
            """
            UPDATE walk SET kind = 'browse', is_open = 1, next = beyond, beyond = NULL
            WHERE collection = ? AND number = ? AND is_open = 0 AND beyond IS NOT NULL
            """, [collection, number])
    }

    func close() throws {
        try db.run("UPDATE walk SET is_open = 0, next = NULL WHERE collection = ?", [collection])
    }

    // MARK: Versions

    /// The next sync asks for no delta, but for the whole list.
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
            pages[try row[0]] = try WalkStore.KnownPage(address: row[1], condition: PageCondition(row: row))
        }
    }

    /// Sets what a page may be requested conditionally with; nil for nothing.
    func setCondition(_ condition: PageCondition?, of page: Int64) throws {
        guard let condition, !condition.validator.isEmpty else {
            try db.run("DELETE FROM validator WHERE page = ?", [page])
            return
        }
        try db.run(
            """
            INSERT OR REPLACE INTO validator (page, etag, modified, answered_by, next, total, elements, listing)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                page, condition.validator.etag, condition.validator.lastModified, condition.answeredBy, condition.next,
                condition.total, condition.listing.count, condition.listing.digest,
            ])
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
