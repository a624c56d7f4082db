import FeedCache
import FeedMock
import Foundation
import Synchronization
import Testing

@Suite("An app that uses the public API alone")
struct FeedRepositoryTests {
    /// Where a server is, and a folder for databases.
    private struct Place {
        let baseURL: String
        let folder: URL
    }

    /// A repository of a mock server's world, in a folder that goes with it.
    private func withReader(
        _ configuration: MockConfiguration = MockConfiguration(),
        _ body: (FeedRepository, MockServer, Place) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = configuration
        configuration.sizes = ListSizes(all: 25)
        try await withMockServer(configuration) { server, baseURL in
            let repository = try await FeedRepository(
                manifest: Reader.manifest(baseURL: baseURL), databaseURL: folder.appending(path: "feed.db"),
                configuration: .init(variables: { ["TOKEN": "t-1"] }))
            try await body(repository, server, Place(baseURL: baseURL, folder: folder))
        }
    }

    @Test("syncs, decodes its own type and is there offline")
    func decodes() async throws {
        try await withReader { repository, server, _ in
            let pages = Mutex(0)
            let report = try await repository.sync { progress in
                if case .page = progress { pages.withLock { $0 += 1 } }
            }
            #expect(report.outcome == .complete)
            #expect(report.collections.map(\.inserted) == [25, 25])
            #expect(pages.withLock(\.self) == 6)
            await server.stop()
            let photos = try await repository.items(in: "photos").map {
                try $0.decode(Photo.self, with: Reader.decoder)
            }
            #expect(Set(photos.map(\.id)).count == 25)
            #expect(try await repository.itemCount(in: "photos") == 25)
            let offline = try await repository.sync()
            #expect(offline.collections.map(\.failure?.kind) == [.connection, .connection])
            #expect(try await repository.status().collections.map(\.itemCount) == [25, 25])
        }
    }

    @Test("hears of changes as they come, each a way from the last screen to the next")
    func changes() async throws {
        try await withReader { repository, server, _ in
            try await repository.sync()
            var changes = repository.changes(of: .section("photos")).makeAsyncIterator()
            let first = try #require(try await changes.next())
            #expect(first.screen["photos"]?.rowCount == 25)
            _ = server.clock.advance(by: 3)
            async let next = changes.next()
            try await repository.sync()
            let change = try #require(try await next)
            #expect(change.stages.last?.screen == change.screen)
            #expect(change.screen != first.screen)
        }
    }

    @Test("shows a section in a viewport, counts what was seen once and delivers it")
    func viewport() async throws {
        let clock = SteppingClock()
        var configuration = MockConfiguration()
        configuration.ads = AdPolicy(fillRate: 1)
        try await withReader(configuration) { _, server, place in
            let toml = """
                [source]
                name = "gourmet"
                base_url = "\(place.baseURL)"
                timeout_ms = 120000
                [ads]
                path = "ads"
                [ads.policy]
                fixed = [1]
                [events]
                path = "events"
                [[collections]]
                name = "articles"
                path = "articles"
                items = ""
                id = "id"
                paging = { style = "link" }
                """
            let repository = try await FeedRepository(
                manifest: FeedManifest(toml: toml), databaseURL: place.folder.appending(path: "ads.db"),
                configuration: .init(clock: clock))
            try await repository.sync()
            let viewport = try await repository.viewport(of: "articles")
            // An ad comes below the screen only, so that nothing in sight moves.
            try await viewport.show(rows: 0...0)
            let shown = try await viewport.show(rows: 0...4)
            guard case .ad(let ad) = shown.section.rows[1] else {
                Issue.record("row 1 is \(shown.section.rows[1])")
                return
            }
            clock.step(by: .seconds(2))
            let seen = try await viewport.show(rows: 0...4)
            #expect(seen.impressions.map(\.ad) == [ad.id] && seen.impressions.map(\.row) == [1])
            clock.step(by: .seconds(2))
            #expect(try await viewport.show(rows: 0...4).impressions.isEmpty)
            try await repository.recordTap(onRow: 1, of: "articles")
            #expect(try await repository.deliverEvents() == nil)
            #expect(server.events.counts.taps == 1 && server.events.counts.impressions == 1)
        }
    }

    @Test("sends requests over its own transport, with a token that changes")
    func transport() async throws {
        let transport = RecordedTransport()
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let number = Mutex(0)
        let repository = try await FeedRepository(
            manifest: Reader.manifest(baseURL: "https://api.example.com"),
            databaseURL: folder.appending(path: "feed.db"),
            configuration: .init(
                transport: transport,
                variables: {
                    number.withLock {
                        $0 += 1
                        return ["TOKEN": "t-\($0)"]
                    }
                }))
        try await repository.sync()
        try await repository.sync()
        #expect(Set(transport.tokens) == ["Bearer t-2", "Bearer t-3"])
        #expect(try await repository.items(in: "photos").map(\.id) == ["1"])
    }

    @Test("gets one kind of error, with a code and a line for people")
    func errors() async throws {
        #expect(throws: FeedError.self) { try FeedManifest(toml: "[source]\nnam = 1") }
        try await withReader { repository, _, _ in
            let error = await #expect(throws: FeedError.self) { try await repository.items(in: "fotos") }
            #expect(error?.code == .unknownName)
            #expect(error?.message == "there is no collection “fotos”")
            #expect(error?.advice?.hasPrefix("did you mean “photos”?") == true)
            #expect(error?.description.contains("; did you mean “photos”?") == true)
        }
    }
}

/// A clock that stands still until it is stepped.
private final class SteppingClock: FeedClock {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock(\.self) }

    func step(by duration: Duration) {
        time.withLock { $0 += Double(duration.components.seconds) }
    }

    func sleep(for duration: Duration) async throws { step(by: duration) }
}

/// Answers every list with one item, and keeps the tokens it was sent.
private final class RecordedTransport: FeedTransport {
    private let seen = Mutex<[String]>([])

    var tokens: [String] { seen.withLock(\.self) }

    func send(_ request: FeedRequest) async throws -> FeedResponse {
        let token = request.headers.first { $0.name == "Authorization" }?.value ?? ""
        seen.withLock { $0.append(token) }
        let list = #"[{"id": 1, "updated_at": "2026-01-01T00:00:00Z"}]"#
        let isPhotos = request.url.path.hasSuffix("photos")
        return FeedResponse(status: 200, body: Data((isPhotos ? "[{\"photos\": \(list)}]" : list).utf8))
    }
}

/// What the app keeps of an item.
private struct Photo: Codable, Hashable {
    let id: Int
    let updatedAt: Int
}

private enum Reader {
    static func manifest(baseURL: String) throws -> FeedManifest {
        try FeedManifest(
            source: .init(
                name: "gourmet", baseURL: baseURL, headers: ["Authorization": "Bearer ${TOKEN}"],
                timeout: .seconds(120), attempts: 1),
            collections: [
                .init(
                    name: "photos", path: "photos", items: "0.photos", id: "id", version: "updated_at",
                    deleted: "deleted",
                    paging: .page(size: 10, sizeParameter: "per_page", hasNext: "0.has_next_page")),
                .init(
                    name: "articles", path: "articles", items: "", id: "id", version: "updated_at", deleted: "deleted",
                    paging: .link(size: 10, sizeParameter: "per_page")),
            ],
            sections: nil, ads: .init(path: "ads"), events: .init(path: "events"))
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
