import FeedSource
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedCache

@Suite("How much is asked at once")
struct ConcurrencyTests {
    /// A server that takes its time, and counts who waits.
    private final class SlowServer: Transport {
        private let state = Mutex((waiting: 0, most: 0, asked: 0))

        var most: Int { state.withLock(\.most) }
        var asked: Int { state.withLock(\.asked) }

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            state.withLock { state in
                state.asked += 1
                state.waiting += 1
                state.most = max(state.most, state.waiting)
            }
            for _ in 0..<200 { await Task.yield() }
            state.withLock { $0.waiting -= 1 }
            let more = request.url.query?.contains("page=3") != true
            return TransportResponse(status: 200, body: Array(#"{"items":[{"id":\#(asked)}],"more":\#(more)}"#.utf8))
        }
    }

    @Test(
        "a server has no more requests of a sync before it than the manifest says, however many collections there are",
        arguments: [1, 3, 4])
    func bound(_ concurrency: Int) async throws {
        let list = ServerList(style: .pageHasNext)
        let tables = (1...12).map { Workbench.collection("list\($0)", list) }.joined()
        let manifest = try Manifest(toml: Workbench.source(concurrency: concurrency) + tables, file: "feed.toml")
        let (server, folder, clock) = (SlowServer(), try TemporaryFolder(), VirtualClock())
        let dependencies = Dependencies(environment: [:], now: { clock.now }) { source in
            SourceClient(source: source, transport: server, version: "0", clock: clock)
        }
        let cache = try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"), dependencies: dependencies)
        #expect(try await cache.sync().outcome == .complete)
        #expect(server.asked == 36)
        #expect(server.most == concurrency)
    }
}
