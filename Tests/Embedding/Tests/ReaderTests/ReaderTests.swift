import FeedCache
import FeedMock
import FeedStream
import Foundation
import Synchronization
import Testing

@testable import Reader

@Suite("A reader that sees the products alone")
struct ReaderTests {
    /// A reader of a mock server's world, in a folder that goes with it.
    private func withReader(
        _ configuration: MockConfiguration = MockConfiguration(), clock: (any FeedClock)? = nil,
        _ body: (Reader, MockServer) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.sizes = ListSizes(all: 25)
        try await withFolder { folder in
            try await withMockServer(configuration) { server, baseURL in
                let reader = try await Reader(
                    baseURL: baseURL, databaseURL: folder.appending(path: "feed.db"),
                    configuration: .init(clock: clock, variables: { ["TOKEN": "t-1"] }))
                try await body(reader, server)
            }
        }
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test("syncs, decodes its own type and is there offline")
    func decodes() async throws {
        try await withReader { reader, server in
            let pages = Mutex(0)
            let report = try await reader.repository.sync { progress in
                if case .page = progress { pages.withLock { $0 += 1 } }
            }
            #expect(report.outcome == .complete)
            #expect(report.collections.map(\.items.inserted) == [25, 25])
            #expect(pages.withLock(\.self) == 6)
            await server.stop()
            #expect(Set(try await reader.photos().map(\.id)).count == 25)
            #expect(try await reader.repository.itemCount(in: "photos") == 25)
            let offline = try await reader.repository.sync()
            #expect(offline.collections.map(\.failure?.code) == [.connection, .connection])
            #expect(try await reader.repository.status().collections.map(\.items) == [25, 25])
        }
    }

    @Test("follows the screen: each change leads from what was shown to what is in the cache")
    func changes() async throws {
        try await withReader { reader, server in
            try await reader.repository.sync()
            struct Enough: Error {}
            var shown: [FeedScreen] = []
            await #expect(throws: Enough.self) {
                try await reader.followPhotos { screen in
                    shown.append(screen)
                    if shown.count > 1 { throw Enough() }
                    server.clock.advance(by: 3)
                    // The loop is here: what this sync changes comes next.
                    Task { try await reader.repository.sync() }
                }
            }
            #expect(shown.count == 2)
            #expect(shown.first?["photos"]?.rowCount == 25)
            #expect(shown.first != shown.last)
        }
    }

    @Test("gives a consumer all messages that it has not taken, again and again")
    func consumer() async throws {
        try await withReader { reader, _ in
            let repository = reader.repository
            try await repository.sync()
            func read() async throws -> (items: Int, token: String?) {
                var (items, token) = (0, String?.none)
                for try await message in try repository.messages(for: "test") {
                    if message.kind == .item { items += 1 }
                    token = message.token ?? token
                }
                return (items, token)
            }
            #expect(try await read().items == 50)
            let again = try await read()
            #expect(again.items == 50)
            try await repository.take(#require(again.token), for: "test")
            #expect(try await read().items == 0)
            try await repository.forgetConsumer("test")
            #expect(try await read().items == 50)
            await #expect(throws: FeedError.self) { try await repository.forgetConsumer("test") }
            await #expect(throws: FeedError.self) { try await repository.take("no token", for: "test") }
        }
    }

    @Test("shows a section in a viewport, counts what was seen once and delivers it")
    func viewport() async throws {
        let clock = SteppingClock()
        var configuration = MockConfiguration()
        configuration.ads = AdPolicy(fillRate: 1)
        try await withReader(configuration, clock: clock) { reader, server in
            let repository = reader.repository
            try await repository.sync()
            let viewport = try await repository.viewport(of: "articles")
            // An ad comes below the screen only, so that nothing in sight moves.
            func show(_ rows: Range<Int>) async throws -> FeedViewport.Update {
                let screen = try await repository.screen(of: .section("articles"))
                return try await viewport.show(Array(screen.sections[0].rowIDs[rows]), on: screen)
            }
            _ = try await show(0..<1)
            let shown = try await show(0..<5)
            guard case .ad(_, _, let ad, _) = shown.section.rows[1] else {
                Issue.record("row 1 is \(shown.section.rows[1])")
                return
            }
            clock.step(by: .seconds(2))
            let seen = try await show(0..<5)
            #expect(seen.impressions.map(\.ad) == [ad] && seen.impressions.map(\.row) == [1])
            clock.step(by: .seconds(2))
            #expect(try await show(0..<5).impressions.isEmpty)
            let screen = try await repository.screen()
            try await repository.recordTap(#require(screen["articles"]?.rowIDs[1]), on: screen)
            #expect(try await repository.deliverEvents() == nil)
            #expect(server.events.counts.taps == 1 && server.events.counts.impressions == 1)
        }
    }

    @Test("sends requests over its own transport, with a token that changes")
    func transport() async throws {
        let transport = RecordedTransport()
        try await withFolder { folder in
            let number = Mutex(0)
            let reader = try await Reader(
                baseURL: "https://api.example.com", databaseURL: folder.appending(path: "feed.db"),
                configuration: .init(
                    transport: transport,
                    variables: {
                        number.withLock {
                            $0 += 1
                            return ["TOKEN": "t-\($0)"]
                        }
                    }))
            try await reader.repository.sync()
            try await reader.repository.sync()
            #expect(Set(transport.tokens) == ["Bearer t-1", "Bearer t-2"])
            #expect(try await reader.photos().map(\.id) == [1])
        }
    }

    @Test("gets one kind of error, with a code and a line for people")
    func errors() async throws {
        #expect(throws: FeedError.self) { try FeedManifest(toml: "[source]\nnam = 1") }
        try await withReader { reader, _ in
            let error = await #expect(throws: FeedError.self) { try await reader.repository.items(in: "fotos") }
            #expect(error?.code == .unknownName)
            #expect(error?.message == "there is no collection “fotos”")
            #expect(error?.advice?.hasPrefix("did you mean “photos”?") == true)
            #expect(error?.description.contains("; did you mean “photos”?") == true)
        }
    }
}

/// A clock that moves only when it is stepped.
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
        let list = #"[{"id": 1, "updated_at": 1767225600}]"#
        let isPhotos = request.url.path.hasSuffix("photos")
        return FeedResponse(status: 200, body: Data((isPhotos ? "[{\"photos\": \(list)}]" : list).utf8))
    }
}
