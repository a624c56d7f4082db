import TestSupport
import Testing

@Suite("The fault table, on a real socket", .timeLimit(.minutes(10)))
struct FaultTableTests {
    private static let ones = Array(repeating: "1", count: 6) as [String?]
    private static let twos = Array(repeating: "2", count: 6) as [String?]

    private func cached(_ fault: WireFault) async throws -> FaultyServer {
        let server = try FaultyServer(fault)
        let (exit, report, _) = try await server.sync()
        try #require(exit == 0 && report.outcome == "complete")
        return server
    }

    /// All is well as soon as the server is; where it asked to be left alone, it is not asked before.
    private func expectRecovery(_ server: FaultyServer, _ fault: WireFault, from page: Int) async throws {
        try server.move(toVersion: 2)
        let (exit, report, _) = try await server.sync()
        if fault.isDeferred {
            #expect((exit, report.outcome) == (75, "deferred"))
            #expect(server.asked == [])
        } else {
            #expect((exit, report.outcome) == (0, "complete"))
            #expect(server.asked == Array(page...2))
            #expect(try await server.versions == Self.twos)
        }
    }

    @Test(
        "on the first page: one line and the exit code, all rows stay, and the next run begins again",
        arguments: WireFault.table)
    func firstPage(fault: WireFault) async throws {
        let server = try await cached(fault)
        try server.move(toVersion: 2, faultyPage: 1)
        let (exit, report, complaints) = try await server.sync()
        #expect(exit == fault.exit)
        #expect((report.outcome, report.code) == (fault.isDeferred ? "deferred" : "failed", fault.code))
        #expect(complaints.count == 1 && complaints.allSatisfy { $0.hasPrefix("{\"error\":") }, "\(complaints)")
        #expect(server.asked.count == fault.tries)
        #expect(try await server.versions == Self.ones)
        try await expectRecovery(server, fault, from: 1)
    }

    @Test(
        "on the second page: partly done, the first page is in, the old rest stays, and the next run goes on there",
        arguments: WireFault.table)
    func secondPage(fault: WireFault) async throws {
        let server = try await cached(fault)
        try server.move(toVersion: 2, faultyPage: 2)
        let (exit, report, complaints) = try await server.sync()
        #expect(exit == 3)
        #expect((report.outcome, report.code) == ("interrupted", fault.code))
        #expect(complaints.count == 1, "\(complaints)")
        #expect(server.asked.count == 1 + fault.tries)
        #expect(try await server.versions == ["2", "2", "2", "1", "1", "1"])
        try await expectRecovery(server, fault, from: 2)
    }

    @Test(
        "a connection that breaks after a whole answer has cost nothing",
        arguments: [LoopbackServer.Step.close, .reset])
    func afterTheBody(end: LoopbackServer.Step) async throws {
        let whole = #"{"items":[{"id":4,"v":2},{"id":5,"v":2},{"id":6,"v":2}],"more":false}"#
        let server = try await cached(
            WireFault(name: "after the body", steps: [.answer(whole), end], code: "connection", exit: 69))
        try server.move(toVersion: 2, faultyPage: 2)
        let (exit, report, _) = try await server.sync()
        // A reset may overtake what came before it.
        if case .close = end { #expect((exit, report.outcome) == (0, "complete")) }
        #expect([0, 3].contains(exit))
        try server.move(toVersion: 2)
        #expect(try await server.sync().exit == 0)
        #expect(try await server.versions == Self.twos)
    }

    @Test("a list that comes again and again is refused, nothing is removed, and the next run begins again")
    func cycle() async throws {
        let same = #"{"items":[{"id":1,"v":2},{"id":2,"v":2},{"id":3,"v":2}],"more":true}"#
        let server = try await cached(
            WireFault(name: "a cycle", steps: [.answer(same)], code: "pagination_loop", exit: 76))
        try server.move(toVersion: 2, faultyPage: 2)
        let (exit, report, _) = try await server.sync()
        #expect(exit == 76)
        #expect((report.outcome, report.code) == ("failed", "pagination_loop"))
        #expect(try await server.versions == ["2", "2", "2", "1", "1", "1"])
        try server.move(toVersion: 2)
        #expect(try await server.sync().exit == 0)
        #expect(server.asked == [1, 2])
        #expect(try await server.versions == Self.twos)
    }
}
