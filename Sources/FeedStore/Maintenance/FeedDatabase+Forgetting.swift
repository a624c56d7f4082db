package import FeedModel
import GRDB

/// What is forgotten altogether: a source of the file, that of one account where it has accounts, or one collection of it.
package struct ForgetScope: Equatable, Sendable {
    package let source: String
    /// Nil: the whole source.
    package let collection: String?
    /// The IDs of sections that show the collection: their events and ads go with it.
    package let sections: Set<String>
    package let otherSections: Set<String>

    package init(
        source: String, collection: String? = nil, sections: Set<String> = [], otherSections: Set<String> = []
    ) {
        (self.source, self.collection) = (source, collection)
        (self.sections, self.otherSections) = (sections, otherSections)
    }
}

/// How much was forgotten.
public struct ForgetReport: Equatable, Sendable {
    /// Items, those that were removed before included.
    public internal(set) var items = 0
    /// Syncs of the ledger; of a collection alone what they did to it, and they stay.
    public internal(set) var runs = 0
    /// Impressions and taps.
    public internal(set) var events = 0
    /// Those of them that the server has not got, and never will.
    public internal(set) var waitingEvents = 0

    /// By default nothing was forgotten.
    public init(items: Int = 0, runs: Int = 0, events: Int = 0, waitingEvents: Int = 0) {
        (self.items, self.runs, self.events, self.waitingEvents) = (items, runs, events, waitingEvents)
    }
}

/// Events wait for delivery, and forgetting would lose them.
package struct WaitingEventsError: ReportableError, Equatable, Sendable {
    let count: Int

    package var report: ErrorReport {
        let events = count == 1 ? "1 event waits" : "\(count) events wait"
        return ErrorReport(
            .comeBackLater, "waiting_events", "nothing was forgotten: \(events) for delivery",
            advice: "deliver with “flush” first, or lose them with --force")
    }
}

extension FeedDatabase {
    /// Forgets a source or a collection with all that is known of it, in one transaction: items, walks, evidence, validators,
    /// history, problems, ads, events, and of a source its runs, arrangements and consumers. What it was written on is
    /// overwritten, and the log is cut, unless another process reads for long. The change stream tells it.
    ///
    /// - Parameter isDryRun: whether all stays as it is; events that wait are counted then.
    /// - Throws: `WaitingEventsError` where events wait, and nothing is forgotten; `StoreError`.
    package func forget(_ scope: ForgetScope, losesEvents: Bool, isDryRun: Bool, now: Instant) throws -> ForgetReport {
        let report = try writeStamped(isDryRun: isDryRun) { db, stamp in
            guard let source = try StoreSnapshot(db: db).sourceID(named: scope.source) else { return ForgetReport() }
            let rows = try ForgottenRows(db, scope, source: source)
            let report = try rows.report()
            guard losesEvents || isDryRun || report.waitingEvents == 0 else {
                throw WaitingEventsError(count: report.waitingEvents)
            }
            try rows.note(scope, change: stamp.number(), now: now)
            // No page keeps what was on it.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            defer { try? db.execute(sql: "PRAGMA secure_delete = OFF") }
            try rows.delete(change: stamp.number())
            return report
        }
        if !isDryRun { try emptyLog() }
        return report
    }
}

private struct ForgottenRows {
    let db: Database
    let source: Int64
    /// Nil: all of the source.
    let collection: Int64?
    /// A JSON array of the IDs of the sections.
    let sections: String

    init(_ db: Database, _ scope: ForgetScope, source: Int64) throws {
        self.db = db
        self.source = source
        collection = try scope.collection.flatMap { name in
            try FeedReader(db: db, source: source).collectionID(name) ?? 0
        }
        // A section that is on screen no more may have ads and events all the same.
        let remembered: [String] = try db.values(
            "SELECT section FROM ad_section WHERE source = ? AND collection = ?", [source, scope.collection])
        let all = scope.sections.union(remembered).subtracting(scope.otherSections)
        sections = String(decoding: JSONValue.array(all.sorted().map(JSONValue.string)).bytes, as: UTF8.self)
    }

    private var events: String {
        "event WHERE source = :source AND (:collection IS NULL OR section IN (SELECT value FROM json_each(:sections)))"
    }

    private var arguments: StatementArguments { ["source": source, "collection": collection, "sections": sections] }

    func report() throws -> ForgetReport {
        let collections = "(SELECT id FROM collection WHERE source = ?1 AND (?2 IS NULL OR id = ?2))"
        return try ForgetReport(
            items: ["item", "tombstone"].reduce(0) {
                try $0 + db.count("\($1) WHERE collection IN \(collections)", [source, collection])
            },
            runs: collection == nil
                ? db.count("run WHERE source = ?", [source])
                : db.count("run_collection WHERE collection = ?", [collection]),
            events: db.count(events, arguments),
            waitingEvents: db.count("\(events) AND \(EventTable.isPending)", arguments))
    }

    func note(_ scope: ForgetScope, change: Int64, now: Instant) throws {
        try db.run(
            """
            INSERT INTO forgotten (change, at, source, name, account, collection, sections, event)
            SELECT :change, max(:now, ifnull((SELECT max(at) FROM event WHERE source = :source), 0)), id, name, account_name,
                :collection, :sections, (SELECT ifnull(max(id), 0) FROM event)
            FROM source WHERE id = :source
            """,
            ["change": change, "now": now, "source": source, "collection": scope.collection, "sections": sections])
    }

    /// Deletes them. Runs that had to do with a collection are sent again, without it.
    func delete(change: Int64) throws {
        guard let collection else {
            try db.run("DELETE FROM source WHERE id = ?", [source])
            return
        }
        try db.run(
            "UPDATE run SET change = ? WHERE id IN (SELECT run FROM run_collection WHERE collection = ?)",
            [change, collection])
        try db.run(
            "DELETE FROM alarm WHERE source = ? AND part = (SELECT name FROM collection WHERE id = ?)",
            [source, collection])
        try db.run("DELETE FROM \(events)", arguments)
        try db.run(
            "DELETE FROM ad_section WHERE source = ? AND section IN (SELECT value FROM json_each(?))",
            [source, sections])
        try db.run("DELETE FROM collection WHERE id = ?", [collection])
    }
}

extension StoreSnapshot {
    /// The accounts of a source: their digests, and what the change stream calls them.
    package func accounts(of source: String) throws -> [(digest: String, name: String)] {
        try db.rows("SELECT name, account_name FROM source ORDER BY name").compactMap { row in
            let name = ChangeNames.split(try row[0])
            guard name.source == source, let digest = name.account else { return nil }
            return (digest, try row[1] ?? digest)
        }
    }
}

extension FeedReader {
    /// The names of the collections that were ever synced, those of an earlier manifest too.
    package func collectionNames() throws -> [String] {
        try db.values("SELECT name FROM collection WHERE source = ? ORDER BY id", [source])
    }
}
