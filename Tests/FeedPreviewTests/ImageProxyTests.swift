import FeedCache
import FeedSource
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedPreview

/// A server of images. The lock guards what it was asked, and what it says.
private final class ImageServer: Transport {
    private struct State {
        var asked: [String] = []
        var isOffline = false
    }

    private let state = Mutex(State())

    var asked: [String] { state.withLock(\.asked) }

    func goOffline() { state.withLock { $0.isOffline = true } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let name = request.url.path
        let isOffline = state.withLock { state in
            state.asked.append(name)
            return state.isOffline
        }
        if isOffline { throw SourceError(.connection("there is no network"), url: request.url) }
        let type = name.hasSuffix(".html") ? "text/html" : "image/png"
        let count = name.hasSuffix("huge.png") ? ImageProxy.mostOfOne + 1 : name.hasSuffix("large.png") ? 5 << 20 : 3
        return TransportResponse(
            status: name.hasSuffix("none.png") ? 404 : 200, headers: ["Content-Type": type],
            body: Array(repeating: 7, count: count))
    }
}

@Suite("Images that the feed names")
struct ImageProxyTests {
    private static func run(_ body: (ImageProxy, ImageServer, Clock) async throws -> Void) async throws {
        let (folder, server, manifest) = (try TemporaryFolder(), ImageServer(), try Manifest.gourmet())
        let engine = try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"),
            dependencies: .live([:], source: manifest.source, transport: server), isReadOnly: true)
        let time = Clock()
        try await body(ImageProxy(engine) { time.now.withLock(\.self) }, server, time)
    }

    /// The lock guards the time.
    private final class Clock: Sendable {
        let now = Mutex(ContinuousClock.now)
    }

    @Test("are asked for once, and kept; a path is that of the feed's own server")
    func kept() async throws {
        try await Self.run { images, server, _ in
            for url in ["https://images.example.com/a.png", "/b.png", "https://images.example.com/a.png", "/b.png"] {
                let image = try #require(await images.image(at: url))
                #expect(image.type == "image/png" && image.bytes == [7, 7, 7])
            }
            #expect(server.asked == ["/a.png", "/b.png"])
            server.goOffline()
            #expect(await images.image(at: "/b.png") != nil)
            #expect(await images.image(at: "/c.png") == nil)
        }
    }

    @Test("that are asked for at the same time are one request")
    func together() async throws {
        try await Self.run { images, server, _ in
            let all = await withTaskGroup(of: Bool.self) { group in
                for _ in 1...8 { group.addTask { await images.image(at: "/a.png") != nil } }
                return await group.reduce(true) { $0 && $1 }
            }
            #expect(all && server.asked == ["/a.png"])
        }
    }

    @Test(
        "that are none, too long or not there are not shown, and asked for again after a while",
        arguments: ["/page.html", "/huge.png", "/none.png", "ftp://example.com/a.png", "javascript:alert(1)", ""])
    func refused(url: String) async throws {
        try await Self.run { images, server, time in
            for _ in 1...2 { #expect(await images.image(at: url) == nil) }
            #expect(server.asked.count <= 1)
            let before = server.asked.count
            time.now.withLock { $0 += .seconds(31) }
            #expect(await images.image(at: url) == nil)
            #expect(server.asked.count == 2 * before)
        }
    }

    @Test("give way to others where there is no room, those first that were not shown for the longest time")
    func room() async throws {
        try await Self.run { images, server, _ in
            // 12 of 5 MiB fit into 64.
            for number in 1...12 { #expect(await images.image(at: "/\(number)-large.png") != nil) }
            #expect(await images.image(at: "/1-large.png") != nil)
            #expect(server.asked.count == 12)
            #expect(await images.image(at: "/13-large.png") != nil)
            #expect(await images.image(at: "/1-large.png") != nil)
            #expect(server.asked.count == 13)
            #expect(await images.image(at: "/2-large.png") != nil)
            #expect(server.asked.count == 14)
        }
    }

    @Test("are served where they are wanted, and by this server alone")
    func served() async throws {
        for isWanted in [true, false] {
            try await PreviewBench.run(showsImages: isWanted) { bench in
                #expect(!(try await bench.get("feed").text.contains("\"image\":\"http")))
                let item = try bench.cache.read { try $0.list("featured_banners").window(offset: 0, limit: 1).first }
                let path = try #require(item?.payload.firstMatch(of: /"image_url": ?"([^"]*)"/)?.1)
                let answer = try await bench.get("image?url=\(path.replacing("/", with: "%2F"))")
                #expect(answer.status == (isWanted ? 200 : 404))
                #expect(answer.headers["content-type"]?.hasPrefix("image/") == isWanted)
            }
        }
    }
}
