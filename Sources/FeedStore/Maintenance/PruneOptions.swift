package import FeedModel
import GRDB

/// What `prune` keeps.
public struct PruneOptions: Equatable, Sendable {
    /// Tombstones, which keep old copies of removed items from coming back, stay for this time.
    public var removedItems: Duration
    /// Impressions and taps stay for this time, since click-through is counted from them; those that wait for delivery
    /// always stay.
    public var events: Duration
    /// This many of the last syncs stay, with what is needed to show what was on screen then; 1 or more. Nil: as many as the
    /// manifest keeps.
    public var syncs: Int?
    /// Whether items that have fallen over the edge of a window go.
    public var dropsOlder = false
    /// Whether pictures and files go that no item on screen names.
    public var dropsAssets = false
    /// Whether the file is then written anew, so that the room of what was dropped is free on the disk. Meanwhile it takes up to
    /// three times its size.
    public var compacts = false
    /// Seconds since it last took something for which what a consumer has not taken stays.
    package static let consumerSeconds: Int64 = 30 * 86_400

    /// Thirty days of removed items and ninety days of events by default.
    public init(
        removedItems: Duration = .seconds(30 * 86_400), events: Duration = .seconds(90 * 86_400), syncs: Int? = nil
    ) {
        (self.removedItems, self.events, self.syncs) = (removedItems, events, syncs)
    }
}

/// How many rows a prune dropped, and what it left.
public struct PruneReport: Equatable, Sendable {
    /// Tombstones, with what was kept of their items.
    public var tombstones = 0
    /// Syncs of the ledger.
    public var runs = 0
    /// Notes of what items were before a run.
    public var history = 0
    /// Revisions of the section config.
    public var revisions = 0
    /// Problems.
    public var problems = 0
    /// Impressions and taps.
    public var events = 0
    /// Items that had fallen over the edge of a window.
    public var older = 0
    /// Pictures and files that no item on screen named.
    public var assets = 0
    /// Bytes that the file is smaller by; nil where it was not compacted.
    public var freedBytes: Int64?
    /// Sources and accounts in the file, each of which was pruned.
    public var sources = 0
    /// Impressions and taps that stay, however old they are, since they wait for delivery.
    public var waitingEvents = 0
    /// Consumers that have not taken everything: more syncs stay for them than was asked for.
    public var heldBy: [String] = []

    /// Nothing was dropped.
    public init() {}

    /// Whether nothing was dropped.
    public var isEmpty: Bool { tombstones + runs + history + revisions + problems + events + older + assets == 0 }

    fileprivate mutating func add(_ other: PruneReport) {
        for count in [\Self.tombstones, \.runs, \.history, \.revisions, \.problems, \.events, \.older] {
            self[keyPath: count] += other[keyPath: count]
        }
        sources += 1
        waitingEvents += other.waitingEvents
        heldBy += other.heldBy.filter { !heldBy.contains($0) }
    }
}

extension FeedDatabase {
    /// Prunes every source and account in the file, in one transaction, as `SourceStore.prune` does; then compacts the file
    /// where that is asked for.
    ///
    /// - Parameter isDryRun: whether all stays as it is. What is free by now counts as what compacting would give back.
    package func prune(_ options: PruneOptions, isDryRun: Bool = false, now: Instant) throws -> PruneReport {
        var report = try dropOld(options, isDryRun: isDryRun, now: now)
        if options.compacts {
            let space = try read { try $0.space() }
            if !isDryRun { try compact() }
            report.freedBytes = isDryRun ? space.free : space.bytes - (try read { try $0.space().bytes })
        }
        return report
    }

    private func dropOld(_ options: PruneOptions, isDryRun: Bool, now: Instant) throws -> PruneReport {
        try writeStamped(isDryRun: isDryRun) { db, stamp in
            var report = PruneReport()
            for source: Int64 in try db.values("SELECT id FROM source ORDER BY id") {
                report.add(try LedgerTable(db: db, source: source, now: now).prune(options, stamp))
            }
            try dropForgotten(before: options, db, now: now)
            // Should the file be put back to before this, its rows are there again: a reader without them has to notice.
            if !report.isEmpty { _ = try stamp.number() }
            return report
        }
    }

    /// Drops the notes of what was forgotten again since, which are as old as tombstones may be. The last one of each stays: a
    /// mirror keeps runs, problems and events until it gets a message.
    private func dropForgotten(before options: PruneOptions, _ db: Database, now: Instant) throws {
        let ledger = LedgerTable(db: db, source: 0, now: now)
        try db.run(
            """
            DELETE FROM forgotten WHERE at < ? AND renamed_to IS NULL AND EXISTS (
                SELECT 1 FROM forgotten AS later
                WHERE later.name = forgotten.name AND later.change > forgotten.change AND later.renamed_to IS NULL AND (
                    later.collection IS NULL
                    OR later.collection = forgotten.collection AND later.sections = forgotten.sections))
            """, [ledger.ago(options.removedItems.components.seconds)])
    }

    /// Writes as `writeStamped` does; of a dry run nothing stays but the result.
    func writeStamped<Value: Sendable>(
        isDryRun: Bool, _ body: (Database, ChangeStamp) throws -> Value
    ) throws -> Value {
        do {
            return try writeStamped { db, stamp in
                let value = try body(db, stamp)
                if isDryRun { throw DryRun(value: value) }
                return value
            }
        } catch let end as DryRun<Value> {
            return end.value
        }
    }
}

/// Has a transaction rolled back that has done all it should.
private struct DryRun<Value: Sendable>: Error {
    let value: Value
}

extension LedgerTable {
    /// Drops old tombstones, runs, history, section revisions, problems and events; never an item on screen, nor an event that
    /// waits for delivery, nor, for `PruneOptions.consumerSeconds`, a run or removal that a consumer has not taken.
    fileprivate func prune(_ options: PruneOptions, _ stamp: ChangeStamp) throws -> PruneReport {
        let limit = LedgerLimit(runs: options.syncs ?? LedgerLimit().runs, days: nil)
        let oldest = try oldestRun(within: limit)
        var report = PruneReport()
        let oldTombstones = "FROM tombstone WHERE \(Self.mine) AND removed < ? AND removed_run < ?"
        let tombstones: StatementArguments = [source, ago(options.removedItems.components.seconds), oldest]
        if let change: Int64 = try db.value("SELECT max(change) \(oldTombstones)", tombstones) {
            try stamp.noteLoss(of: change)
        }
        try stamp.pruneMarks()
        if options.dropsOlder { report.older = try dropOlder(stamp) }
        report.tombstones = try db.run("DELETE \(oldTombstones)", tombstones)
        (report.runs, report.history, report.revisions, report.problems) = try drop(before: oldest)
        report.events = try db.run(
            "DELETE FROM event WHERE source = ? AND at < ? AND NOT (\(EventTable.isPending))",
            [source, ago(options.events.components.seconds)])
        report.waitingEvents = try EventTable.pendingCount(db, source: source)
        report.heldBy = try consumers(holding: limit)
        return report
    }

    private func dropOlder(_ stamp: ChangeStamp) throws -> Int {
        let pages = "SELECT id FROM page WHERE walk = 0 AND \(Self.mine)"
        let change: Int64? = try db.value("SELECT max(change) FROM item WHERE page IN (\(pages))", [source])
        guard let change else { return 0 }
        try stamp.noteLoss(of: change)
        let items = "SELECT collection, key FROM item WHERE page IN (\(pages))"
        try db.run("DELETE FROM history WHERE (collection, key) IN (\(items))", [source])
        let count = try db.run("DELETE FROM item WHERE page IN (\(pages))", [source])
        try db.run("DELETE FROM page WHERE id IN (\(pages))", [source])
        return count
    }
}

package struct FileSpace: Equatable, Sendable {
    package let bytes: Int64
    /// Bytes of pages that are free: what is stored next goes there.
    package let free: Int64

    /// Whether compacting is worth its time: a third is free, and at least a mebibyte.
    package var isWorthCompacting: Bool { free >= max(bytes / 3, 1_048_576) }
}

extension StoreSnapshot {
    package func space() throws -> FileSpace {
        func number(_ pragma: String) throws -> Int64 { try db.value("PRAGMA \(pragma)") ?? 0 }
        let size = try number("page_size")
        return try FileSpace(bytes: number("page_count") * size, free: number("freelist_count") * size)
    }
}
