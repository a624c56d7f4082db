public import FeedModel
import GRDB

package struct RunRecord: Equatable, Sendable {
    /// Its number; later runs have greater ones.
    package let run: Int64
    /// `sync`, `refresh` or `more`.
    package let kind: String
    package let process: Int64
    package let started: Instant
    /// Nil while it is under way.
    package let ended: Instant?
    /// As in `sync --json`, or `interrupted` where the process died; nil while it is under way.
    package let outcome: String?
    /// Requests sent, retries included.
    package let requests: Int
    /// Bytes of answers as they crossed the wire, headers apart.
    package let bytes: Int
    /// What became of the section config; nil where it was not requested.
    package let sectionsOutcome: String?
    /// The revision of the section config that was in force at its end.
    package let sectionsRevision: Int?
    /// Why the section config could not be had, for people.
    package let sectionsError: String?
    package let collections: [CollectionReport]
}

package struct ProblemRecord: Equatable, Sendable {
    /// Nil: of the section config.
    package let collection: String?
    package let problem: Problem
    package let firstRun: Int64
    package let lastRun: Int64
    package let lastSeen: Instant
    package let times: Int
}

/// The state of one collection.
public struct CollectionStatus: Equatable, Sendable {
    /// Its name in the manifest.
    public let name: CollectionName
    /// How many items are live.
    public let items: Int
    /// Nil before the first run.
    public let outcome: CollectionOutcome?
    /// When it was last found or made to be as the server has it.
    public let lastSuccess: Instant?
    /// When it was last asked for.
    public let lastAttempt: Instant?
    /// Until when it is not requested, and why.
    public let wait: CollectionWait?
    /// The last walk that was begun; nil before the first.
    package fileprivate(set) var lastWalk: WalkState?
    package fileprivate(set) var proof: ListProof?
    /// Runs in a row, up to the last, that asked for it and did not succeed, as far as the ledger goes back.
    public let failures: Int
    /// Why the last of them did not; nil where it succeeded.
    public let lastFailure: SyncFailure?
    /// What items that the last whole walk did not meet wait for.
    public let waiting: [WaitingItems]

    /// A state, as for a test: by default of a collection that was never synced.
    public init(
        name: CollectionName, items: Int = 0, outcome: CollectionOutcome? = nil, lastSuccess: Instant? = nil,
        lastAttempt: Instant? = nil, wait: CollectionWait? = nil, failures: Int = 0, lastFailure: SyncFailure? = nil,
        waiting: [WaitingItems] = []
    ) {
        (self.name, self.items, self.outcome, self.wait) = (name, items, outcome, wait)
        (self.lastSuccess, self.lastAttempt) = (lastSuccess, lastAttempt)
        (self.failures, self.lastFailure, self.waiting) = (failures, lastFailure, waiting)
    }

    /// The walk that is under way or will go on.
    package var walk: WalkState? { lastWalk.flatMap { $0.isOpen ? $0 : nil } }
}

package struct SectionRevision: Equatable, Sendable {
    /// Counts the revisions from 1.
    package let number: Int
    package let run: Int64
    package let at: Instant
    /// The answer as the server sent it.
    package let body: String
}

extension FeedReader {
    package func runs(limit: Int) throws -> [RunRecord] {
        try db.rows("SELECT * FROM run WHERE source = ? ORDER BY id DESC LIMIT ?", [source, limit]).map { row in
            try RunRecord(
                run: row["id"], kind: row["kind"], process: row["process"], started: row["started"],
                ended: row["ended"], outcome: row["outcome"], requests: row["requests"], bytes: row["bytes"],
                sectionsOutcome: row["sections_outcome"], sectionsRevision: row["sections_revision"],
                sectionsError: row["sections_error"], collections: reports(of: row["id"]))
        }
    }

    package func runCount() throws -> Int { try db.count("run WHERE source = ?", [source]) }

    package func hasRun(_ run: Int64) throws -> Bool {
        try db.exists("SELECT 1 FROM run WHERE id = ? AND source = ?", [run, source])
    }

    /// The last run of the source that ended, nil where there is none or one is under way: what is on screen then is no
    /// run's.
    package func latestEndedRun() throws -> Int64? {
        try db.value(
            """
            SELECT id FROM run WHERE source = ?1 AND ended IS NOT NULL
                AND id = (SELECT max(id) FROM run WHERE source = ?1)
            """, [source])
    }

    private func reports(of run: Int64) throws -> [CollectionReport] {
        try db.rows(
            """
            SELECT run_collection.*, collection.name FROM run_collection
            JOIN collection ON collection.id = run_collection.collection
            WHERE run = ? ORDER BY collection.id
            """, [run]
        ).map(CollectionReport.init)
    }

    /// What was rejected, refused or doubted, the last seen first.
    ///
    /// - Parameter key: of the item that a problem is of; nil for all.
    package func problems(collection: String?, of key: String? = nil, limit: Int) throws -> [ProblemRecord] {
        try db.rows(
            """
            SELECT problem.*, collection.name AS collection_name FROM \(Self.problems)
                AND (?3 IS NULL OR problem.key = ?3)
            ORDER BY problem.last_at DESC, problem.id DESC LIMIT ?4
            """, [source, collection, key, limit]
        ).map { row in
            try ProblemRecord(
                collection: row["collection_name"],
                problem: Problem(
                    kind: Problem.Kind(rawValue: row["kind"]) ?? .rejected, key: row["key"], message: row["message"],
                    detail: row["detail"]),
                firstRun: row["first_run"], lastRun: row["last_run"], lastSeen: row["last_at"], times: row["times"])
        }
    }

    package func problemCount(collection: String?) throws -> Int { try db.count(Self.problems, [source, collection]) }

    private static let problems = """
        problem LEFT JOIN collection ON collection.id = problem.collection
        WHERE problem.source = ?1 AND (?2 IS NULL OR collection.name = ?2)
        """

    /// The state of a collection; one that was never synced is empty.
    package func status(of collection: String) throws -> CollectionStatus {
        let id = try collectionID(collection)
        let row = try db.row("SELECT * FROM collection WHERE id = ?", [id])
        let walks = id.map { WalkTable(db: db, collection: $0) }
        let (failures, lastFailure) = try id.map(failuresInRow) ?? (0, nil)
        var status = try CollectionStatus(
            name: CollectionName(collection), items: list(collection).count(),
            outcome: (row?["outcome"] as String?).flatMap(CollectionOutcome.init), lastSuccess: row?["succeeded"],
            lastAttempt: row?["attempted"], wait: row.flatMap { try CollectionWait(row: $0) },
            failures: failures, lastFailure: lastFailure, waiting: walks?.evidence()?.waiting ?? [])
        status.lastWalk = try walks?.state()
        status.proof = try row.flatMap(ListProof.init)
        return status
    }

    /// How many runs in a row have failed a collection, and why the last did. Runs that did not ask for it do not count.
    private func failuresInRow(of collection: Int64) throws -> (count: Int, last: SyncFailure?) {
        let rows = try db.cursor(
            """
            SELECT run_collection.* FROM run CROSS JOIN run_collection ON run = run.id AND collection = ?
            WHERE source = ? ORDER BY run.id DESC
            """, [collection, source])
        var (count, last) = (0, SyncFailure?.none)
        while let row = try rows.next() {
            let outcome = try CollectionOutcome(rawValue: row["outcome"]) ?? .failed
            if outcome.isSuccess { break }
            if last == nil { last = try SyncFailure(row: row) }
            if outcome != .deferred { count += 1 }
        }
        return (count, last)
    }

    /// When each collection was last found or made to be as the server has it, and the manifest and header values of its last
    /// whole walk; those that never were are left out.
    ///
    /// - Parameter isWhole: only those that were walked whole.
    package func successes(isWhole: Bool = false) throws -> [String: (at: Instant, fingerprint: String?)] {
        let rows = try db.rows(
            """
            SELECT name, succeeded, fingerprint FROM collection
            WHERE source = ? AND succeeded IS NOT NULL AND (whole_walk IS NOT NULL OR NOT ?)
            """, [source, isWhole])
        return try rows.reduce(into: [:]) { $0[try $1[0]] = try ($1[1], $1[2]) }
    }

    /// When the last sync ended whose section config was as the server has it, as far as the ledger goes back.
    package func lastSectionsSuccess() throws -> Instant? {
        try db.value(
            """
            SELECT ended FROM run WHERE source = ? AND ended IS NOT NULL AND sections_outcome IN ('complete', 'unchanged')
            ORDER BY id DESC LIMIT 1
            """, [source])
    }

    /// The revisions of the section config that were in force by the end of a run, the newest first.
    package func sectionRevisions(limit: Int, asOf run: Int64 = .max) throws -> [SectionRevision] {
        try db.rows(
            """
            SELECT number, run, at, body FROM section_revision WHERE source = ? AND run <= ?
            ORDER BY number DESC LIMIT ?
            """, [source, run, limit]
        ).map { try SectionRevision(number: $0[0], run: $0[1], at: $0[2], body: $0[3]) }
    }

    /// The revision of the section config that was in force at the end of a run; nil where there was none.
    package func sectionRevision(asOf run: Int64 = .max) throws -> SectionRevision? {
        try sectionRevisions(limit: 1, asOf: run).first
    }

    package func sectionRevisionCount() throws -> Int {
        try db.count("section_revision WHERE source = ?", [source])
    }
}

extension CollectionReport {
    fileprivate init(row: StoredRow) throws {
        let items = try ItemCounts(
            inserted: row["inserted"], updated: row["updated"], unchanged: row["unchanged"], stale: row["stale"],
            rejected: row["rejected"], removed: row["removed"])
        try self.init(
            name: CollectionName(row["name"]), outcome: CollectionOutcome(rawValue: row["outcome"]) ?? .failed,
            mode: SyncMode(rawValue: row["mode"]) ?? .full, pages: row["pages"], items: items, drift: row["drift"],
            failure: SyncFailure(row: row))
        guard let stored = try row["details_stored"] as Int? else { return }
        details = try DetailCounts(
            stored: stored, unchanged: row["details_unchanged"] ?? 0, failed: row["details_failed"] ?? 0)
    }
}

extension SyncFailure {
    /// From the columns of `run_collection`; nil where nothing failed.
    fileprivate init?(row: StoredRow) throws {
        guard let code = try (row["error_code"] as String?).flatMap(Code.init) else { return nil }
        try self.init(
            code: code, status: row["error_status"], url: row["error_url"], message: row["error_message"] ?? "",
            retryAt: row["error_retry"])
    }
}
