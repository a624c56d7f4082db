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
        guard let state = try state(), state.isOpen, state.number == number else { throw WalkError.superseded }
        return state
    }

    /// Begins a walk in place of the one before; its number is the next.
    ///
    /// Under another fingerprint the validators and the known version of before are dropped: they may be those of
    /// another list or another account.
    ///
    /// - Parameter forgetsVersions: whether the versions known so far do not count.
    func begin(
        kind: WalkKind, fingerprint: String, first: String, itemsBefore: Int, forgetsVersions: Bool, now: Int64
    ) throws {
        let arguments: StatementArguments = [
            "collection": collection, "kind": kind.rawValue, "fingerprint": fingerprint, "next": first,
            "before": itemsBefore, "now": now,
        ]
        let isAnother = try state().map { $0.fingerprint != fingerprint } ?? false
        if isAnother {
            try db.execute(
                sql: """
                    DELETE FROM validator WHERE page IN (
                        SELECT id FROM page WHERE collection = ? AND request IS NOT NULL)
                    """, arguments: [collection])
        }
        if isAnother || forgetsVersions {
            try db.execute(
                sql: """
                    UPDATE collection SET known_version = NULL, delta_start = NULL, has_bare_304 = 0 WHERE id = ?
                    """, arguments: [collection])
        }
        try db.execute(
            sql: """
                INSERT INTO walk (collection, number, kind, is_open, fingerprint, next, items_before, certain_version,
                    has_moved, started, advanced)
                SELECT :collection, 1, :kind, 1, :fingerprint, :next, :before, known_version, 0, :now, :now
                FROM collection WHERE id = :collection
                ON CONFLICT (collection) DO UPDATE
                SET number = number + 1, kind = excluded.kind, is_open = 1, fingerprint = excluded.fingerprint,
                    next = excluded.next, pages = 0, elements = 0, total = NULL, items_before = excluded.items_before,
                    drift = NULL, has_moved = 0, greatest_version = NULL, certain_version = excluded.certain_version,
                    started = excluded.started, advanced = excluded.advanced
                """, arguments: arguments)
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

    /// Notes that one more page is in, brought by `run`.
    func advance(_ step: Step, run: Int64, now: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE walk SET pages = pages + 1, elements = elements + ?, next = ?, total = coalesce(?, total),
                    drift = coalesce(drift, ?), has_moved = has_moved OR ?, greatest_version = ?, certain_version = ?,
                    advanced = max(?, started)
                WHERE collection = ?
                """
        ).execute(arguments: [
            step.elements, step.next, step.total, step.drift, step.hasMoved, step.greatest, step.certain, now,
            collection,
        ])
        try db.cachedStatement(
            sql: """
                INSERT INTO walk_progress (collection, walk, run, pages)
                SELECT collection, number, ?, pages FROM walk WHERE collection = ?
                ON CONFLICT (collection, walk, run) DO UPDATE SET pages = excluded.pages
                """
        ).execute(arguments: [run, collection])
    }

    /// There is no page after the last one.
    func end() throws {
        try db.execute(sql: "UPDATE walk SET next = NULL WHERE collection = ?", arguments: [collection])
    }

    func close() throws {
        try db.execute(sql: "UPDATE walk SET is_open = 0, next = NULL WHERE collection = ?", arguments: [collection])
    }

    /// The addresses and digests of the pages that a walk has seen.
    func pagesSeen(by walk: Int64) throws -> [(address: String, digest: Int64?)] {
        try Row.fetchAll(
            db, sql: "SELECT request, digest FROM page WHERE collection = ? AND walk = ? AND request IS NOT NULL",
            arguments: [collection, walk]
        ).map { ($0[0], $0[1]) }
    }

    // MARK: Versions

    /// The greatest version that any answer has shown, in the server's words.
    func knownVersion() throws -> String? {
        try String.fetchOne(
            try db.cachedStatement(sql: "SELECT known_version FROM collection WHERE id = ?"), arguments: [collection])
    }

    /// Notes a version that an answer has shown.
    func noteVersion(_ version: String?) throws {
        let known = try knownVersion()
        guard let version, ItemVersion.greater(known, version) != known else { return }
        try db.cachedStatement(sql: "UPDATE collection SET known_version = ? WHERE id = ?")
            .execute(arguments: [version, collection])
    }

    // MARK: Validators

    /// What is known of a page that may be requested conditionally.
    struct KnownPage {
        let validator: Validator
        let answeredBy: String
        let next: String?
        let total: Int?
        let elements: Int
    }

    /// What the page may be requested conditionally, when it is the page this address gave last.
    func validator(page: PagePlace, address: String) throws -> KnownPage? {
        try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT etag, modified, answered_by, next, total, elements
                    FROM validator JOIN page ON page.id = validator.page WHERE page = ? AND request = ?
                    """),
            arguments: [page.id, address]
        ).map {
            KnownPage(
                validator: Validator(etag: $0[0], lastModified: $0[1]), answeredBy: $0[2], next: $0[3], total: $0[4],
                elements: $0[5])
        }
    }

    func setValidator(of page: Int64, _ known: KnownPage?) throws {
        guard let known, !known.validator.isEmpty else {
            try db.cachedStatement(sql: "DELETE FROM validator WHERE page = ?").execute(arguments: [page])
            return
        }
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO validator (page, etag, modified, answered_by, next, total, elements)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            page, known.validator.etag, known.validator.lastModified, known.answeredBy, known.next, known.total,
            known.elements,
        ])
    }
}

extension ItemVersion {
    /// The text of the greater of two versions; nil where there is neither.
    static func greater(_ left: String?, _ right: String?) -> String? {
        guard let left, let right else { return left ?? right }
        return ItemVersion(text: left) < ItemVersion(text: right) ? right : left
    }
}
