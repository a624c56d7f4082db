import FeedCache
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("What a cache is doing")
struct FeedPhaseTests {
    /// A list of four pages; each page waits until it is let go, and none comes while `isAway`.
    private final class PagedServer: FeedTransport {
        let isAway = Mutex(false)
        let status = Mutex(200)
        /// Called before a page is answered.
        let onPage = Mutex<(@Sendable (Int) async -> Void)?>(nil)

        func send(_ request: FeedRequest) async throws -> FeedResponse {
            if isAway.withLock(\.self) { throw FeedTransportError.connection("no route") }
            let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
            let page = query?.first { $0.name == "page" }?.value.flatMap(Int.init) ?? 1
            await onPage.withLock(\.self)?(page)
            let items = [2 * page, 2 * page + 1].map { #"{"id":\#($0)}"# }.joined(separator: ",")
            return FeedResponse(
                status: status.withLock(\.self),
                body: Data(#"{"data":[\#(items)],"total":8,"more":\#(page < 4)}"#.utf8))
        }
    }

    private let folder: TemporaryFolder
    private let server = PagedServer()
    private let clock = StoppedClock()

    init() throws { folder = try TemporaryFolder() }

    private func open() async throws -> FeedRepository {
        let manifest = try FeedManifest(
            source: .init(name: "phases", baseURL: "https://api.example.com/v1", attempts: 1, concurrency: 1),
            collections: [
                .init(
                    name: "list", path: "list", items: "data", id: "id",
                    paging: .page(size: 2, sizeParameter: "n", hasNext: "more"))
            ])
        return try await FeedRepository(
            manifest: manifest, databaseURL: URL(filePath: folder.path("feed.db")),
            configuration: .init(transport: server, clock: clock))
    }

    @Test("is told from the sync of another repository, page by page, to its end", .timeLimit(.minutes(10)))
    func syncing() async throws {
        let (repository, other) = (try await open(), try await open())
        var phases = repository.phases.makeAsyncIterator()
        #expect(try await phases.next() == .idle)
        // A page is answered once the one before it was seen.
        let seen = Mutex(0)
        server.onPage.withLock { onPage in
            onPage = { page in while seen.withLock(\.self) < page - 1 { await Task.yield() } }
        }
        let sync = Task { try await other.sync() }
        var items: [Int] = []
        while let phase = try await phases.next() {
            guard case .syncing(let progress) = phase else { break }
            #expect(progress.collections == 1 && (0...1).contains(progress.fraction))
            items.append(progress.items)
            seen.withLock { $0 = max($0, progress.items / 2) }
        }
        _ = try await sync.value
        #expect(items == items.sorted() && Set(items).isSuperset(of: [2, 4, 6]))
    }

    @Test("is offline since the server was last reached, failed where it answers with an error, and idle again")
    func ends() async throws {
        let repository = try await open()
        func phase() async throws -> FeedPhase? {
            var phases = repository.phases.makeAsyncIterator()
            return try await phases.next()
        }
        server.isAway.withLock { $0 = true }
        try await repository.sync()
        #expect(try await phase() == .offline(since: nil))
        server.isAway.withLock { $0 = false }
        try await repository.sync()
        #expect(try await phase() == .idle && FeedPhase.idle.message == nil)
        let last = try await repository.status().collections.first?.lastSuccess
        clock.step(by: 60)
        server.isAway.withLock { $0 = true }
        try await repository.sync()
        #expect(try await phase() == .offline(since: last) && last != nil)
        server.isAway.withLock { $0 = false }
        server.status.withLock { $0 = 500 }
        try await repository.sync()
        guard case .failed(let failure)? = try await phase() else {
            Issue.record("the phase is not failed")
            return
        }
        #expect(failure.status == 500 && FeedPhase.failed(failure).message == failure.message)
    }

    @Test("says why the section config could not be had, until it can be")
    func sections() async throws {
        let server = ListServer()
        let repository = try await FeedRepository(
            manifest: ListServer.manifest(), databaseURL: URL(filePath: folder.path("feed.db")),
            configuration: .init(transport: server, clock: clock))
        var phases = repository.phases.makeAsyncIterator()
        server.arrange("<html>")
        try await repository.sync()
        guard case .sectionsFailed(let message)? = try await phases.next() else {
            Issue.record("the phase does not speak of the sections")
            return
        }
        #expect(!message.isEmpty && FeedPhase.sectionsFailed(message: message).message == message)
        server.arrange(#"{"sections":[\#(ListServer.section("top"))]}"#)
        try await repository.sync()
        var phase = try await phases.next()
        while case .syncing = phase { phase = try await phases.next() }
        #expect(phase == .idle)
    }
}
