import FeedCache
import FeedStream
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

/// What was logged: level, message and metadata in a line.
private struct NotedLines: LogHandler {
    /// The lock guards them: a sync logs from several threads.
    final class Texts: Sendable {
        let lines = Mutex<[String]>([])
    }

    let texts = Texts()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        texts.lines.withLock { $0.append("\(event.level) \(event.message) \(all)") }
    }
}

/// Each public member of a repository, called as an app calls it.
@Suite("A repository, through the public door")
struct FeedRepositoryTests {
    private let folder: TemporaryFolder
    private let server = PrivateServer()

    init() throws { folder = try TemporaryFolder() }

    private var databaseURL: URL { URL(filePath: folder.path("feed.db")) }

    private func open(
        _ transport: (any FeedTransport)? = nil, clock: (any FeedClock)? = nil
    ) async throws
        -> FeedRepository
    {
        try await FeedRepository(
            manifest: PrivateServer.manifest(), databaseURL: databaseURL, account: "ann",
            configuration: .init(transport: transport ?? server, clock: clock, variables: server.variables))
    }

    private func synced() async throws -> FeedRepository {
        let repository = try await open()
        try await repository.sync()
        return repository
    }

    @Test("says of a sync what it did to each collection, and of the next one that nothing changed")
    func reports() async throws {
        let repository = try await open()
        let told = Mutex<[SyncProgress]>([])
        let report = try await repository.sync { step in told.withLock { $0.append(step) } }
        let letters = try #require(report.collections.first)
        #expect(report.outcome == .complete && letters.outcome == .complete && letters.mode == .full)
        #expect(letters.name == "letters" && letters.pages == 3 && letters.items.inserted == 6)
        #expect(letters.items.updated + letters.items.unchanged + letters.items.removed == 0)
        #expect(letters.failure == nil && letters.waiting.isEmpty && letters.warnings.isEmpty && !letters.drift)
        #expect(report.run == 1 && report.requests == 3 && report.bytes > 0 && report.seconds >= 0)
        #expect(report.sections == nil && report.events == nil)
        #expect(told.withLock(\.last) == .finished(letters))
        let pages = told.withLock(\.self).compactMap { step in
            if case .page(_, let pages, _, _, _) = step { pages } else { nil }
        }
        #expect(pages == [1, 2, 3])
        #expect(try await repository.sync(SyncOptions(collections: ["letters"])).outcome == .unchanged)
    }

    @Test("logs each sync to the logger it was given, without a secret")
    func logs() async throws {
        let lines = NotedLines()
        var configuration = FeedRepository.Configuration(transport: server, variables: server.variables)
        configuration.logger = Logger(label: "app") { _ in lines }
        configuration.logger.logLevel = .debug
        let repository = try await FeedRepository(
            manifest: PrivateServer.manifest(), databaseURL: databaseURL, account: "ann", configuration: configuration)
        try await repository.sync()
        let noted = lines.texts.lines.withLock(\.self)
        #expect(noted.first?.hasPrefix("info run begins") == true && noted.contains { $0.hasPrefix("debug ") })
        #expect(!noted.contains { $0.contains("token-of-") })
    }

    @Test("has the failure with its code, status and the time to come back in the report and in the status")
    func failures() async throws {
        let clock = StoppedClock()
        let busy = FeedResponse(status: 503, headers: [.init(name: "Retry-After", value: "60")])
        let repository = try await open(FixedAnswer(answer: busy), clock: clock)
        let report = try await repository.sync()
        let failure = try #require(report.collections.first?.failure)
        #expect(report.outcome == .deferred && failure.code == .httpStatus && failure.status == 503)
        #expect(failure.retryAt?.date == clock.now.addingTimeInterval(60))
        #expect(failure.url?.hasPrefix("https://api.example.com/v1/letters") == true)
        let status = try #require(await repository.status().collections.first)
        #expect(status.name == "letters" && status.items == 0 && status.outcome == .deferred && status.failures == 0)
        #expect(status.lastSuccess == nil && status.lastAttempt?.date == clock.now)
        #expect(status.wait?.until.date == clock.now.addingTimeInterval(60) && status.wait?.reason.isEmpty == false)
        #expect(status.lastFailure?.code == .httpStatus && status.waiting.isEmpty)
        #expect(try await repository.sync().outcome == .deferred)

        let silent = try await open(FixedAnswer(answer: nil))
        let unreached = try await silent.sync(SyncOptions(ignoresWaits: true))
        #expect(unreached.collections.first?.failure?.code == .timeout)
    }

    @Test("reads items and the screen, whole and by windows")
    func reading() async throws {
        let repository = try await synced()
        #expect(FeedRepository.version.split(separator: ".").count == 3)
        #expect(repository.databaseURL.lastPathComponent == "feed.db" && !repository.isSyncing)
        #expect(try await repository.itemCount(in: "letters") == 6)
        #expect(try await repository.items(in: "letters", at: 1..<3).map(\.id) == ["3", "4"])
        #expect(try await repository.item("7", in: "letters")?.decode([String: String].self)["owner"] == "ann")
        #expect(try await repository.item("8", in: "letters") == nil)
        let whole = try await repository.screen()
        #expect(whole["letters"]?.rows.map(\.id.text) == (2...7).map(String.init))
        #expect(try await repository.screen(of: .section("none")).sections.isEmpty)
        #expect(try await repository.screen(rows: 4..<9).sections.map(\.firstRow) == [4])
        let windows = FeedWindows(0..<1, sections: ["letters": 2..<4])
        #expect(try await repository.screen(windows: windows).sections.map(\.rows.count) == [2])
        let status = try #require(await repository.status().collections.first)
        #expect(status.outcome == .unchanged || status.outcome == .complete)
        #expect(status.lastSuccess != nil && status.wait == nil && status.failures == 0)
    }

    @Test("says what a sync would do, and does nothing")
    func dryRun() async throws {
        let repository = try await open()
        let report = try await repository.dryRun()
        #expect(report.run == nil && report.collections.map(\.items.inserted) == [6])
        #expect(try await repository.itemCount(in: "letters") == 0)
    }

    @Test("reads the first page, and one page after another")
    func pages() async throws {
        let repository = try await open()
        #expect(try await repository.refresh(in: "letters").collections.map(\.mode) == [.page])
        #expect(try await repository.itemCount(in: "letters") == 2)
        for count in [4, 6] {
            try await repository.loadMore(in: "letters")
            #expect(try await repository.itemCount(in: "letters") == count)
        }
        await #expect(throws: FeedError.self) { try await repository.refresh(in: "parcels") }
    }

    @Test("brings changes of the rows that are looked at, in stages that lead to the screen")
    func changes() async throws {
        let repository = try await open()
        var changes = repository.changes(windows: FeedWindows(0..<2)).makeAsyncIterator()
        #expect(try await changes.next()?.screen["letters"]?.rows.isEmpty == true)
        try await repository.refresh(in: "letters")
        let change = try #require(await changes.next())
        #expect(change.screen["letters"]?.rows.map(\.id) == ["2", "3"])
        #expect(change.stages.last?.screen == change.screen)
        #expect(change.changes.inserts == change.stages.flatMap(\.changes.inserts))
        var all = repository.changes(of: .section("letters"), rows: 1..<2).makeAsyncIterator()
        #expect(try await all.next()?.screen["letters"]?.rows.map(\.id) == ["3"])
    }

    @Test("gives all messages, and after a token only what came later")
    func messages() async throws {
        let repository = try await synced()
        var messages: [FeedMessage] = []
        for try await message in try repository.messages() { messages.append(message) }
        #expect(messages.first?.kind == .hello)
        let item = try #require(messages.first { $0.kind == .item })
        #expect(item.source == "letters" && item.collection == "letters" && item.id == "2" && item.isLive == true)
        #expect(item.account != nil && item.version == nil && item.versionOrder == "" && item.removedBy == nil)
        #expect(item.place?.number == 1 && item.place?.part == 0 && item.place?.rank == 0 && item.place?.walk == nil)
        #expect(item.time != nil && item.snapshot > 0 && item.change > 0 && item.cache == messages.first?.cache)
        let body = try JSONDecoder().decode([String: String].self, from: #require(item.body))
        #expect(body == ["id": "2", "owner": "ann"])
        #expect(messages.dropLast().allSatisfy { $0.token == nil && !$0.isComplete })
        let last = try #require(messages.last)
        #expect(last.kind == .state && last.isComplete)

        var following = try repository.messages(after: last.token, follows: true).makeAsyncIterator()
        #expect(try await following.next()?.kind == .hello)
        try await repository.tap(0)
        var kind: FeedMessage.Kind?
        while kind != .event { kind = try await following.next()?.kind }
        #expect(throws: FeedError.self) { try repository.messages(after: "no token") }
    }

    @Test("counts an ad as seen, delivers that, and gives the ad up when it is told to")
    func ads() async throws {
        let clock = StoppedClock()
        let repository = try await open(clock: clock)
        try await repository.sync()
        let viewport = try await repository.viewport(of: "letters")
        _ = try await repository.show(0..<1, in: viewport)
        let shown = try await repository.show(0..<3, in: viewport)
        #expect(shown.section.rows.map(\.id) == ["2", "ad", "3"] && shown.adFailure == nil)
        await viewport.hide()
        clock.step(by: 2)
        #expect(try await repository.show(0..<3, in: viewport).impressions.isEmpty)
        clock.step(by: 2)
        let seen = try await repository.show(0..<3, in: viewport)
        #expect(seen.impressions.map(\.ad) == ["ad"] && seen.impressions.map(\.row) == [1])
        try await repository.tap(1)
        #expect(try await repository.status().waitingEvents == 2)
        #expect(try await repository.deliverEvents() == nil)
        #expect(try await repository.status().waitingEvents == 0)
        try await repository.resetAds(of: "letters")
        #expect(try await repository.screen()["letters"]?.rowCount == 6)
        await #expect(throws: FeedError.self) { try await repository.resetAds(of: "none") }
    }

    @Test("delivers with a sync, and says how many")
    func deliveries() async throws {
        let repository = try await synced()
        try await repository.tap(0)
        let events = try #require(await repository.sync().events)
        #expect(events.delivered == 1 && events.pending == 0 && events.refused == 0 && events.failure == nil)
        #expect(events.nextAttempt == nil && !events.isDeferred && !events.isEmpty)
    }

    @Test("forgets a collection, or everything, and loses no event unasked")
    func forgets() async throws {
        let repository = try await synced()
        try await repository.tap(0)
        let refused = await #expect(throws: FeedError.self) { try await repository.forget("letters") }
        #expect(refused?.code == .waitingEvents)
        let report = try await repository.forget("letters", losingEvents: true)
        #expect((report.items, report.runs, report.events, report.waitingEvents) == (6, 1, 1, 1))
        #expect(try await repository.itemCount(in: "letters") == 0)
        let unknown = await #expect(throws: FeedError.self) { try await repository.forget("nope") }
        #expect(unknown?.code == .unknownName)
        try await repository.sync()
        #expect(try await repository.itemCount(in: "letters") == 6)
        #expect(try await repository.forget().runs == 2)
        #expect(try await repository.prune().sources == 0)
    }

    @Test("drops what is old, and puts a backup back")
    func care() async throws {
        let repository = try await synced()
        for _ in 0..<3 { try await repository.sync() }
        let backup = URL(filePath: folder.path("backup.db"))
        try await repository.backUp(to: backup)
        let report = try await repository.prune(
            PruneOptions(removedItems: .seconds(60), events: .seconds(60), syncs: 1))
        #expect(report.runs == 3 && report.tombstones + report.events + report.problems == 0 && !report.isEmpty)
        try FileManager.default.removeItem(at: databaseURL)
        try await FeedRepository.restore(databaseURL, from: backup)
        #expect(try await open().itemCount(in: "letters") == 6)
        let text = URL(filePath: folder.path("text"))
        try Data("no database".utf8).write(to: text)
        await #expect(throws: FeedError.self) { try await FeedRepository.restore(databaseURL, from: text) }
    }
}

/// Answers every request alike; nil: not at all.
private struct FixedAnswer: FeedTransport {
    let answer: FeedResponse?

    func send(_ request: FeedRequest) async throws -> FeedResponse {
        guard let answer else { throw FeedTransportError.timeout }
        return answer
    }
}
