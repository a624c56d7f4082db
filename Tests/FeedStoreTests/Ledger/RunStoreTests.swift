import FeedModel
import Testing

@testable import FeedStore

@Suite("The ledger of runs")
struct RunStoreTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func runs() throws -> [RunRecord] {
        try fixture.database.read(source: "test") { try $0.runs(limit: 99) }
    }

    @Test("a run that a dead process left open is closed as interrupted by the next")
    func dead() throws {
        #expect(try runs().map(\.outcome) == [nil])
        try fixture.nextRun()
        #expect(try runs().map(\.outcome) == [nil, "interrupted"])
    }

    @Test("clocks that step backwards leave times that make sense")
    func clock() throws {
        let run = try RunStore.begin(.more, of: fixture.source, process: 7, now: Instant(seconds: 500))
        try run.end(SyncReport(run: run.id), outcome: .unchanged, now: Instant(seconds: 20))
        let record = try runs()[0]
        #expect(record.ended == record.started)
        #expect((record.kind, record.process) == ("more", 7))
    }

    @Test("what a run did to a collection is read back as it was reported")
    func reports() throws {
        var items = ItemCounts()
        (items.inserted, items.stale, items.rejected) = (3, 2, 1)
        let failure = SyncFailure(
            code: .httpStatus, status: 503, url: "/list", message: "no", retryAt: Instant(seconds: 99))
        let report = CollectionReport(
            name: "list", outcome: .deferred, mode: .delta, pages: 4, items: items, drift: true, failure: failure)
        let wait = CollectionWait(until: Instant(seconds: 99), reason: "no")
        try fixture.run.conclude(report, of: fixture.collection, wait: wait, now: Instant(seconds: 5))
        #expect(try runs()[0].collections == [report])
        let status = try fixture.database.read(source: "test") { try $0.status(of: "list") }
        #expect((status.outcome, status.wait, status.lastSuccess) == (.deferred, wait, nil))
        #expect(try fixture.collection.state().failures == 0)
    }

    @Test("that it was stopped is read back as that")
    func stopped() throws {
        let report = CollectionReport(name: "list", outcome: .interrupted, pages: 1, failure: .interrupted)
        try fixture.run.conclude(report, of: fixture.collection, wait: nil, now: fixture.now)
        #expect(try runs()[0].collections.map(\.failure?.reach) == [.interrupted])
    }

    @Test("failures of the server count up, being offline does not, and a success clears them")
    func failures() throws {
        for code in [SyncFailure.Code.httpStatus, .connection, .malformed] {
            let report = CollectionReport(
                name: "list", outcome: .failed, failure: SyncFailure(code: code, message: "no"))
            try fixture.run.conclude(report, of: fixture.collection, wait: nil, now: fixture.now)
        }
        #expect(try fixture.collection.state().failures == 2)
        try fixture.run.conclude(
            CollectionReport(name: "list", outcome: .unchanged), of: fixture.collection, wait: nil, now: fixture.now)
        #expect(try fixture.collection.state().failures == 0)
    }

    @Test("numbers of requests are given out once, also to others and after a crash")
    func requests() throws {
        let first = try fixture.source.reserveRequests(64)
        let other = try FeedDatabase(path: fixture.database.path).source(named: "test").reserveRequests(1)
        let second = try fixture.source.reserveRequests(64)
        #expect((first, other, second) == (1..<65, 65..<66, 66..<130))
        #expect(try fixture.source.reserveRequests(0).isEmpty)
        #expect(try fixture.source.reserveRequests(-5).isEmpty)
        #expect(try fixture.source.reserveRequests(1) == 130..<131)
    }
}

@Suite("Problems")
struct ProblemTableTests {
    private func problems(_ fixture: StoreFixture) throws -> [ProblemRecord] {
        try fixture.database.read(source: "test") { try $0.problems(collection: nil, limit: .max) }
    }

    @Test("the same thing seen again counts up")
    func again() throws {
        let fixture = try StoreFixture()
        let problem = Problem(kind: .rejected, message: "m", detail: "{}")
        for _ in 0..<3 { try fixture.source.note([problem, problem], run: fixture.run.id, now: fixture.now) }
        let records = try problems(fixture)
        #expect(records.map(\.times) == [6])
        #expect(records.first?.problem == problem)
    }

    @Test("beyond the capacity problems are counted, not kept")
    func capacity() throws {
        let fixture = try StoreFixture()
        func note(_ numbers: Range<Int>) throws {
            let problems = numbers.map { Problem(kind: .stale, key: "\($0)", message: "m") }
            try fixture.source.note(problems, run: fixture.run.id, now: fixture.now)
        }
        try note(0..<ProblemTable.capacity)
        #expect(try problems(fixture).count == ProblemTable.capacity)
        try note(0..<ProblemTable.capacity)
        #expect(try problems(fixture).allSatisfy { $0.times == 2 })
        try note(5_000..<5_030)
        try note(6_000..<6_012)
        let records = try problems(fixture)
        #expect(records.count == ProblemTable.capacity + 1)
        #expect(records.first { $0.problem.message.hasPrefix("more than") }?.times == 42)
    }
}
