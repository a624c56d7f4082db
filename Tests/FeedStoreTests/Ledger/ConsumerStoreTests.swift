import FeedModel
import Testing

@testable import FeedStore

@Suite("Who is notified of changes")
struct ConsumerStoreTests {
    private let fixture: StoreFixture
    private var consumers: ConsumerStore { fixture.source.consumers }

    init() throws {
        fixture = try StoreFixture()
    }

    private func end(_ outcome: SyncOutcome = .complete) throws {
        try fixture.run.end(SyncReport(run: fixture.run.id), outcome: outcome, now: fixture.now)
    }

    private func consumer(_ name: String) throws -> ConsumerRecord {
        try #require(try fixture.database.read(source: "test") { try $0.consumer(name) })
    }

    @Test("begins at the last run there is, and goes on with what is taken, never back")
    func takes() throws {
        try end()
        try consumers.add("c", now: Instant(seconds: 5))
        try fixture.nextRun()
        try end()
        try consumers.add("c", now: Instant(seconds: 6))
        #expect(try consumer("c").run == 1 && consumer("c").runsBehind == 1)
        #expect(try consumer("c").taken == Instant(seconds: 5))
        try consumers.fail("c")
        try consumers.fail("c")
        #expect(try consumer("c").failures == 2)
        try consumers.take("c", run: 2, now: Instant(seconds: 7))
        try consumers.take("c", run: 1, now: Instant(seconds: 8))
        let last = try consumer("c")
        #expect((last.run, last.runsBehind, last.changesBehind, last.failures) == (2, 0, 0, 0))
        #expect(last.taken == Instant(seconds: 8))
        #expect(try consumers.forget("c"))
        #expect(try !consumers.forget("c"))
    }

    @Test("holds what it has not taken against a prune, until it has taken nothing for too long")
    func held() throws {
        try fixture.walkThrough([["1", "2", "3"]])
        try end()
        try consumers.add("c", now: Instant(seconds: 0))
        for ids in [["1", "2"], ["1"], ["1"]] {
            try fixture.nextRun()
            try fixture.walkTwice([ids])
            try end()
        }
        let policy = PruneOptions(removedItems: .seconds(0), syncs: 1)
        let limit = PruneOptions.consumerSeconds
        let held = try fixture.database.prune(policy, now: Instant(seconds: limit))
        #expect((held.runs, held.tombstones, held.history) == (0, 0, 0))
        let dropped = try fixture.database.prune(policy, now: Instant(seconds: limit + 1))
        #expect((dropped.runs, dropped.tombstones) == (3, 2))
        let first = try fixture.database.read(source: "test") { try [0, 1].map($0.firstRun) }
        #expect(first == [0, 4])
    }

    @Test("a run that is unchanged may have changed the screen: what is stored was read by other rules")
    func unchangedRun() throws {
        try fixture.walkThrough([["1", "2", "3"]])
        try end()
        try fixture.nextRun()
        let sequence = fixture.nextSequence()
        try fixture.collection.reparsePayloads(
            by: "rules", in: fixture.run.id, sequence: sequence, now: fixture.now
        ) { array in
            String(decoding: array, as: UTF8.self).split(separator: "},").map { item in
                let id = String(item.split(separator: "\"")[3])
                return DecodedItem(
                    payload: 0..<0, identity: .id(id), versionText: "1", version: .integer(1), isTombstone: id == "2")
            }
        }
        try end(.unchanged)
        try fixture.nextRun()
        try end(.unchanged)
        #expect(try fixture.ids == ["1", "3"])
        let may = try fixture.database.read(source: "test") { reader in
            try [1, 2].map { try reader.mayHaveChanged(after: $0, through: $0 + 1) }
        }
        #expect(may == [true, false])
    }

    @Test("goes on where a reader of the stream says it is, also where that is before")
    func tokens() throws {
        try fixture.walkThrough([["1"]])
        try end()
        var reader = ChangeReader(fixture.database, program: "p", host: "h") { Instant(seconds: 1) }
        let first = try #require(try reader.next().token)
        try fixture.nextRun()
        try fixture.walkTwice([["2"]])
        try end()
        let second = try #require(try reader.next().token)
        for token in [second, first] {
            try consumers.take("mirror", token, now: fixture.now)
            #expect(try consumer("mirror").token == token.text)
            #expect(try consumer("mirror").run == (token == first ? 1 : 2))
        }
        #expect(try consumer("mirror").changesBehind > 0)
        var other = first
        other.cache = "another"
        #expect(throws: ChangeStreamError.self) { try consumers.take("mirror", other, now: fixture.now) }
    }
}
