import FeedMock
import FeedSource
import Foundation
import TestSupport
import Testing

@testable import FeedCache

@Suite("How much is asked at once")
struct ConcurrencyTests {
    @Test(
        "a server has no more requests of a sync before it than the manifest says, however many collections there are",
        arguments: [1, 3, 4])
    func bound(_ concurrency: Int) async throws {
        let list = ServerList(style: .pageHasNext)
        let tables = (1...12).map { Workbench.collection("list\($0)", list) }.joined()
        let manifest = try Manifest(toml: Workbench.source(concurrency: concurrency) + tables, file: "feed.toml")
        let server = try SlowServer { request in
            let page = request.parameter("page").flatMap(Int.init) ?? 1
            return .json(#"{"items":[{"id":\#(page)}],"more":\#(page < 3)}"#)
        }
        let (folder, clock) = (try TemporaryFolder(), VirtualClock())
        let dependencies = Dependencies(environment: [:], now: { clock.now }) { source in
            SourceClient(source: source, transport: server, version: "0", clock: clock)
        }
        let cache = try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"), dependencies: dependencies)
        #expect(try await cache.sync().outcome == .complete)
        #expect(server.asked.count == 36)
        #expect(server.most == concurrency)
    }
}
