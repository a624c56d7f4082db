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
            query = { api_key = "${KEY}" }
            [source.headers]
            Authorization = "Bearer ${TOKEN}"
            [sections]
            path = "s"
            """
        let source = try Manifest(toml: toml, file: "feed.toml").resolved(environment: [
            "TOKEN": "s3cret", "KEY": "k&y 1",
        ])
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
        let content = try await client.get(url())
        #expect(content.body == Array("[1]".utf8))
        #expect(content.validator == Validator(etag: "\"a\"", lastModified: "yesterday"))
        let request = try #require(transport.requests.first)
        #expect(request.headers["User-Agent"] == "feedcache/1.2.3")
        #expect(request.headers["Authorization"] == "Bearer s3cret")
        #expect(request.headers["Accept"]?.hasPrefix("application/json") == true)
        #expect(request.headers["If-None-Match"] == nil)
        #expect(request.timeout == .seconds(1))
        #expect(request.maxBodyBytes == 5000)
        #expect(client.transferMetrics.requests == 1)
        #expect(client.transferMetrics.bytes == 3)
    }

    @Test("asks on a condition, and takes a 304 only then")
    func conditions() async throws {
        let transport = ScriptedTransport(.answer(304))
        let client = try client(transport)
        let answer = try await client.get(url(), unless: Validator(etag: "W/\"a\"", lastModified: "then"))
        #expect(answer == PageContent(status: 304, headers: [:], body: [], url: try url(), isTrusted: true))
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
        #expect(client.transferMetrics.requests == 3)
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
    }

    @Test("takes no wait from answers that waiting does not change", arguments: [400, 401, 403, 404, 410, 422])
    func ignoredRetryAfter(status: Int) async throws {
        #expect(try await failure(of: ScriptedTransport(.answer(status, ["Retry-After": "60"]))).retryAt == nil)
    }

    @Test("takes no wait and the past for a plain failure", arguments: ["0", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func noWait(value: String) async throws {
        let transport = ScriptedTransport(.answer(503, ["Retry-After": value]))
        let error = try await failure(of: transport, retry: "attempts = 2, base_delay_ms = 100")
        #expect(error.retryAt == nil && error.status == 503)
        #expect(transport.requests.count == 2)
        #expect(clock.waits == [.milliseconds(50)])
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
        let content = try await client.get(url())
        #expect(content.url.description == "https://api.example.com/v2/q")
        #expect(transport.urls.last == "https://api.example.com/v2/q?api_key=k%26y%201")
        #expect(transport.requests.allSatisfy { $0.headers["Authorization"] == "Bearer s3cret" })
        #expect(client.transferMetrics.requests == 3)
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

    @Test("takes a login page after a redirect for what it is")
    func loginPage() async throws {
        let transport = ScriptedTransport(
            .answer(302, ["Location": "https://portal.example.com/login"]),
            .answer(200, ["Content-Type": "text/html"], body: "<html><form action=login>"))
        let error = try await failure(of: transport)
        #expect(error.code == .malformed)
        #expect(error.failure.advice?.contains("login") == true)
    }

    // MARK: Credentials

    @Test("adds its parameters to each request to its origin, and nowhere else")
    func query() async throws {
        let transport = ScriptedTransport(
            .answer(302, ["Location": "/v1/q?api_key=other&page=2"]),
            .answer(302, ["Location": "https://cdn.example.com/q?api_key=k%26y+1&page=3"]),
            .answer(302, ["Location": "https://api.example.com/v1/q?page=4"]), .answer(200))
        let content = try await client(transport).get(url("https://api.example.com/v1/p?a=1"))
        #expect(
            transport.urls == [
                "https://api.example.com/v1/p?a=1&api_key=k%26y%201",
                "https://api.example.com/v1/q?page=2&api_key=k%26y%201",
                "https://cdn.example.com/q?page=3", "https://api.example.com/v1/q?page=4",
            ])
        #expect(content.url.description == "https://api.example.com/v1/q?page=4")
        #expect(!content.isTrusted)
    }

    @Test("says where an answer came from without its parameters, so that they are stored nowhere")
    func queryIsNotKept() async throws {
        let transport = ScriptedTransport(.answer(200))
        let content = try await client(transport).get(url("https://api.example.com/v1/p"))
        #expect(content.url.description == "https://api.example.com/v1/p")
        #expect(content.isTrusted)
        let text = ManifestText.collection().replacing("[[coll", with: "[source.query]\nkey = \"${K}\"\n[[coll")
        let base = try Manifest(toml: text, file: "f").resolved(environment: ["K": "a b"]).baseURL
        let next = try ManifestText.paging("{ style = \"link\" }").link(
            .string("?page=2&key=a+b"), at: "Link", base, isTrusted: true)
        #expect(next?.text == "url:https://api.example.com/v1?page=2")
    }

    @Test("sends neither headers nor parameters to a URL of its origin that another one chose")
    func untrusted() async throws {
        let transport = ScriptedTransport(.answer(200), .answer(304))
        let client = try client(transport)
        let url = try url("https://api.example.com/v1/p")
        let content = try await client.get(url, isTrusted: false)
        #expect(!content.isTrusted)
        let again = try await client.get(url, unless: Validator(etag: "\"a\"", lastModified: nil), isTrusted: false)
        #expect(again == PageContent(status: 304, headers: [:], body: [], url: url, isTrusted: false))
        #expect(transport.requests.allSatisfy { $0.headers["Authorization"] == nil })
        #expect(transport.urls == ["https://api.example.com/v1/p", "https://api.example.com/v1/p"])
    }

    @Test("says from where a 304 came, which may not be where the validator is from")
    func unmodifiedElsewhere() async throws {
        let transport = ScriptedTransport(.answer(302, ["Location": "/v2/p"]), .answer(304))
        let answer = try await client(transport).get(
            url("https://api.example.com/v1/p"), unless: Validator(etag: "\"a\"", lastModified: nil))
        #expect(
            answer
                == PageContent(
                    status: 304, headers: [:], body: [], url: try url("https://api.example.com/v2/p"), isTrusted: true))
    }

    @Test("does not ask whether the token is right where it was not sent", arguments: [401, 403])
    func withheld(status: Int) async throws {
        let client = try client(ScriptedTransport(.answer(status)))
        let elsewhere = try url("https://cdn.example.com/p")
        let error = await #expect(throws: SourceError.self) { try await client.get(elsewhere) }
        #expect(error?.message.contains("not sent there, but to https://api.example.com only") == true)
        #expect(error?.message.contains("?") == false)
        let home = try url("https://api.example.com/p")
        let back = await #expect(throws: SourceError.self) { try await client.get(home, isTrusted: false) }
        #expect(back?.message.contains("were not sent") == true)
        let trusted = await #expect(throws: SourceError.self) { try await client.get(home) }
        #expect(trusted?.message.contains("token") == true)
    }

    @Test("repeats what the server says of an error, without the secrets that it repeats")
    func serverMessage() async throws {
        let body = #"{"error": {"message": "Bearer s3cret for k&y 1 (k%26y%201)\u001b[31m is\nno good"}}"#
        let error = try await failure(of: ScriptedTransport(.answer(422, body: body)))
        #expect(error.message == "the server answered 422: “… for … (…) [31m is no good”")
        #expect(error.failure.message == error.message)
    }

    @Test("does not take a part of a document for the whole")
    func partial() async throws {
        let transport = ScriptedTransport(.answer(206, ["Content-Range": "bytes 0-1/9"]))
        let error = try await failure(of: transport)
        #expect(error.code == .malformed)
        #expect(error.message.contains("206"))
        #expect(transport.requests.count == 1)
    }

    @Test("takes a range of items for a page, with its total")
    func items() async throws {
        for range in ["items 0-9/25", "0-9/25"] {
            let transport = ScriptedTransport(.answer(206, ["Content-Range": range], body: "[]"))
            let content = try await client(transport).get(url())
            #expect(try ManifestText.paging("{ style = \"none\" }").total(in: content.headers) == 25)
        }
    }

    @Test(
        "does not use a date alone that is as young as the answer", arguments: [(36, false), (37, false), (39, true)])
    func weakDate(second: Int, isUsed: Bool) async throws {
        let modified = "Sun, 06 Nov 1994 08:49:36 GMT"
        let transport = ScriptedTransport(
            .answer(200, ["Last-Modified": modified, "Date": "Sun, 06 Nov 1994 08:49:\(second) GMT"], body: "[]"))
        let content = try await client(transport).get(url())
        #expect(content.validator.lastModified == (isUsed ? modified : nil))
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
        #expect(transport.urls.last == "https://api.example.com/v2/events?api_key=k%26y%201")
    }

    @Test("posts what has variables to the source's origin only", arguments: [true, false])
    func ownBody(isOwn: Bool) async throws {
        let transport = ScriptedTransport(
            .answer(307, ["Location": "https://other.example.com/list"]), .answer(200, body: "[]"))
        let body = (bytes: Array("{}".utf8), type: "application/json", isOwn: isOwn)
        let client = try client(transport)
        if isOwn {
            let error = await #expect(throws: SourceError.self) { try await client.get(try url(), body: body) }
            #expect(error?.code == .redirect)
            #expect(error?.message.contains("it is not sent there") == true)
            let untrusted = await #expect(throws: SourceError.self) {
                try await client.get(try url(), body: body, isTrusted: false)
            }
            #expect(untrusted?.code == .redirect)
        } else {
            #expect(try await client.get(url(), body: body).status == 200)
        }
        #expect(transport.requests.count == (isOwn ? 1 : 2))
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
