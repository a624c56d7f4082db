import FeedModel
import TestSupport
import Testing

@testable import FeedSource

@Suite("The HTTP transport", .timeLimit(.minutes(10)))
struct HTTPTransportTests {
    private typealias Step = LoopbackServer.Step

    private func send(
        to server: LoopbackServer, path: String = "/p", body: [UInt8]? = nil, headers: HeaderFields = HeaderFields(),
        timeout: Duration = .seconds(20), limit: Int = 100_000, by transport: HTTPTransport? = nil
    ) async throws -> TransportResponse {
        let request = TransportRequest(
            method: body == nil ? .get : .post, url: try SourceURL(server.base + path), headers: headers, body: body,
            timeout: timeout, maxBodyBytes: limit)
        return try await (transport ?? HTTPTransport(maxBodyBytes: limit)).send(request)
    }

    private func get(_ url: String, environment: [String: String] = [:]) async throws -> TransportResponse {
        let request = TransportRequest(
            method: .get, url: try SourceURL(url), headers: HeaderFields(), timeout: .seconds(20), maxBodyBytes: 100)
        return try await HTTPTransport(maxBodyBytes: 100, environment: environment).send(request)
    }

    private func failure(
        of steps: [LoopbackServer.Step], timeout: Duration = .seconds(20), limit: Int = 100_000
    ) async throws -> SourceError {
        let server = try LoopbackServer { _ in steps }
        defer { server.stop() }
        let error = await #expect(throws: SourceError.self) {
            try await send(to: server, timeout: timeout, limit: limit)
        }
        return try #require(error)
    }

    @Test("sends what it is given and gives what it gets")
    func exchange() async throws {
        let server = try LoopbackServer { _ in [.answer("[1]", "X-A: 1", "x-a: 2", "ETag: \"e\"")] }
        defer { server.stop() }
        let path = "/%E7%8C%AB/a%2Fb?q=%20%26%2B&r=a+b&=&x"
        let answer = try await send(to: server, path: path, headers: ["X-Test": "猫", "User-Agent": "t/1"])
        #expect(answer.status == 200)
        #expect(answer.body == Array("[1]".utf8))
        #expect(answer.headers.all("X-A") == ["1", "2"])
        #expect(answer.wireBytes == 3)
        let request = try #require(server.requests.first)
        #expect(request.line == "GET \(path) HTTP/1.1")
        #expect(request.text.contains("User-Agent: t/1\r\n"))
        #expect(request.text.lowercased().contains("host: 127.0.0.1:\(server.port)\r\n"))
        #expect(request.text.lowercased().contains("accept-encoding: gzip, deflate\r\n"))
    }

    @Test("posts a body")
    func post() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 204 No Content\r\n\r\n")] }
        defer { server.stop() }
        let answer = try await send(to: server, body: Array("{\"a\":1}".utf8))
        #expect(answer.status == 204)
        #expect(answer.body.isEmpty)
        #expect(server.requests.first?.text.hasSuffix("\r\n\r\n{\"a\":1}") == true)
    }

    @Test(
        "keeps a connection for the next request, after errors and redirects too",
        arguments: [
            "200 OK", "404 Not Found", "302 Found",
        ])
    func keepAlive(status: String) async throws {
        let server = try LoopbackServer { _ in [.answer("[]", status: status)] }
        defer { server.stop() }
        let transport = HTTPTransport(maxBodyBytes: 1000)
        for _ in 0..<3 { _ = try await send(to: server, limit: 1000, by: transport) }
        #expect(server.requests.map(\.connection) == [0, 0, 0])
    }

    @Test("does not follow redirects by itself")
    func redirect() async throws {
        let server = try LoopbackServer { _ in [.answer("", status: "302 Found", "Location: /q")] }
        defer { server.stop() }
        let answer = try await send(to: server)
        #expect(answer.status == 302)
        #expect(answer.headers["location"] == "/q")
        #expect(server.requests.count == 1)
    }

    // MARK: Faults

    @Test(
        "says that the connection failed, wherever it broke",
        arguments: [
            [Step.reset], [.close], [.send("HTTP/1.1 200"), .close], [.send("HTTP/1.1 200 OK\r\nContent-Le"), .close],
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), .close],
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1,2"), .close],
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1,2"), .reset],
            [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n[1,2\r\n"), .close],
        ])
    func broken(steps: [LoopbackServer.Step]) async throws {
        let error = try await failure(of: steps)
        #expect(error.code == .connection, "\(error)")
        #expect(error.isTransient)
    }

    @Test("says that the connection failed when nothing listens")
    func refused() async throws {
        let server = try LoopbackServer { _ in [] }
        let port = server.port
        server.stop()
        let error = await #expect(throws: SourceError.self) {
            try await get("http://127.0.0.1:\(port)/p?token=s3cret")
        }
        #expect(error?.code == .connection)
        #expect(error?.message.contains("refused") == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test("says that the proxy failed where it is the proxy, not the server", arguments: ["http", "https"])
    func refusedByProxy(scheme: String) async throws {
        let server = try LoopbackServer { _ in [] }
        let port = server.port
        server.stop()
        let error = await #expect(throws: SourceError.self) {
            try await get("\(scheme)://feed.invalid/p", environment: ["all_proxy": "127.0.0.1:\(port)"])
        }
        #expect(error?.code == .connection)
        #expect(error?.message == "the proxy 127.0.0.1:\(port): connection refused")
        #expect(error?.failure.advice == "is the proxy running?")
    }

    @Test("gives the body of an error, packed or not, unless it is long")
    func errorBody() async throws {
        let text = #"{"error":"no"}"#
        for (body, headers) in [(Array(text.utf8), []), (PackedBody.gzip(text), ["Content-Encoding: gzip"])] {
            let server = try LoopbackServer { _ in [.answer(body, status: "404 Not Found", headers: headers)] }
            defer { server.stop() }
            let answer = try await send(to: server)
            #expect(answer.status == 404)
            #expect(String(decoding: answer.body, as: UTF8.self) == text)
            #expect(answer.wireBytes == body.count)
        }
        let long = Array(repeating: UInt8(ascii: " "), count: 70_000)
        let bomb = PackedBody.gzipBomb(packed: 1_000)
        for (body, headers) in [(long, []), (bomb, ["Content-Encoding: gzip"]), (long, ["Content-Encoding: br"])] {
            let server = try LoopbackServer { _ in [.answer(body, status: "503 Unavailable", headers: headers)] }
            defer { server.stop() }
            let answer = try await send(to: server)
            #expect(answer.status == 503)
            #expect(answer.body.isEmpty)
        }
    }

    @Test("says that a host was not found")
    func unknownHost() async throws {
        let error = await #expect(throws: SourceError.self) { try await get("http://feedcache.invalid/") }
        // Without a network the resolver may only say that it has to wait.
        #expect(error?.code == .connection || error?.code == .timeout)
    }

    @Test(
        "stops waiting when time is up, before the answer and in the middle",
        arguments: [
            [Step.hold], [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"), .hold],
        ])
    func timeout(steps: [LoopbackServer.Step]) async throws {
        let error = try await failure(of: steps, timeout: .milliseconds(60))
        #expect(error.code == .timeout, "\(error)")
        #expect(error.isTransient)
    }

    @Test(
        "takes the status of an error for the answer where its body never ends",
        arguments: [(401, "X-A: b"), (429, "Retry-After: 7200"), (302, "Location: /elsewhere")])
    func errorWithoutEnd(status: Int, header: String) async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 \(status) Some\r\n\(header)\r\nContent-Length: 99\r\n\r\n["), .hold]
        }
        defer { server.stop() }
        let response = try await send(to: server, by: limited(.seconds(30), .milliseconds(60)))
        #expect(response.status == status && response.body.isEmpty)
        #expect(response.headers[String(header.prefix { $0 != ":" })] != nil)
    }

    private func limited(_ firstByte: Duration, _ idle: Duration) -> HTTPTransport {
        HTTPTransport(maxBodyBytes: 1_000_000, environment: [:]) { request in
            RequestLimits(whole: request.timeout, firstByte: firstByte, idle: idle)
        }
    }

    @Test("gives up a server that does not begin to answer before the whole time is up")
    func silentFromTheStart() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\n"), .hold] }
        defer { server.stop() }
        let transport = limited(.milliseconds(60), .seconds(30))
        let error = await #expect(throws: SourceError.self) { try await send(to: server, by: transport) }
        #expect(error?.kind == .silence(.milliseconds(60)))
        #expect(error?.isTransient == true)
    }

    @Test("gives up a server that goes silent in the middle before the whole time is up")
    func silentInTheMiddle() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"), .hold] }
        defer { server.stop() }
        let transport = limited(.seconds(30), .milliseconds(60))
        let error = await #expect(throws: SourceError.self) { try await send(to: server, by: transport) }
        #expect(error?.kind == .silence(.milliseconds(60)))
    }

    @Test(
        "gives up a server that drips when the whole time is up",
        arguments: ["HTTP/1.1 200 OK\r\nX-A: ", "HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n"])
    func drip(head: String) async throws {
        let server = try LoopbackServer { _ in [.send(head), .drip(UInt8(ascii: " "), milliseconds: 5)] }
        defer { server.stop() }
        let transport = limited(.seconds(30), .seconds(30))
        let error = await #expect(throws: SourceError.self) {
            try await send(to: server, timeout: .milliseconds(150), by: transport)
        }
        #expect(error?.kind == .timeout(.milliseconds(150)))
    }

    @Test(
        "says that what it hears is no HTTP",
        arguments: [
            [Step.send("SSH-2.0-OpenSSH_9.6\r\n\r\n"), .close], [.send("\u{0}\u{1}\u{2}\u{3}\r\n\r\n"), .hold],
            [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), .hold],
            [.answer("[1]", "Content-Encoding: br")], [.answer("no gzip", "Content-Encoding: gzip")],
            [.answer("\u{7}[1]", "Content-Encoding: deflate")],
            [.answer(PackedBody.zlib("[1]") + [0], headers: ["Content-Encoding: deflate"])],
        ])
    func nonsense(steps: [LoopbackServer.Step]) async throws {
        let error = try await failure(of: steps)
        #expect(error.code == .malformed, "\(error)")
    }

    @Test(
        "refuses a status below 100, with a body or without",
        arguments: ["000", "001", "050", "099"], ["Content-Length: 2\r\n\r\n[]", "Content-Length: 0\r\n\r\n"])
    func statusBelow100(status: String, rest: String) async throws {
        let steps = [Step.send("HTTP/1.1 \(status) x\r\n\(rest)"), .hold]
        #expect(try await failure(of: steps).code == .malformed)
        let proxy = try LoopbackServer { _ in steps }
        defer { proxy.stop() }
        let error = await #expect(throws: SourceError.self) {
            try await get("http://feed.invalid/p", environment: ["http_proxy": "127.0.0.1:\(proxy.port)"])
        }
        #expect(error?.code == .malformed)
    }

    @Test("reads on after statuses that come before the answer")
    func informational() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"), .answer("[1]")]
        }
        defer { server.stop() }
        #expect(try await send(to: server).body == Array("[1]".utf8))
    }

    @Test("speaks no TLS with those who speak none")
    func noTLS() async throws {
        let server = try LoopbackServer(readsHeads: false) { _ in [.send("HTTP/1.1 400 Bad Request\r\n\r\n"), .close] }
        defer { server.stop() }
        let error = await #expect(throws: SourceError.self) { try await get("https://127.0.0.1:\(server.port)/") }
        #expect(error?.code == .tls, "\(String(describing: error))")
        #expect(
            error?.message == "no secure connection: the server does not speak TLS on this port")
        #expect(error?.failure.advice == "should base_url begin with http://?")
    }

    @Test(
        "ends soon after its task is cancelled",
        arguments: [
            [Step.hold], [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"), .hold],
        ])
    func cancellation(steps: [LoopbackServer.Step]) async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { _ in
            arrived.yield()
            return steps
        }
        defer { server.stop() }
        let task = Task { try await send(to: server) }
        for await _ in arrivals { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: Sizes

    @Test("takes answers up to the limit and no further")
    func limit() async throws {
        let fits = try LoopbackServer { _ in [.answer("12345")] }
        defer { fits.stop() }
        #expect(try await send(to: fits, limit: 5).body.count == 5)
        #expect(try await failure(of: [.answer("123456")], limit: 5).kind == .tooLarge(limit: 5))
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n4\r\n5678\r\n0\r\n\r\n"
        #expect(try await failure(of: [.send(chunked)], limit: 5).kind == .tooLarge(limit: 5))
        let promise = "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n1"
        #expect(try await failure(of: [.send(promise), .hold], limit: 5).kind == .tooLarge(limit: 5))
    }

    private static let long = "[\(String(repeating: "1,", count: 500))1]"

    @Test(
        "unpacks gzip, zlib and bare deflate, and counts what crossed the wire",
        arguments: [
            ("GZIP", PackedBody.gzip(long)), (" gzip \t", PackedBody.gzip(long)), ("x-gzip", PackedBody.gzip(long)),
            ("deflate", PackedBody.zlib(long)),
            ("deflate", PackedBody.deflate(long)),
        ])
    func packed(coding: String, packed: [UInt8]) async throws {
        let server = try LoopbackServer { _ in [.answer(packed, headers: ["Content-Encoding: \(coding)"])] }
        defer { server.stop() }
        let answer = try await send(to: server)
        #expect(String(decoding: answer.body, as: UTF8.self) == Self.long)
        #expect(answer.wireBytes == packed.count)
    }

    @Test(
        "refuses a small answer that unpacks to a large one",
        arguments: [
            ("gzip", PackedBody.gzipBomb(packed: 300_000)), ("deflate", PackedBody.bomb(packed: 300_000)),
        ])
    func bomb(coding: String, bomb: [UInt8]) async throws {
        let error = try await failure(of: [.answer(bomb, headers: ["Content-Encoding: \(coding)"])], limit: 1_000_000)
        #expect(error.kind == .tooLarge(limit: 1_000_000))
        #expect(!error.isTransient)
    }

    @Test("names the limit that held where that of the transport is the lower one", arguments: ["gzip", "identity"])
    func lowerLimit(coding: String) async throws {
        let body = coding == "gzip" ? PackedBody.gzip(Self.long) : Array(Self.long.utf8)
        let server = try LoopbackServer { _ in [.answer(body, headers: ["Content-Encoding: \(coding)"])] }
        defer { server.stop() }
        let transport = HTTPTransport(maxBodyBytes: 100)
        let error = await #expect(throws: SourceError.self) { try await send(to: server, by: transport) }
        #expect(error?.kind == .tooLarge(limit: 100))
    }

    @Test("knows a packed answer that was cut off")
    func truncatedGzip() async throws {
        let packed = Array(PackedBody.gzip("[1,2,3,4,5,6,7,8,9]").prefix(20))
        let error = try await failure(of: [.answer(packed, headers: ["Content-Encoding: gzip"])])
        #expect(error.code == .connection, "\(error)")
    }

    @Test(
        "is not troubled by encodings of answers without a body",
        arguments: [
            "304 Not Modified", "204 No Content", "500 Internal Server Error",
        ])
    func emptyGzip(status: String) async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 \(status)\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n")]
        }
        defer { server.stop() }
        let answer = try await send(to: server)
        #expect(answer.status == Int(status.prefix(3)))
    }

    // MARK: Proxies

    @Test("asks a proxy for the whole URL")
    func forwardProxy() async throws {
        let proxy = try LoopbackServer { _ in [.answer("[1]")] }
        defer { proxy.stop() }
        let environment = ["http_proxy": "http://user:pass@127.0.0.1:\(proxy.port)"]
        let transport = HTTPTransport(maxBodyBytes: 100, environment: environment)
        for _ in 0..<2 {
            let answer = try await transport.send(
                TransportRequest(
                    method: .get, url: try SourceURL("http://feed.invalid:81/p?a=1"), headers: HeaderFields(),
                    timeout: .seconds(20), maxBodyBytes: 100))
            #expect(answer.body == Array("[1]".utf8))
        }
        #expect(proxy.requests.map(\.line) == Array(repeating: "GET http://feed.invalid:81/p?a=1 HTTP/1.1", count: 2))
        #expect(
            proxy.requests.allSatisfy {
                $0.text.lowercased().contains("host: feed.invalid:81\r\n") && $0.connection == 0
            })
        #expect(proxy.requests.first?.text.contains("Proxy-Authorization: Basic dXNlcjpwYXNz\r\n") == true)
    }

    @Test("asks a proxy for a tunnel to https")
    func tunnelProxy() async throws {
        let proxy = try LoopbackServer { _ in [.answer("", status: "403 Forbidden"), .close] }
        defer { proxy.stop() }
        let environment = ["https_proxy": "127.0.0.1:\(proxy.port)"]
        let error = await #expect(throws: SourceError.self) {
            try await get("https://feed.invalid/p", environment: environment)
        }
        #expect(proxy.requests.first?.line == "CONNECT feed.invalid:443 HTTP/1.1")
        #expect(error?.code == .connection, "\(String(describing: error))")
    }
}
