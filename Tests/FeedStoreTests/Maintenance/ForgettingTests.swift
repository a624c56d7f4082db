import FeedModel
import Foundation
import GRDB
import Testing

@testable import FeedStore

@Suite("Forgetting")
struct ForgettingTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func count(_ sql: String, _ database: FeedDatabase? = nil) throws -> Int? {
        try (database ?? fixture.database).read { try Int.fetchOne($0.db, sql: "SELECT count(*) FROM \(sql)") }
    }

    private func forget(
        _ scope: ForgetScope, losesEvents: Bool = false, isDryRun: Bool = false
    ) throws -> ForgetReport {
        try fixture.database.forget(scope, losesEvents: losesEvents, isDryRun: isDryRun, now: fixture.now)
    }

    private func tap(_ section: String, in source: SourceStore? = nil) throws {
        _ = try (source ?? fixture.source).outbox.note(
            FeedEvent(kind: .tap, section: section, target: .item("1"), row: 0, at: fixture.now), run: nil)
    }

    /// Two lists of the source, each with a removed item, a problem and a result in the ledger, and a tap in the section of each.
    private func fill() throws {
        try fixture.walkThrough([["1", "2"], ["3", "4"]], etags: true)
        try fixture.nextRun()
        try fixture.walkTwice([["1"], ["3", "4"]])
        let other = try fixture.source.collection(named: "other")
        try PageFilling.fill(other, ids: ["1", "5"], in: fixture)
        for collection in [fixture.collection, other] {
            try fixture.run.conclude(
                CollectionReport(name: CollectionName(collection.name), outcome: .complete, mode: .full),
                of: collection, wait: nil,
                now: fixture.now)
            try tap(collection.name)
        }
        try fixture.run.end(SyncReport(run: fixture.run.id), outcome: .complete, now: fixture.now)
    }

    @Test("a collection goes with all its rows, and nothing else does")
    func collection() throws {
        try fill()
        let scope = ForgetScope(source: "test", collection: "list", sections: ["list"], otherSections: ["other"])
        let trial = try forget(scope, isDryRun: true)
        #expect(try count("forgotten") == 0)
        #expect(throws: WaitingEventsError.self) { try forget(scope) }
        #expect(try count("event") == 2)
        let report = try forget(scope, losesEvents: true)
        #expect(report == trial)
        #expect((report.items, report.runs, report.events, report.waitingEvents) == (4, 1, 1, 1))
        let tables = [
            "item", "tombstone", "page", "page_group", "walk", "walk_progress", "whole_walk", "history",
            "run_collection",
        ]
        for table in tables {
            #expect(try count("\(table) WHERE collection = \(fixture.collection.id)") == 0, "\(table)")
        }
        #expect(try count("validator") == 0)
        #expect(try count("item") == 2)
        #expect(try count("event WHERE section = 'other'") == 1)
        #expect(try count("run") == 2)
        #expect(try fixture.inconsistencies == [])
    }

    @Test("a source goes with all its rows, and no other one gets its number")
    func source() throws {
        try fill()
        try fixture.source.consumers.add("c", now: fixture.now)
        let other = try fixture.database.source(named: "second")
        try tap("s", in: other)
        let report = try forget(ForgetScope(source: "test"), losesEvents: true)
        #expect((report.items, report.runs, report.events) == (6, 2, 2))
        for table in ["item", "collection", "run", "history", "page", "walk", "consumer", "problem", "validator"] {
            #expect(try count(table) == 0, "\(table)")
        }
        #expect(try count("event") == 1)
        #expect(try fixture.database.source(named: "test").id > other.id)
        _ = try forget(ForgetScope(source: "test"))
        #expect(try fixture.database.source(named: "third").id == 4)
        #expect(throws: StoreError.self) { try tap("s") }
        #expect(try forget(ForgetScope(source: "nope")) == ForgetReport())
    }

    @Test("no byte of what was forgotten is in the file or its log, which stay open", arguments: [false, true])
    func bytes(isRead: Bool) throws {
        try fixture.walk(payloads: [#"{"id":1,"secret":"a very private text"}"#])
        func isThere() throws -> Bool {
            try ["", "-wal"].contains { suffix in
                try Data(contentsOf: URL(filePath: fixture.database.path + suffix))
                    .range(of: Data("very private".utf8)) != nil
            }
        }
        #expect(try isThere())
        let other = isRead ? try FeedDatabase(path: fixture.database.path) : nil
        _ = try other?.state()
        _ = try forget(ForgetScope(source: "test"))
        #expect(try !isThere())
        _ = other
    }

    @Test("the note stays, whatever is pruned, and is told to who begins anew; of two for the same the last one does")
    func notes() throws {
        try fill()
        let now = fixture.now
        var reader = ChangeReader(fixture.database, program: "test", host: "h") { now }
        let token = try #require(try reader.next().token)
        _ = try forget(ForgetScope(source: "test", collection: "list", sections: ["list"]), losesEvents: true)
        _ = try fixture.database.prune(PruneOptions(removedItems: .seconds(0)), now: Instant(seconds: 1 << 30))
        #expect(try count("forgotten") == 1)
        let lines = try reader.next().lines
        let line = try #require(lines.first { $0.kind == .forget })
        #expect((line.source, line.account, line.collection) == ("test", nil, "list"))
        #expect(String(decoding: line.bytes ?? [], as: UTF8.self) == #"{"sections":["list"]}"#)
        // The run is told again, without the collection.
        #expect(
            lines.contains { $0.kind == .run && !String(decoding: $0.bytes ?? [], as: UTF8.self).contains("\"list\"") })
        for start in [token, nil] {
            var late = ChangeReader(fixture.database, after: start, program: "test", host: "h") { now }
            #expect(try late.next().lines.count { $0.kind == .forget } == 1)
        }
        try fixture.database.source(named: "test").consumers.add("c", now: fixture.now)
        _ = try forget(ForgetScope(source: "test"), losesEvents: true)
        _ = try fixture.database.prune(PruneOptions(removedItems: .seconds(0)), now: Instant(seconds: 1 << 30))
        #expect(try count("forgotten") == 1)
        #expect(try count("forgotten WHERE collection IS NULL") == 1)
    }

    @Test("what is forgotten is told with a time that none of its events is after, wherever the clock was")
    func times() throws {
        let event = FeedEvent(kind: .tap, section: "s", target: .item("1"), row: 0, at: Instant(seconds: 9_000))
        _ = try fixture.source.outbox.note(event, run: nil)
        _ = try forget(ForgetScope(source: "test"), losesEvents: true)
        var reader = ChangeReader(fixture.database, program: "test", host: "h") { Instant(seconds: 0) }
        #expect(try reader.next().lines.first { $0.kind == .forget }?.milliseconds == 9_000_000)
    }
}

private enum PageFilling {
    static func fill(_ collection: CollectionStore, ids: [String], in fixture: StoreFixture) throws {
        let walk = collection.walk(in: fixture.run.id)
        let state = try walk.begin(kind: .sync, fingerprint: "f", first: "1", now: fixture.now)
        let (page, decoded) = TestItem.listPage(
            ids.map { TestItem($0, version: 1) }, address: "other?page=1", sequence: fixture.nextSequence())
        _ = try walk.write(page, decoded, walk: state.number, now: fixture.now)
        _ = try walk.finish(walk: state.number, WalkFinishOptions(sequence: fixture.nextSequence()), now: fixture.now)
    }
}
