import FeedCache
import FeedModel
import Foundation
import Testing

@testable import FeedAssets

@Suite("A picture that an app asks for")
struct FeedRepositoryAssetTests {
    @Test("comes from the cache without a request, else from its server, and then it is there offline")
    func fetched() async throws {
        let bench = try await AssetBench(["a"])
        try await bench.sync()
        _ = bench.asked()
        let known = try #require(URL(string: "/img/a.png"))
        let asset = try await bench.repository.asset(at: known)
        #expect(bench.asked() == [])
        #expect((asset.type, asset.bytes, asset.width, asset.height) == ("image/png", 100, 40, 30))
        #expect(try Data(contentsOf: asset.fileURL) == Data(AssetServer.png("/img/a.png 1")))
        // By its absolute URL it is the same.
        let absolute = try #require(URL(string: AssetBench.location("a")))
        #expect(try await bench.repository.asset(at: absolute) == asset)
        let other = try #require(URL(string: "https://cdn.example.com/z.png"))
        #expect(try await bench.repository.storedAsset(at: other) == nil)
        #expect(bench.asked() == [])
        let fetched = try await bench.repository.asset(at: other)
        bench.server.edit { $0.isOffline = true }
        #expect(try await bench.repository.asset(at: other) == fetched)
        #expect(try await bench.repository.storedAsset(at: other) == fetched)
        #expect(bench.files.count == 2)
        #expect(try bench.notes() == [])
    }

    @Test("that cannot be had says why", arguments: [(404, "404"), (200, "text/html")])
    func refused(status: Int, reason: String) async throws {
        let bench = try await AssetBench([])
        let url = try #require(URL(string: AssetBench.location("a")))
        bench.server.edit { state in
            state.answers[url.absoluteString] = AssetServer.Answer(
                status: status, headers: ["Content-Type": "text/html"], body: Array("<html>".utf8))
        }
        let error = await #expect(throws: FeedError.self) { try await bench.repository.asset(at: url) }
        #expect(error?.code == .asset && error?.message.contains(reason) == true)
        bench.server.edit { $0.answers = [:] }
        // A user who asks is not told to wait.
        #expect(try await bench.repository.asset(at: url).bytes == 100)
    }

    @Test("for which there is no room says so, and leaves nothing")
    func noRoom() async throws {
        let bench = try await AssetBench(["a"], source: #"assets_max = "150B""#)
        try await bench.sync()
        let url = try #require(URL(string: AssetBench.location("large")))
        bench.server.edit { $0.length = 151 }
        let error = await #expect(throws: FeedError.self) { try await bench.repository.asset(at: url) }
        #expect(error?.code == .asset && error?.advice == "give it more with “assets_max”")
        #expect(bench.files.count == 1)
        bench.server.edit { $0.length = 150 }
        _ = try await bench.repository.asset(at: url)
        #expect(bench.files.count == 1, "it took the place of the other one")
    }
}
