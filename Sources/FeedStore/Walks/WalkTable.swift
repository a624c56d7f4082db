import FeedModel
import GRDB

/// The row of `walk` of one collection, and the validators of its pages, inside one transaction.
struct WalkTable {
    let db: Database
    let collection: Int64

    func state() throws -> WalkState? {
        try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT * FROM walk WHERE collection = ?"), arguments: [collection]
        ).map(WalkState.init)
    }

    /// The number of the last walk that was whole, nil before the first.
    func wholeWalk() throws -> Int64? {
        try Int64.fetchOne(
            try db.cachedStatement(sql: "SELECT whole_walk FROM collection WHERE id = ?"), arguments: [collection])
    }

    /// The state of walk `number`, which must be open and the present one.
    func open(_ number: Int64) throws -> WalkState {
        guard let state = try state(), state.isOpen, state.number == number else { throw WalkError.overtaken }
        return state
    }

    /// Begins a walk in place of the one before; its number is the next.
    ///
    /// The validators of a walk of another manifest are dropped: they may be another server's.
    func begin(kind: WalkKind, fingerprint: String, first: String, itemsBefore: Int, now: Int64) throws {
        try db.execute(
            sql: """
                DELETE FROM validator WHERE page IN (
                    SELECT page.id FROM page JOIN walk USING (collection)
                    WHERE collection = ? AND fingerprint <> ? AND request IS NOT NULL)
                """, arguments: [collection, fingerprint])
        try db.execute(
            sql: """
                INSERT INTO walk (collection, number, kind, is_open, fingerprint, next, items_before, started, advanced)
                VALUES (:collection, 1, :kind, 1, :fingerprint, :next, :before, :now, :now)
                ON CONFLICT (collection) DO UPDATE
                SET number = number + 1, kind = excluded.kind, is_open = 1, fingerprint = excluded.fingerprint,
                    next = excluded.next, pages = 0, total = NULL, items_before = excluded.items_before, drift = NULL,
                    greatest_version = NULL, started = excluded.started, advanced = excluded.advanced
                """,
            arguments: [
                "collection": collection, "kind": kind.rawValue, "fingerprint": fingerprint, "next": first,
                "before": itemsBefore, "now": now,
            ])
    }

    /// Notes that one more page is in, brought by `run`.
    func advance(next: String?, total: Int?, drift: String?, greatest: String?, run: Int64, now: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE walk SET pages = pages + 1, next = ?, total = coalesce(?, total), drift = coalesce(drift, ?),
                    greatest_version = ?, advanced = max(?, started)
                WHERE collection = ?
                """
        ).execute(arguments: [next, total, drift, greatest, now, collection])
        try db.cachedStatement(
            sql: """
                INSERT INTO reach (collection, walk, run, pages)
                SELECT collection, number, ?, pages FROM walk WHERE collection = ?
                ON CONFLICT (collection, walk, run) DO UPDATE SET pages = excluded.pages
                """
        ).execute(arguments: [run, collection])
    }

    func close() throws {
        try db.execute(sql: "UPDATE walk SET is_open = 0, next = NULL WHERE collection = ?", arguments: [collection])
    }

    /// Whether the walk has asked for `request` before.
    func hasAsked(_ request: String, walk: Int64) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM page WHERE collection = ? AND request = ? AND walk = ?)"),
            arguments: [collection, request, walk]) ?? false
    }

    // MARK: Validators

    /// What the page may be asked for conditionally, when it is the page this request asked for last.
    func validator(page: PagePlace, request: String) throws -> (validator: Validator, next: String?, total: Int?)? {
        try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT etag, modified, next, total FROM validator JOIN page ON page.id = validator.page
                    WHERE page = ? AND request = ?
                    """),
            arguments: [page.id, request]
        ).map { (Validator(etag: $0[0], lastModified: $0[1]), $0[2], $0[3]) }
    }

    func setValidator(page: Int64, _ validator: Validator, next: String?, total: Int?) throws {
        guard !validator.isEmpty else {
            try db.cachedStatement(sql: "DELETE FROM validator WHERE page = ?").execute(arguments: [page])
            return
        }
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO validator (page, etag, modified, next, total) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [page, validator.etag, validator.lastModified, next, total])
    }
}
