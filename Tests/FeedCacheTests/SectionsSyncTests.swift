import FeedModel
import Testing

@testable import FeedCache
@testable import FeedStore

@Suite("Syncing the section config")
struct SectionsSyncTests {
    private static let good = #"{"sections":[{"sectionType":"list","sectionTitle":"All","collection":"list"}]}"#

    private func bench(_ sections: String = good) throws -> Workbench {
        try Workbench(list: ServerList(style: .none, items: .numbered(1...3)), sections: sections)
    }

    private func sync(_ bench: Workbench, _ options: SyncOptions = SyncOptions()) async throws -> SectionsReport {
        try #require(try await bench.cache.sync(options).sections)
    }

    @Test("an unchanged config is asked for conditionally, a full sync asks for all of it")
    func validator() async throws {
        let bench = try bench()
        #expect(try await sync(bench) == SectionsReport(outcome: .complete, revision: 1))
        #expect(try await sync(bench) == SectionsReport(outcome: .unchanged, revision: 1))
        #expect(try await sync(bench, SyncOptions(isFull: true)) == SectionsReport(outcome: .unchanged, revision: 1))
        #expect(bench.asked("sections").map(\.isConditional) == [false, true, false])
    }

    @Test(
        "the last good config stands until a newer one is valid in whole",
        arguments: ["", "nonsense", "[]", #"{"sections":[{"sectionTitle":"no type","items":[]}]}"#])
    func invalid(config: String) async throws {
        let bench = try bench()
        _ = try await sync(bench)
        bench.server.edit { $0.sections = config }
        let report = try await sync(bench)
        #expect((report.outcome, report.revision, report.failure?.code) == (.failed, 1, .malformed))
        #expect(try bench.cache.read { try $0.sections() }.map(\.title) == ["All"])
        bench.server.edit { $0.sections = Self.good.replacing("All", with: "New") }
        #expect(try await sync(bench) == SectionsReport(outcome: .complete, revision: 2))
    }

    @Test("a section that shows a collection which the manifest does not have is told")
    func missingCollection() async throws {
        let bench = try bench(Self.good.replacing(#":"list"}"#, with: #":"elsewhere"}"#))
        #expect(try await sync(bench).outcome == .complete)
        #expect(try bench.problems(.sections).map(\.problem.key) == ["list:All"])
    }

    @Test("a name is that of a collection to the byte")
    func otherForm() async throws {
        let sections = Self.good.replacing(#":"list"}"#, with: ":\"\u{212A}\"}")
        let bench = try Workbench(sections: sections, collections: Workbench.collection("K", ServerList(style: .none)))
        #expect(try await sync(bench).outcome == .complete)
        #expect(try bench.problems(.sections).map(\.problem.key) == ["list:All"])
        #expect(try bench.cache.read { snapshot in try snapshot.spec(of: snapshot.sections()[0]) == nil })
    }

    @Test("the config is not asked for before Retry-After either")
    func retryAfter() async throws {
        let bench = try bench()
        bench.server.edit { $0.standing["sections"] = .status(503, retryAfter: "3600") }
        #expect(try await sync(bench).outcome == .deferred)
        bench.server.edit { $0.standing["sections"] = nil }
        try bench.reopen()
        _ = bench.asked("sections")
        #expect(try await sync(bench).outcome == .deferred)
        #expect(bench.asked("sections").isEmpty)
        #expect(try await sync(bench, SyncOptions(ignoresWaits: true)).outcome == .complete)
        #expect(try await sync(bench).outcome == .unchanged)
    }

    @Test("after a week of nothing but 304 all of the config is asked for, so that a server stuck on 304 heals")
    func heals() async throws {
        let bench = try bench()
        _ = try await sync(bench)
        bench.server.edit { $0.areSectionsStuck = true }
        bench.clock.step(by: 7 * Workbench.day - 1)
        #expect(try await sync(bench).outcome == .unchanged)
        bench.clock.step(by: 1)
        _ = bench.asked("sections")
        bench.server.edit { $0.sections = Self.good.replacing("All", with: "New") }
        #expect(try await sync(bench) == SectionsReport(outcome: .complete, revision: 2))
        #expect(try await sync(bench) == SectionsReport(outcome: .unchanged, revision: 2))
        #expect(bench.asked("sections").map(\.isConditional) == [false, true])
    }

    @Test("a stored config that cannot be read is asked for in whole")
    func unreadable() async throws {
        let bench = try bench()
        _ = try await sync(bench)
        _ = bench.asked("sections")
        try bench.cache.database.write { try $0.run("UPDATE section_revision SET body = '5'", []) }
        #expect(try await sync(bench) == SectionsReport(outcome: .complete, revision: 2))
        #expect(bench.asked("sections").map(\.isConditional) == [false])
        #expect(try bench.cache.read { try $0.sections() }.map(\.title) == ["All"])
    }

    @Test("the weekly question is owed until it is answered, and a clock that was ahead does not put it off")
    func healingIsOwed() async throws {
        let bench = try bench()
        bench.clock.step(by: 3_650 * Workbench.day)
        _ = try await sync(bench)
        bench.clock.step(by: -3_650 * Workbench.day)
        bench.server.edit { $0.standing["sections"] = .connection }
        _ = try await sync(bench)
        bench.server.edit { $0.standing["sections"] = nil }
        _ = bench.asked("sections")
        for _ in 0..<2 { _ = try await sync(bench) }
        #expect(bench.asked("sections").map(\.isConditional) == [false, true])
    }

    @Test("a config that fails again and again is asked for less and less often, says so, and recovers by itself")
    func backOff() async throws {
        let bench = try bench()
        bench.server.edit { $0.standing["sections"] = .status(500) }
        for _ in 0..<5 { #expect(try await sync(bench).outcome == .failed) }
        let wait = try #require(try bench.cache.read { try $0.sectionsWait() })
        #expect(wait.reason.contains("5 times") && wait.reason.contains("500"))
        _ = bench.asked("sections")
        #expect(try await sync(bench).outcome == .deferred)
        #expect(bench.asked("sections").isEmpty)
        bench.server.edit { $0.standing["sections"] = nil }
        bench.clock.step(by: wait.until.seconds - bench.clock.now.seconds + 1)
        #expect(try await sync(bench).outcome == .complete)
        #expect(try bench.cache.read { try $0.sectionsWait() } == nil)
    }

    @Test("a config that cannot be reached is asked for by every run")
    func offline() async throws {
        let bench = try bench()
        bench.server.edit { $0.standing["sections"] = .connection }
        for _ in 0..<9 { #expect(try await sync(bench).outcome == .failed) }
        #expect(try bench.cache.read { try $0.sectionsWait() } == nil)
    }
}
