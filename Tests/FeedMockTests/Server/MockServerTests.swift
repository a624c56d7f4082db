import NIOCore
import Synchronization
import Testing

@testable import FeedMock

@Suite(.timeLimit(.minutes(10))) struct MockServerTests {
    private let base = MockAPI.gourmetPath

    @Test("it answers over HTTP as the API answers in process")
    func answers() async throws {
        try await withMockServer { server, baseURL in
            #expect(baseURL.hasPrefix("http://127.0.0.1:") && baseURL.hasSuffix(base))
            let answer = try await RawClient(baseURL).send("GET", "\(base)/articles?page=2&per_page=5")
            #expect(answer.status == 200)
            #expect(try objects(answer.body).map(id) == server.world.ids(of: .articles, at: 0, in: 5..<10))
            #expect(answer.headers["link"]?.contains("rel=\"next\"") == true)
            #expect(answer.headers["content-length"] == String(answer.body.count))
        }
    }

    @Test("HEAD has the headers of GET and no body")
    func head() async throws {
        try await withMockServer { _, baseURL in
            let client = try RawClient(baseURL)
            let (get, head) = (
                try await client.send("GET", "\(base)/photos"), try await client.send("HEAD", "\(base)/photos")
            )
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers["content-length"] == String(get.body.count))
            #expect(head.headers["etag"] == get.headers["etag"])
        }
    }

    @Test("a validator gives 304 without a body, gzip packs")
    func negotiation() async throws {
        try await withMockServer { _, baseURL in
            let client = try RawClient(baseURL)
            let plain = try await client.send("GET", "\(base)/photos")
            let packed = try await client.send("GET", "\(base)/photos", headers: ["Accept-Encoding: gzip"])
            #expect(packed.headers["content-encoding"] == "gzip" && packed.body.count < plain.body.count)
            #expect(Gzip.unpack(packed.body, limit: 1_000_000) == .success(plain.body))
            let tag = try #require(packed.headers["etag"])
            let unchanged = try await client.send("GET", "\(base)/photos", headers: ["If-None-Match: \(tag)"])
            #expect(unchanged.status == 304 && unchanged.body.isEmpty)
            #expect(unchanged.headers["content-length"] == nil && unchanged.headers["transfer-encoding"] == nil)
        }
    }

    @Test("events arrive and count once; an ad that is not there is 204")
    func events() async throws {
        var configuration = MockConfiguration()
        configuration.ads = AdPolicy(fillRate: 0, failureRate: 0)
        try await withMockServer(configuration) { server, baseURL in
            let client = try RawClient(baseURL)
            let body = #"{"events": [{"key": "k", "type": "impression", "section": "s", "ad": "ad-1", "row": 0}]}"#
            for _ in 0..<2 {
                #expect(try await client.send("POST", "\(base)/events", body: body).status == 202)
            }
            #expect(server.events.counts.impressions == 1 && server.events.counts.duplicates == 1)
            let ad = try await client.send("GET", "\(base)/ads?section=s&slot=0")
            #expect(ad.status == 204 && ad.body.isEmpty)
        }
    }

    @Test("a body that is too large is refused")
    func tooLarge() async throws {
        try await withMockServer { _, baseURL in
            let body = String(repeating: " ", count: MockAPI.bodyLimit + 1)
            let answer = try await RawClient(baseURL).send("POST", "\(base)/events", body: body)
            #expect(answer.status == 413)
        }
    }

    @Test("the journal has what was asked, and shows no credentials")
    func journal() async throws {
        let log = Mutex<[String]>([])
        var configuration = MockConfiguration()
        configuration.onRequest = { entry, _ in log.withLock { $0.append(entry.target) } }
        try await withMockServer(configuration) { server, baseURL in
            let client = try RawClient(baseURL)
            _ = try await client.send(
                "GET", "\(base)/photos?page=2", headers: ["Authorization: Bearer s3cret", "If-None-Match: \"x\""])
            _ = try await client.send("GET", "\(base)/nothing")
            let entries = server.journal.entries
            #expect(entries.map(\.status) == [200, 404] && server.journal.count == 2)
            #expect(entries[0].parameter("page") == "2" && entries[0].headers["if-none-match"] == "\"x\"")
            #expect(entries[0].headers["authorization"] == "Bearer s3cret")
            #expect(server.journal.entries(for: "photos").count == 1)
            let shown = try await client.send("GET", "/__mock/journal?path=photos")
            let text = String(decoding: shown.body, as: UTF8.self)
            #expect(text.contains("page=2") && text.contains("(sent)") && !text.contains("s3cret"))
            #expect(server.journal.count == 2, "looking is not journalled")
        }
        #expect(log.withLock { $0 } == ["\(base)/photos?page=2", "\(base)/nothing"])
    }

    @Test("latency waits as long as it says, jitter drawn from the seed")
    func latency() async throws {
        let waits = Mutex<[Duration]>([])
        var configuration = MockConfiguration()
        configuration.latency = Latency(milliseconds: 300, jitter: 100)
        configuration.pause = { duration in waits.withLock { $0.append(duration) } }
        try await withMockServer(configuration) { _, baseURL in
            for _ in 0..<8 {
                _ = try await RawClient(baseURL).send("GET", "\(base)/keywords")
            }
        }
        let seen = waits.withLock { $0 }
        #expect(seen.count == 8 && seen.allSatisfy { (.milliseconds(300) ... .milliseconds(400)).contains($0) })
        #expect(Set(seen).count > 1)
    }

    @Test("a port that is taken is said to be taken")
    func taken() async throws {
        try await withMockServer { _, baseURL in
            var configuration = MockConfiguration()
            configuration.port = try #require(Int(baseURL.split(separator: ":")[2].prefix { $0 != "/" }))
            let second = try MockServer(configuration)
            let error = try await #require(throws: MockServerError.self) { _ = try await second.start() }
            #expect(error.code == "mock_cannot_listen")
            #expect(error.description.contains("another program listens there"))
            #expect(!error.description.contains("bind"))
            await second.stop()
        }
    }

    @Test("a server starts once, and stopping it twice does nothing")
    func lifecycle() async throws {
        let server = try MockServer()
        let baseURL = try await server.start()
        await #expect(throws: MockServerError.alreadyStarted) { try await server.start() }
        await server.stop()
        await server.stop()
        await #expect(throws: (any Error).self) { try await RawClient(baseURL).send("GET", "/") }
        #expect(throws: MockServerError.badPort(70_000)) {
            var configuration = MockConfiguration()
            configuration.port = 70_000
            _ = try MockServer(configuration)
        }
    }
}
