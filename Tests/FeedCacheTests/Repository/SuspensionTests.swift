import FeedCache
import FeedStream
import Foundation
import TestSupport
import Testing

@Suite("A repository that is suspended", .timeLimit(.minutes(10)))
struct SuspensionTests {
    private let folder: TemporaryFolder
    private let server = PrivateServer()
    private let clock = StoppedClock()

    init() throws { folder = try TemporaryFolder() }

    private func open(_ transport: (any FeedTransport)? = nil) async throws -> FeedRepository {
        try await FeedRepository(
            manifest: PrivateServer.manifest(), databaseURL: URL(filePath: folder.path("feed.db")), account: "ann",
            configuration: .init(transport: transport ?? server, clock: clock, variables: server.variables))
    }

    /// Suspends a repository while a request for `page` is under way.
    private func suspending<Value: Sendable>(
        _ page: String, _ body: @escaping @Sendable (FeedRepository) async throws -> Value
    ) async throws -> Value {
        let held = HeldPage(server, page: page)
        let repository = try await open(held)
        let call = Task { try await body(repository) }
        await held.wait()
        await repository.suspend()
        #expect(!repository.isSyncing)
        return try await call.value
    }

    private func code(_ call: () async throws -> Void) async -> FeedError.Code? {
        do { try await call() } catch { return (error as? FeedError)?.code }
        return nil
    }

    @Test("ends a sync with the page that is stored, and the next one goes on after it")
    func syncing() async throws {
        let report = try await suspending("page=3") { try await $0.sync() }
        let letters = try #require(report.collections.first)
        #expect(letters.outcome == .interrupted && letters.failure?.code == .interrupted && letters.pages == 2)
        let repository = try await open()
        #expect(try await repository.itemCount(in: "letters") == 4)
        #expect(try await repository.sync().collections.first?.pages == 1)
        #expect(try await repository.itemCount(in: "letters") == 6)
    }

    @Test("refuses calls that had done nothing, and no event is lost")
    func refusing() async throws {
        #expect(await code { _ = try await suspending("letters") { try await $0.sync() } } == .suspended)
        let refreshed = await code { _ = try await suspending("letters") { try await $0.refresh(in: "letters") } }
        #expect(refreshed == .suspended)
        let repository = try await open()
        try await repository.sync()
        try await repository.tap(0)
        #expect(await code { _ = try await suspending("events") { try await $0.deliverEvents() } } == .suspended)
        #expect(
            await code {
                _ = try await suspending("ads") { try await $0.show(0..<1, in: $0.viewport(of: "letters")) }
            } == .suspended)
        #expect(try await repository.status().waitingEvents == 1)
        #expect(try await repository.deliverEvents() == nil)
    }

    @Test("refuses every call until it is resumed, and asks and writes nothing")
    func refusesAll() async throws {
        let repository = try await open()
        try await repository.sync()
        let (screen, viewport) = (try await repository.screen(), try await repository.viewport(of: "letters"))
        let row = screen.sections[0].rowIDs[0]
        let backup = URL(filePath: folder.path("backup.db"))
        let calls: [(FeedRepository) async throws -> Void] = [
            { _ = try await $0.screen() }, { _ = try await $0.status() }, { _ = try await $0.item("2", in: "letters") },
            { _ = try await $0.items(in: "letters", where: "owner = 'ann'") }, { _ = try await $0.find("ann") },
            { _ = try await $0.list([String: String].self, in: "letters").items() }, { try await $0.sync() },
            { try await $0.refresh(in: "letters") }, { try await $0.loadMore(in: "letters") },
            { _ = try await $0.dryRun() }, { try await $0.deliverEvents() },
            { try await $0.recordTap(row, on: screen) },
            { _ = try await $0.viewport(of: "letters") }, { _ in try await viewport.show([row], on: screen) },
            { try await $0.resetAds() }, { try await $0.prune() }, { try await $0.forget() },
            { try await $0.erase(account: "ann") }, { try await $0.erase() }, { try await $0.backUp(to: backup) },
            { _ = try $0.messages(for: "mirror") }, { try await $0.take("", for: "mirror") },
            { try await $0.forgetConsumer("mirror") },
        ]
        _ = server.asked()
        await repository.suspend()
        await repository.suspend()
        for (number, call) in calls.enumerated() {
            #expect(await code { try await call(repository) } == .suspended, "call \(number)")
        }
        #expect(server.asked() == [] && !FileManager.default.fileExists(atPath: backup.path))
        await repository.resume()
        await repository.resume()
        #expect(try await repository.screen() == screen)
        #expect(try await repository.sync().outcome == .unchanged)
    }

    #if os(Linux)
        /// The files of the test's folder that this process has open.
        private func openFiles() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { descriptor in
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            }.filter { $0.hasPrefix(URL(filePath: folder.path("")).resolvingSymlinksInPath().path) }
        }

        @Test("holds no lock and no file, also where it is observed, and others sync meanwhile")
        func locks() async throws {
            let repository = try await open()
            try await repository.sync()
            var phases = repository.phases.makeAsyncIterator()
            #expect(try await phases.next() == .idle)
            let changes = repository.changes()
            let rows = Task {
                var counts: [Int] = []
                for try await change in changes {
                    counts.append(change.screen.sections[0].rowCount)
                    if counts.last == 6 { break }
                }
                return counts
            }
            try await repository.forget()
            await repository.suspend()
            #expect(try openFiles() == [])
            let other = try await open()
            try await other.sync()
            await other.close()
            #expect(try openFiles() == [])
            await repository.resume()
            #expect(try await rows.value.last == 6)
        }
    #endif

    @Test("does not count the time as time on screen")
    func looking() async throws {
        let repository = try await open()
        try await repository.sync()
        let viewport = try await repository.viewport(of: "letters")
        // The ad comes to the row below the screen.
        _ = try await repository.show(0..<1, in: viewport)
        #expect(try await repository.show(0..<2, in: viewport).section.rows.last?.id == "ad")
        await repository.suspend()
        clock.step(by: 60)
        await repository.resume()
        #expect(try await repository.show(0..<2, in: viewport).impressions == [])
        clock.step(by: 2)
        #expect(try await repository.show(0..<2, in: viewport).impressions.count == 1)
    }
}
