import FeedCache
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("The model of a screen", .timeLimit(.minutes(10)))
struct FeedScreenModelTests {
    private let folder: TemporaryFolder
    private let server = ListServer()
    private let clock = StoppedClock()

    init() throws { folder = try TemporaryFolder() }

    private func open(
        _ variables: @escaping @Sendable () throws -> [String: String] = { [:] }
    ) async throws
        -> FeedRepository
    {
        try await FeedRepository(
            manifest: ListServer.manifest(), databaseURL: URL(filePath: folder.path("feed.db")),
            configuration: .init(transport: server, clock: clock, variables: variables))
    }

    /// Runs a model while `body` uses it.
    private func withModel(
        _ repository: FeedRepository, scope: FeedScope = .feed, step: Int = 8, age: Duration? = nil,
        _ body: (FeedScreenModel) async throws -> Void
    ) async throws {
        let model = FeedScreenModel(repository, scope: scope, step: step)
        let run = Task { await model.run(syncIfOlderThan: age) }
        do { try await body(model) } catch {
            run.cancel()
            throw error
        }
        run.cancel()
        await run.value
    }

    private func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    @Test("shows what is cached, syncs where that is old, and shows what came")
    func following() async throws {
        let repository = try await open()
        try await withModel(repository, age: .seconds(300)) { model in
            await until { model.sections.count == 2 && model.sections[0].rows.count == 8 }
            let top = model.sections[0]
            #expect(top.id == "top" && top.title == "top" && top.layout == "list" && top.header.collection == "list")
            #expect(top.rows.map(\.content.id.text) == (1...8).map(String.init) && top.rowCount == 12)
            #expect(Set(model.sections.flatMap(\.rows).map(\.id)).count == 16)
            #expect(top.rows.map(\.id) == FeedScreenSection(top.header).rows.map(\.id))
            await until { model.phase == .idle }
            server.change { $0.insert("new", at: 0) }
            await model.refresh()
            await until { model.sections[0].rows.first?.content.id == "new" }
        }
        let requests = server.requests.count
        try await withModel(repository, age: .seconds(300)) { model in
            await until { model.sections.count == 2 }
        }
        #expect(server.requests.count == requests)
    }

    @Test("grows a section as the rows near its end are shown, to its last row")
    func growing() async throws {
        server.change { $0 = (1...30).map(String.init) }
        let repository = try await open()
        try await repository.sync()
        try await withModel(repository) { model in
            await until { model.sections.count == 2 }
            await model.show([model.sections[0].rows[2].id]).value
            #expect(model.sections[0].rows.count == 8)
            while model.sections[0].rows.count < model.sections[0].rowCount {
                let count = model.sections[0].rows.count
                await model.show(model.sections[0].rows.suffix(3).map(\.id)).value
                await until { model.sections[0].rows.count > count }
                #expect(model.sections[0].rows.count <= count + 9)
            }
            #expect(model.sections[1].rows.count == 8)
            #expect(model.sections[0].rows.filter { if case .content = $0.content { true } else { false } }.count == 30)
        }
    }

    @Test("counts rows that stay for the time that counts once, and a tap for what was shown")
    func looking() async throws {
        server.fill(["ad-1", nil, nil])
        let repository = try await open()
        try await repository.sync()
        try await withModel(repository) { model in
            await until { model.sections.count == 2 }
            await model.show(model.sections[0].rows.prefix(2).map(\.id)).value
            await until { model.sections[0].rows.count > 2 && model.sections[0].rows[2].content.id == "ad-1" }
            let shown = Array(model.sections[0].rows.prefix(4))
            await model.show(shown.map(\.id)).value
            clock.step(by: 2)
            await model.show(shown.map(\.id)).value
            await model.show([]).value
            server.change { $0.insert("new", at: 0) }
            await model.tap(shown[1].id).value
            try await repository.deliverEvents()
            let events = server.events()
            let seen = events.filter { $0.type == "impression" }.map { $0.ad ?? $0.item }
            #expect(seen.count == 4 && Set(seen) == ["1", "2", "ad-1", "3"])
            #expect(events.filter { $0.type == "tap" }.map(\.item) == ["2"])
        }
    }

    @Test("counts rows that come on the screen while others are being counted, and stay")
    func coming() async throws {
        let repository = try await open()
        try await repository.sync()
        try await withModel(repository) { model in
            await until { model.sections.count == 2 }
            let rows = model.sections[0].rows.map(\.id)
            clock.holdWaits()
            for turn in 0..<8 {
                await model.show([rows[turn % 2]]).value
                await until { clock.waits == 1 }
                clock.step(by: 2)
                // The others come at any moment of the report that begins by now.
                for _ in 0..<turn { await Task.yield() }
                await model.show([rows[2 + turn % 2]]).value
                await until { clock.waits == 1 }
                clock.step(by: 2)
                while try await repository.status().waitingEvents < 2 * (turn + 1) { await Task.yield() }
            }
        }
    }

    @Test("says what is wrong in its phase, keeps what it shows, and forgets that when a call succeeds")
    func phases() async throws {
        struct NoSession: Error {}
        try await open().sync()
        let hasSession = StoppedClock()
        let start = hasSession.now
        let repository = try await open { if hasSession.now == start { throw NoSession() } else { [:] } }
        try await withModel(repository) { model in
            await until { model.sections.count == 2 }
            await model.refresh()
            guard case .refused(let error) = model.phase else {
                Issue.record("the phase is \(model.phase)")
                return
            }
            #expect(error.code == .variables && model.phase.message == error.message)
            #expect(model.sections.count == 2)
            hasSession.step(by: 1)
            await model.refresh()
            await until { model.phase == .idle }
        }
    }

    @Test("asks for the next page at the end of a window of a list, once until the next sync")
    func pages() async throws {
        let repository = try await open()
        try await repository.sync()
        try await withModel(repository, scope: .section("top"), step: 40) { model in
            await until { model.sections.count == 1 }
            for _ in 0..<3 { await model.show(model.sections[0].rows.suffix(3).map(\.id)).value }
            await model.loadMore(of: "top")
            await model.loadMore(of: "nowhere")
            await until { model.phase == .idle }
            #expect(server.requests.filter { $0 == "list" }.count == 1)
            await model.refresh()
            #expect(server.requests.filter { $0 == "list" }.count == 2)
        }
    }

    @Test("counts a tap on a row that has just left the screen")
    func lateTap() async throws {
        let repository = try await open()
        try await repository.sync()
        try await withModel(repository) { model in
            await until { model.sections.count == 2 }
            let row = try #require(model.sections[0].rows.first).id
            // Two whole syncs without it take it away.
            server.change { $0.removeFirst() }
            try await repository.sync()
            try await repository.sync()
            await until { model.sections[0].rows.first?.content.id == "2" }
            // Rows and phase are looked at one apart from the other.
            await until { model.phase == .idle }
            await model.tap(row).value
            #expect(model.phase == .idle)
            try await repository.deliverEvents()
            #expect(server.events().map(\.item) == ["1"])
        }
    }

    @Test("keeps a tap and a refresh until the repository is resumed, and says nothing is wrong")
    func suspension() async throws {
        let repository = try await open()
        try await repository.sync()
        try await withModel(repository) { model in
            await until { model.sections.count == 2 }
            await repository.suspend()
            let tap = model.tap(model.sections[0].rows[0].id)
            let refresh = Task { await model.refresh() }
            let requests = server.requests.count
            for _ in 0..<100 { await Task.yield() }
            #expect(model.phase == .idle && server.requests.count == requests)
            await repository.resume()
            await tap.value
            await refresh.value
            #expect(model.phase == .idle && server.requests.count > requests)
            try await repository.deliverEvents()
            #expect(server.events().map(\.item) == ["1"])
        }
    }
}
