import FeedModel
import GRDB
import Testing

@testable import FeedStore

@Suite("Pruning")
struct PruneTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func prune(_ policy: PruneOptions, at seconds: Int64 = 1_000_000_000) throws -> PruneReport {
        try fixture.database.prune(policy, now: Instant(seconds: seconds))
    }

    @Test("drops old tombstones, runs and history, and no live item")
    func drops() throws {
        try fixture.walkThrough([["1", "2", "3", "4"]])
        for ids in [["1", "2", "3"], ["1", "2"], ["2"], ["2"]] {
            try fixture.nextRun()
            try fixture.walkTwice([ids])
        }
        let report = try prune(PruneOptions(removedItems: .seconds(0), syncs: 1))
        #expect((report.tombstones, report.runs) == (3, 4))
        try fixture.nextRun()
        #expect(try prune(PruneOptions(removedItems: .seconds(0), syncs: 1)).runs == 1)
        #expect(try fixture.ids == ["2"])
        #expect(try fixture.inconsistencies == [])
        #expect(try prune(PruneOptions(removedItems: .seconds(0), syncs: 1)).isEmpty)
    }

    @Test("young tombstones and those of runs that stay are kept")
    func keeps() throws {
        try fixture.walkThrough([["1", "2"]])
        try fixture.nextRun()
        try fixture.walkTwice([["1"]])
        #expect(try prune(PruneOptions(removedItems: .seconds(3_600), syncs: 1), at: 60).tombstones == 0)
        #expect(try prune(PruneOptions(removedItems: .seconds(0), syncs: 1)).tombstones == 0)
        try fixture.nextRun()
        #expect(try prune(PruneOptions(removedItems: .seconds(0), syncs: 1)).tombstones == 1)
    }

    private func count(_ sql: String) throws -> Int? {
        try fixture.database.read { try Int.fetchOne($0.db, sql: sql) }
    }

    @Test("the end of a run drops what of the ledger is beyond the limit, and nothing else")
    func ledger() throws {
        try fixture.walkThrough([["1", "2", "3", "4"]])
        for ids in [["1", "2", "3"], ["1", "2"], ["2"], ["2"]] {
            try fixture.nextRun()
            try fixture.walkTwice([ids])
        }
        func end(_ limit: LedgerLimit, at seconds: Int64) throws {
            try fixture.run.end(
                SyncReport(run: fixture.run.id), outcome: .complete, keeping: limit, now: Instant(seconds: seconds))
        }
        try end(LedgerLimit(), at: 100)
        #expect(try count("SELECT count(*) FROM run") == 5)
        try end(LedgerLimit(runs: 3), at: 100)
        #expect(try count("SELECT count(*) FROM run") == 3)
        #expect(try count("SELECT count(*) FROM history WHERE run < 3") == 0)
        #expect(try count("SELECT count(*) FROM history WHERE run = 3") == 1)
        // What diff compares stays, however old it is.
        try end(LedgerLimit(days: 1), at: 1_000_000_000)
        #expect(try count("SELECT count(*) FROM run") == 2)
        #expect(try count("SELECT count(*) FROM tombstone") == 3)
        #expect(try fixture.ids == ["2"])
        #expect(try fixture.inconsistencies == [])
    }

    @Test("every source of the file is pruned, what stays is reported, and a dry run changes nothing")
    func allSources() throws {
        try fixture.walkThrough([["1"]])
        let other = try fixture.database.source(named: "other")
        for _ in 0..<3 {
            let run = try RunStore.begin(.sync, of: other, process: 1, now: fixture.now)
            try run.end(SyncReport(run: run.id), outcome: .unchanged, now: fixture.now)
        }
        let tap = FeedEvent(kind: .tap, section: "top", target: .item("1"), row: 0, at: Instant(seconds: 0))
        _ = try other.outbox.note(tap, run: nil)
        try fixture.source.consumers.add("c", now: Instant(seconds: 999_999_000))
        for _ in 0..<2 {
            try fixture.run.end(SyncReport(run: fixture.run.id), outcome: .complete, now: fixture.now)
            try fixture.nextRun()
        }
        let options = PruneOptions(events: .seconds(0), syncs: 1)
        let now = Instant(seconds: 1_000_000_000)
        let change = try fixture.database.read { try StreamState($0.db).change }
        let trial = try fixture.database.prune(options, isDryRun: true, now: now)
        #expect(try fixture.database.read { try StreamState($0.db).change } == change)
        let report = try fixture.database.prune(options, now: now)
        #expect(report == trial)
        #expect((report.sources, report.runs, report.events) == (2, 2, 0))
        #expect((report.waitingEvents, report.heldBy) == (1, ["c"]))
        #expect(try count("SELECT count(*) FROM run") == 4)
    }

    @Test("compacting gives free pages back to the disk and changes nothing else, also beside a reader")
    func compacting() throws {
        try fixture.walkThrough([["1", "2"], ["3"]])
        let database = fixture.database
        try database.write { db in
            try db.execute(sql: "CREATE TABLE filler AS SELECT zeroblob(4000000) AS bytes")
            try db.execute(sql: "DROP TABLE filler")
        }
        let state = try database.read { try StreamState($0.db).change }
        #expect(try database.read { try $0.space() }.isWorthCompacting)
        var options = PruneOptions(events: .seconds(1_000_000_000))
        options.compacts = true
        let trial = try database.prune(options, isDryRun: true, now: fixture.now)
        let other = try FeedDatabase(path: database.path)
        let report = try other.read { snapshot in
            let seen = try snapshot.space()
            let report = try database.prune(options, now: fixture.now)
            #expect(try snapshot.space() == seen)
            return report
        }
        // Rows are packed anew, which may take or give a few pages.
        let (freed, foreseen) = (try #require(report.freedBytes), try #require(trial.freedBytes))
        #expect(foreseen >= 4_000_000 && abs(freed - foreseen) < 65_536)
        #expect(try database.read { try $0.space() }.free == 0)
        #expect(try database.read { try StreamState($0.db).change } == state)
        #expect(try fixture.ids == ["1", "2", "3"])
        #expect(try fixture.inconsistencies == [])
    }

    @Test("policies without sense do no harm", arguments: [(Int64.min, Int.min), (-1, 0), (Int64.max, Int.max)])
    func extremes(seconds: Int64, runs: Int) throws {
        try fixture.walkThrough([["1", "2"]])
        try fixture.nextRun()
        try fixture.walkTwice([["1"]])
        _ = try prune(PruneOptions(removedItems: .seconds(seconds), syncs: runs))
        #expect(try fixture.ids == ["1"])
    }
}
