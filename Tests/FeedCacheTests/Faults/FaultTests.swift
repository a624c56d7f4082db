import FeedCache
import FeedModel
import Testing

@Suite("The fault table")
struct FaultTests {
    private let seven = ["1", "2", "3", "4", "5", "6", "7"]

    private func bench(_ items: [ServerItem] = .numbered(1...7)) throws -> Workbench {
        try Workbench(list: ServerList(style: .pageHasNext, tags: .none, items: items))
    }

    private func expect(_ report: CollectionReport, is row: FaultRow, from start: Instant) {
        #expect((report.failure?.code, report.failure?.status) == (row.code, row.status))
        #expect(report.failure?.message.isEmpty == false)
        #expect(report.failure?.retryAt == row.wait.map(start.advanced))
    }

    private func expectSound(_ bench: Workbench) throws {
        #expect(try bench.cache.database.read { try $0.checkIntegrity() } == [])
    }

    /// A wait is kept by the next process, which asks for nothing; then all is well again.
    private func expectRecovery(_ bench: Workbench, _ row: FaultRow) async throws {
        try bench.reopen()
        bench.server.edit { $0.standing["list"] = nil }
        if let wait = row.wait {
            _ = bench.asked()
            #expect(try await bench.sync().outcome == .deferred)
            #expect(bench.asked().isEmpty)
            bench.clock.step(by: wait)
        }
        #expect(try await bench.sync().outcome.isSuccess)
        #expect(try bench.status.wait == nil)
        try expectSound(bench)
    }

    @Test(
        "on the first page: nothing is in, all that was there stays, and the next run recovers",
        arguments: FaultRow.table)
    func firstPage(row: FaultRow) async throws {
        let bench = try bench()
        try await bench.sync()
        bench.server.edit { $0.standing["list"] = row.fault }
        _ = bench.asked()
        let start = bench.clock.now
        let report = try await bench.sync()
        #expect(report.outcome == (row.wait == nil ? .failed : .deferred))
        #expect((report.pages, report.isServerFailure) == (0, row.isServerFailure))
        #expect(bench.asked().count == row.tries)
        expect(report, is: row, from: start)
        #expect(try bench.keys == seven)
        try await expectRecovery(bench, row)
        #expect(try bench.keys == seven)
    }

    @Test(
        "on the second page: the first is in, the old rest stays, and the next run goes on", arguments: FaultRow.table)
    func secondPage(row: FaultRow) async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { $0.items = .numbered(1...7, version: 2) }
        bench.script([nil] + Array(repeating: .fault(row.fault), count: row.tries))
        let start = bench.clock.now
        let report = try await bench.sync()
        #expect((report.outcome, report.pages, report.items.updated) == (.interrupted, 1, 3))
        expect(report, is: row, from: start)
        #expect(try bench.keys == seven)
        #expect(try bench.items.map(\.version) == ["2", "2", "2", "1", "1", "1", "1"])
        try expectSound(bench)
        _ = bench.asked()
        try await expectRecovery(bench, row)
        #expect(try bench.keys == seven)
        #expect(try bench.items.map(\.version) == Array(repeating: "2", count: 7))
        // A walk is continued for an hour after the time that the server asked to wait for.
        #expect(bench.asked().first?.query == "page=2")
    }

    @Test("on an empty cache: nothing is in, and the next run gets all", arguments: FaultRow.table)
    func emptyCache(row: FaultRow) async throws {
        let bench = try bench()
        bench.server.edit { $0.standing["list"] = row.fault }
        let start = bench.clock.now
        expect(try await bench.sync(), is: row, from: start)
        #expect(try bench.keys == [])
        try await expectRecovery(bench, row)
        #expect(try bench.keys == seven)
    }
}
