package import FeedModel
import GRDB

/// Writes the walk of one collection, some pages a transaction: rows, places, validator and cursor of a page land
/// together or not at all.
package struct WalkStore: Sendable {
    let database: FeedDatabase
    let source: Int64
    let collection: Int64
    let run: Int64
    /// See `Merge.decide`: where the server's word is taken over greater versions.
    var floor: WriteSequence?
    /// How the pages were read; what is stored by others is read anew with the first page that is written.
    var rules: ItemRules?
    /// Whether only the head of the list is kept, so that walks note what `WindowEdge` needs.
    var hasWindow = false
    /// Whether details are asked for; else an item that is written loses its own.
    var keepsDetails = true
    /// Items that share a row of `page`, at least 1.
    var partSize = PageTable.partSize

    struct Tables {
        let items: ItemTable
        let problems: ProblemTable
        let now: Instant

        var pages: PageTable { items.pages }
        var walk: WalkTable { WalkTable(db: items.db, collection: items.collection) }
    }

    func write<Value>(at now: Instant, _ body: (Tables) throws -> Value) throws -> Value {
        try database.writeStamped { db, stamp in
            let pages = PageTable(db: db, collection: collection, stamp: stamp, partSize: partSize)
            let items = try ItemTable(
                db: db, pages: pages, stamp: stamp, run: run, now: now.millisecondsSince1970,
                keepsDetails: keepsDetails)
            let problems = ProblemTable(
                db: db, source: source, collection: collection, stamp: stamp, run: run, now: now)
            let value = try body(Tables(items: items, problems: problems, now: now))
            try pages.writeCounts()
            return value
        }
    }

    /// Like is compared with like: what is stored is read by the rules of the page that is about to be written.
    ///
    /// - Parameter request: that page's number.
    /// - Throws: `ItemLoss` where most items would be lost, and nothing is written.
    func applyRules(before request: Int64, _ tables: Tables) throws {
        guard let rules else { return }
        let db = tables.items.db
        let known: String? = try db.value("SELECT item_rules FROM collection WHERE id = ?", [collection])
        guard known != rules.name else { return }
        let payloads = StoredPayloads(db: db, collection: collection, decode: rules.decode)
        if known != nil, rules.readsIDs {
            let loss = try payloads.loss()
            if loss.isMost { throw loss }
        }
        // A removed item comes back by any later write, the page's own ones included.
        let last = WriteSequence(rawValue: WriteSequence(request: request).rawValue - 1)
        try PayloadReparsing(items: tables.items, payloads: payloads)
            .run(keepsTombstones: known == nil, sequence: last)
        // What follows looks at the rows of pages.
        try tables.pages.writeCounts()
        try db.run("UPDATE collection SET item_rules = ? WHERE id = ?", [rules.name, collection])
    }

    private func read<Value>(_ body: (WalkTable) throws -> Value) throws -> Value {
        try database.read { snapshot in try body(WalkTable(db: snapshot.db, collection: collection)) }
    }

    package func state() throws -> WalkState? { try read { walk in try walk.state() } }

    /// Begins a walk, whose number is the next; one that was open is given up, what it brought stays.
    ///
    /// - Parameters:
    ///   - fingerprint: of the manifest and the header values; validators and versions of another one are dropped: they may be
    ///     those of another list or another account. What walks have missed under other header values counts: tokens change.
    ///   - first: the cursor of the first page.
    ///   - forgetsVersions: whether the versions known so far do not count for where a delta starts.
    package func begin(
        kind: WalkKind, fingerprint: String, first: String, forgetsVersions: Bool = false, now: Instant
    ) throws -> WalkState {
        try write(at: now) { tables in
            let db = tables.items.db
            let known = try tables.walk.state()?.fingerprint ?? fingerprint
            let isAnother = known != fingerprint
            if isAnother {
                try db.run(
                    """
                    DELETE FROM validator WHERE page IN (
                        SELECT id FROM page WHERE collection = ? AND request IS NOT NULL)
                    """, [collection])
            }
            if WalkState.manifest(of: known) != WalkState.manifest(of: fingerprint) {
                // What walks of another list have missed says nothing of this one. The last of them stays: it says how much it
                // could not account for when it met what is stored.
                try db.run(
                    """
                    DELETE FROM whole_walk WHERE collection = ?1
                        AND number < (SELECT max(number) FROM whole_walk WHERE collection = ?1)
                    """, [collection])
                try db.run("DELETE FROM witness WHERE collection = ?", [collection])
            }
            if isAnother || forgetsVersions {
                try db.run(
                    "UPDATE collection SET known_version = NULL, delta_start = NULL, has_bare_304 = 0 WHERE id = ?",
                    [collection])
            }
            let begun = try db.row(
                """
                INSERT OR REPLACE INTO walk (collection, number, kind, is_open, fingerprint, next, items_before,
                    certain_version, started, advanced)
                SELECT id, 1 + ifnull((SELECT number FROM walk WHERE collection = :collection), 0), :kind, 1, :fingerprint,
                    :next, :before, known_version, :now, :now
                FROM collection WHERE id = :collection RETURNING *
                """,
                [
                    "collection": collection, "kind": kind.rawValue, "fingerprint": fingerprint, "next": first,
                    "before": try tables.pages.countItems(through: .max), "now": tables.now,
                ])
            guard let begun else { throw WalkError.superseded }
            return try WalkState(row: begun)
        }
    }

    /// Goes on with a walk that has ended at the edge of a window, as `more` does.
    ///
    /// - Throws: `WalkError.superseded` where it is no such walk; `StoreError` where the database cannot be written.
    package func goBeyond(walk: Int64, now: Instant) throws -> WalkState {
        try write(at: now) { tables in
            try tables.items.db.run(
                """
                UPDATE walk SET kind = 'browse', is_open = 1, next = beyond, beyond = NULL
                WHERE collection = ? AND number = ? AND is_open = 0 AND beyond IS NOT NULL
                """, [collection, walk])
            return try tables.walk.open(walk)
        }
    }

    /// How many different items the last walk has met together with those of `page`, and how many of these are new to it.
    package func met(with page: DecodedPage) throws -> (items: Int, new: Int) {
        try read { walk in
            guard let number = try walk.state()?.number else { return (0, 0) }
            let new = try Set(page.items.compactMap(\.id)).count { key in
                try !walk.db.exists(
                    """
                    SELECT 1 FROM item JOIN page ON page.id = item.page
                    WHERE item.collection = ? AND key = ? AND walk = ?
                    """, [collection, key, number])
            }
            let before = try walk.pages.countItems(metBy: number)
            return (before + new, new)
        }
    }

    package func payloads(onPage number: Int64) throws -> [String] {
        try read { walk in
            try walk.db.values(
                """
                SELECT payload FROM page JOIN item ON item.page = page.id
                WHERE page.collection = ? AND number = ? AND request IS NOT NULL ORDER BY part, rank
                """, [collection, number])
        }
    }

    package func loopGuard(walk: Int64) throws -> LoopGuard {
        try read { table in
            let seen = try table.db.rows(
                "SELECT request, digest FROM page WHERE collection = ? AND walk = ? AND request IS NOT NULL",
                [collection, walk])
            return try LoopGuard(
                addresses: seen.map { try LoopGuard.digest(of: $0[0]) }, pages: seen.compactMap { try $0.hash(1) })
        }
    }

    /// A page that may be requested conditionally, and the address that gave it last.
    package typealias KnownPage = (address: String, condition: PageCondition)

    /// What pages from `first` (from 1) on may be requested conditionally with, by number: those among the next `count` that
    /// have a validator. The others have rows that a 304 would not describe.
    package func conditions(from first: Int64, count: Int64) throws -> [Int64: KnownPage] {
        try read { walk in try walk.conditions(from: first, count: count) }
    }

    /// What the first page may be requested conditionally with where a 304 speaks for the whole list; nil where the
    /// cache is not the list that the validator was given for: the last whole walk did not write it, or kept what it had
    /// not seen.
    package func listCondition(address: String) throws -> PageCondition? {
        try read { walk in
            guard let page = try walk.pages.serverPage(1, part: 0), try walk.wholeWalk() == page.walk,
                try walk.pages.countItems(through: page.walk - 1) == 0
            else { return nil }
            return try walk.condition(ofPage: 1, address: address)
        }
    }

    /// Whether the URL that says 304 for the list is the one that its validator came from.
    package func isListConfirmed(by page: ListPage) throws -> Bool {
        try read { walk in try walk.condition(ofPage: 1, address: page.address)?.answeredBy == page.answeredBy }
    }

    /// The server has said that there is no page after the last one that was written.
    package func end(walk: Int64, now: Instant) throws {
        try write(at: now) { tables in
            _ = try tables.walk.open(walk)
            try tables.items.db.run("UPDATE walk SET next = NULL WHERE collection = ?", [collection])
        }
    }

    /// Deals with the end of a walk that read its last page: removes what `Evidence` says is gone.
    ///
    /// - Throws: `WalkError` where the walk is not at its end or was replaced; `StoreError`.
    package func finish(walk: Int64, _ options: WalkFinishOptions, now: Instant) throws -> WalkFinishResult {
        try write(at: now) { tables in
            let state = try tables.walk.open(walk)
            guard state.next == nil else { throw WalkError.isIncomplete }
            return try WalkFinish(tables: tables, state: state, options: options).run()
        }
    }

    /// Gives the walk up; what it brought stays, nothing is removed.
    package func abandon(walk: Int64, because problem: Problem?, now: Instant) throws {
        try write(at: now) { tables in
            guard try tables.walk.state()?.number == walk else { return }
            try tables.walk.close()
            try tables.problems.note(problem.map { [$0] } ?? [])
        }
    }

    /// - Returns: those that were not known.
    @discardableResult
    package func note(_ problems: [Problem], now: Instant) throws -> [Problem] {
        try problems.isEmpty ? [] : write(at: now) { try $0.problems.note(problems) }
    }
}
