import FeedCache
import Foundation
import TestSupport
import Testing

@Suite("A sync of what is old enough")
struct YoungSyncTests {
    private let folder: TemporaryFolder
    private let server = ListServer()
    private let clock = StoppedClock()

    init() throws { folder = try TemporaryFolder() }

    private func open(_ manifest: FeedManifest? = nil) async throws -> FeedRepository {
        try await FeedRepository(
            manifest: manifest ?? ListServer.manifest(), databaseURL: URL(filePath: folder.path("feed.db")),
            configuration: .init(transport: server, clock: clock))
    }

    @Test("asks for nothing while all is younger, leaves no run, and asks again once it is as old")
    func young() async throws {
        let repository = try await open()
        let first = try await repository.sync(ifOlderThan: .seconds(300))
        #expect(first.outcome == .complete && first.requests == 2)
        clock.step(by: 299)
        let young = try await repository.sync(ifOlderThan: .seconds(300))
        #expect(young.outcome == .unchanged && young.requests == 0 && young.run == first.run)
        #expect(young.collections.map(\.name) == ["list"] && young.sections?.outcome == .unchanged)
        #expect(server.requests == ["sections", "list"])
        let named = SyncOptions(collections: ["list"], maxAge: .seconds(300))
        #expect(try await repository.sync(named).requests == 0)
        let dry = try await repository.dryRun(named)
        #expect(dry.requests == 0 && dry.run == nil && dry.outcome == .unchanged)
        let status = try await repository.status()
        clock.step(by: 1)
        #expect(try await repository.status() == status)
        #expect(try await repository.sync(ifOlderThan: .seconds(300)).requests == 2)
    }

    @Test("is of each part by itself: what failed is asked for, and what is young is not a success of now")
    func parts() async throws {
        let repository = try await open()
        server.arrange("no JSON")
        try await repository.sync()
        clock.step(by: 60)
        server.arrange(#"{"sections":[\#(ListServer.section("top"))]}"#)
        let report = try await repository.sync(ifOlderThan: .seconds(300))
        #expect(server.requests == ["sections", "list", "sections"])
        #expect(report.sections?.outcome == .complete && report.collections.map(\.outcome) == [.unchanged])
        clock.step(by: 240)
        #expect(try await repository.sync(ifOlderThan: .seconds(300)).requests == 1)
        #expect(server.requests.last == "list")
    }

    @Test("delivers what waits all the same")
    func events() async throws {
        let repository = try await open()
        try await repository.sync()
        try await repository.tap(0)
        let report = try await repository.sync(ifOlderThan: .seconds(300))
        #expect(server.requests.suffix(1) == ["events"] && report.outcome == .unchanged && report.requests == 1)
        #expect(report.collections.map(\.name) == ["list"])
    }

    @Test("asks where the manifest or the headers are others, or the clock was put back")
    func others() async throws {
        try await open().sync()
        let source = FeedManifest.Source(
            name: "list", baseURL: "https://api.example.com/v1", headers: ["X-Locale": "fi"], attempts: 1)
        let other = try FeedManifest(
            source: source, collections: [.init(name: "list", path: "list", items: "", id: "id", paging: .none)])
        #expect(try await open(other).sync(ifOlderThan: .seconds(300)).requests == 1)
        #expect(try await open(other).sync(ifOlderThan: .seconds(300)).requests == 0)
        clock.step(by: -10)
        #expect(try await open(other).sync(ifOlderThan: .seconds(300)).requests == 1)
    }
}
