import FeedModel
import Testing

@testable import FeedSource

@Suite("A source client")
struct SourceClientTests {
    private let clock = NotedClock()

    private func client(_ transport: ScriptedTransport, retry: String = "attempts = 3") throws -> SourceClient {
        let toml = """
            [source]
            name = "test"
            base_url = "https://api.example.com/v1"
            timeout_ms = 1000
            max_body_bytes = 5000
            retry = { \(retry) }
            [source.headers]
            Authorization = "Bearer ${TOKEN}"
            [sections]
            path = "s"
            """
        let source = try Manifest(toml: toml, file: "feed.toml").resolved(environment: ["TOKEN": "s3cret"])
        return SourceClient(
            source: source, transport: transport, version: "1.2.3", clock: clock, random: { 0.5 })
    }

    private func url(_ text: String = "https://api.example.com/v1/p?key=hidden") throws -> SourceURL {
        try SourceURL(text)
    }

    private func failure(of transport: ScriptedTransport, retry: String = "attempts = 3") async throws -> SourceError {
        let client = try client(transport, retry: retry)
        let url = try url()
        let error = await #expect(throws: SourceError.self) { try await client.get(url) }
        return try #require(error)
    }

    @Test("asks with its name, its headers and its limits")
    func request() async throws {
        let transport = ScriptedTransport(.answer(200, ["ETag": "\"a\"", "Last-Modified": "yesterday"], body: "[1]"))
        let client = try client(transport)
        let answer = try await client.get(url())
        guard case .content(let content) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(content.body == Array("[1]".utf8))
        #expect(content.validator == Validator(etag: "\"a\"", lastModified: "yesterday"))
        let request = try #require(transport.requests.first)
        #expect(request.headers["User-Agent"] == "feedcache/1.2.3")
        #expect(request.headers["Authorization"] == "Bearer s3cret")
        #expect(request.headers["Accept"]?.hasPrefix("application/json") == true)
        #expect(request.headers["If-None-Match"] == nil)
        #expect(request.timeout == .seconds(1))
        #expect(request.maxBodyBytes == 5000)
        #expect(client.traffic.requests == 1)
        #expect(client.traffic.bytes == 3)
    }

    @Test("asks on a condition, and takes a 304 only then")
    func conditions() async throws {
        let transport = ScriptedTransport(.answer(304))
        let client = try client(transport)
        let answer = try await client.get(url(), unless: Validator(etag: "W/\"a\"", lastModified: "then"))
        #expect(answer == .notModified(headers: [:], url: try url(), isTrusted: true))
        let request = try #require(transport.requests.first)
        #expect(request.headers["If-None-Match"] == "W/\"a\"")
        #expect(request.headers["If-Modified-Since"] == "then")
        #expect(try await failure(of: transport).code == .malformed)
    }

    // MARK: Retries

    @Test(
        "tries again what may pass",
        arguments: [
            ScriptedTransport.Turn.fail(.connection("reset")), .fail(.timeout(.seconds(1))), .answer(408), .answer(429),
            .answer(500), .answer(503), .answer(599),
        ])
    func transient(turn: ScriptedTransport.Turn) async throws {
        let transport = ScriptedTransport(turn, turn, .answer(200))
        let client = try client(transport, retry: "attempts = 3, base_delay_ms = 100")
        _ = try await client.get(url())
        #expect(clock.waits == [.milliseconds(50), .milliseconds(100)])
        #expect(client.traffic.requests == 3)
    }

    @Test(
        "does not try again what will not pass",
        arguments: [
            (ScriptedTransport.Turn.answer(400), SyncFailure.Code.httpStatus), (.answer(401), .httpStatus),
            (.answer(404), .httpStatus), (.answer(410), .httpStatus), (.fail(.tls("bad certificate")), .tls),
            (.fail(.malformed("nonsense")), .malformed), (.fail(.tooLarge(limit: 5)), .tooLarge),
            (.answer(300), .httpStatus), (.answer(200, body: " <!DOCTYPE html>"), .malformed),
            (.answer(200, ["Content-Type": "application/json"], body: "\u{FEFF}<html>"), .malformed),
        ])
    func permanent(turn: ScriptedTransport.Turn, code: SyncFailure.Code) async throws {
        let transport = ScriptedTransport(turn)
        #expect(try await failure(of: transport).code == code)
        #expect(transport.requests.count == 1)
        #expect(clock.waits.isEmpty)
    }

    @Test("gives up after its attempts, saying what came last")
    func attempts() async throws {
        let transport = ScriptedTransport(.answer(500), .fail(.connection("reset")), .answer(503))
        let error = try await failure(of: transport)
        #expect(error.kind == .status(503))
        #expect(error.failure.status == 503)
        #expect(error.retryAt == nil)
        #expect(transport.requests.count == 3)
        #expect(error.url == "https://api.example.com/v1/p?key=…")
    }

    @Test("ends when it is cancelled, in a request or between two")
    func cancellation() async throws {
        let transport = ScriptedTransport(.cancel)
        let client = try client(transport)
        let url = try url()
        await #expect(throws: CancellationError.self) { try await client.get(url) }
        #expect(transport.requests.count == 1)
        let failing = try self.client(ScriptedTransport(.answer(500)))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await failing.get(url)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: Retry-After

    @Test("waits as long as the server says, neither more nor less", arguments: ["7", "Tue, 14 Nov 2023 22:13:27 GMT"])
    func retryAfter(value: String) async throws {
        let transport = ScriptedTransport(.answer(429, ["Retry-After": value]), .answer(200))
        _ = try await client(transport).get(url())
        #expect(clock.waits == [.seconds(7)])
    }

    @Test("leaves longer waits to those who can wait")
    func longRetryAfter() async throws {
        let transport = ScriptedTransport(.answer(503, ["Retry-After": "3600"]))
        let error = try await failure(of: transport)
        #expect(error.retryAt == clock.now.advanced(bySeconds: 3600))
        #expect(transport.requests.count == 1)
        #expect(clock.waits.isEmpty)
    }

    @Test("clamps what the server says to a day, and remembers it when it gives up")
    func clampedRetryAfter() async throws {
        let longest = try await failure(of: ScriptedTransport(.answer(429, ["Retry-After": "99999999999999999999"])))
        #expect(longest.retryAt == clock.now.advanced(bySeconds: 86_400))
        let short = try await failure(of: ScriptedTransport(.answer(429, ["Retry-After": "2"])), retry: "attempts = 1")
        #expect(short.retryAt == clock.now.advanced(bySeconds: 2))
        let forbidden = try await failure(of: ScriptedTransport(.answer(403, ["Retry-After": "60"])))
        #expect(forbidden.retryAt == clock.now.advanced(bySeconds: 60))
    }

    @Test("falls back to jitter where Retry-After says nothing")
    func unreadableRetryAfter() async throws {
        let transport = ScriptedTransport(.answer(429, ["Retry-After": "soon"]), .answer(200))
        _ = try await client(transport, retry: "base_delay_ms = 100").get(url())
        #expect(clock.waits == [.milliseconds(50)])
    }

    // MARK: Redirects

    @Test("follows redirects, and says where it came out")
    func redirects() async throws {
        let transport = ScriptedTransport(
            .answer(301, ["Location": "/v2/p?x=1"]), .answer(302, ["Location": "q"]), .answer(200))
        let client = try client(transport)
        guard case .content(let content) = try await client.get(url()) else { return }
        #expect(content.url.description == "https://api.example.com/v2/q")
        #expect(transport.urls.last == "https://api.example.com/v2/q")
        #expect(transport.requests.allSatisfy { $0.headers["Authorization"] == "Bearer s3cret" })
        #expect(client.traffic.requests == 3)
    }

    @Test(
        "keeps its headers from other origins, on the way back too",
        arguments: [
            "https://evil.example.com/p", "https://api.example.com:8443/p", "//api.example.com.evil/p",
        ])
    func foreignRedirect(location: String) async throws {
        let transport = ScriptedTransport(
            .answer(302, ["Location": location]), .answer(302, ["Location": "https://api.example.com/v1/p"]),
            .answer(200))
        _ = try await client(transport).get(url(), unless: Validator(etag: "\"a\"", lastModified: nil))
        #expect(transport.requests.map { $0.headers["Authorization"] != nil } == [true, false, false])
        #expect(transport.requests.allSatisfy { $0.headers["User-Agent"] == "feedcache/1.2.3" })
        #expect(transport.requests.allSatisfy { $0.headers["If-None-Match"] == "\"a\"" })
    }

    @Test("keeps its headers from pages elsewhere")
    func foreignPage() async throws {
        let transport = ScriptedTransport(.answer(200))
        _ = try await client(transport).get(url("https://cdn.example.com/p"))
        #expect(transport.requests.first?.headers["Authorization"] == nil)
        _ = try await client(transport).get(url("http://api.example.com/p"))
        #expect(transport.requests.last?.headers["Authorization"] == nil)
    }

    @Test(
        "refuses redirects that lead nowhere good",
        arguments: [
            ["Location": "http://api.example.com/p"], [:], ["Location": "ftp://x/"], ["Location": "https://a:b@x/"],
            ["Location": "/v1/p?key=hidden"],
        ] as [HeaderFields])
    func badRedirect(headers: HeaderFields) async throws {
        let transport = ScriptedTransport(.answer(302, headers))
        let error = try await failure(of: transport)
        #expect(error.code == .redirect)
        #expect(transport.requests.count == (headers["Location"]?.hasPrefix("/") == true ? 6 : 1))
        #expect(!error.description.contains("hidden"))
    }

    @Test("takes a login page behind a redirect for what it is")
    func loginPage() async throws {
        let transport = ScriptedTransport(
            .answer(302, ["Location": "https://portal.example.com/login"]),
            .answer(200, ["Content-Type": "text/html"], body: "<html><form action=login>"))
        let error = try await failure(of: transport)
        #expect(error.code == .malformed)
        #expect(error.message.contains("login"))
    }

    // MARK: Posting

    @Test("posts JSON, again where need be")
    func post() async throws {
        let transport = ScriptedTransport(
            .answer(503), .answer(307, ["Location": "/v2/events"]), .answer(204, body: ""))
        let content = try await client(transport).post(url("https://api.example.com/v1/events"), json: Array("{}".utf8))
        #expect(content.status == 204)
        #expect(transport.requests.allSatisfy { $0.method == .post && $0.body == Array("{}".utf8) })
        #expect(transport.requests.allSatisfy { $0.headers["Content-Type"] == "application/json" })
        #expect(transport.urls.last == "https://api.example.com/v2/events")
    }

    @Test(
        "does not take a portal's page, or a redirect that drops the post, for delivery",
        arguments: [
            ScriptedTransport.Turn.answer(200, body: "<html>"), .answer(302, ["Location": "/login"]),
            .answer(303, ["Location": "/x"]),
        ])
    func lostPost(turn: ScriptedTransport.Turn) async throws {
        let client = try client(ScriptedTransport(turn, .answer(200)))
        let url = try url()
        await #expect(throws: SourceError.self) { try await client.post(url, json: []) }
    }
}
