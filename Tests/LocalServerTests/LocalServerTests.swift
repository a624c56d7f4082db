import HTTPTypes
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import LocalServer

@Suite("A server inside of a program", .timeLimit(.minutes(10)))
struct LocalServerTests {
    /// Answers as a closure says.
    private struct Responder: LocalResponder {
        let answer: @Sendable (LocalRequest, LocalConnection) async throws -> LocalResponse

        func respond(to request: LocalRequest, on connection: LocalConnection) async throws -> LocalResponse {
            try await answer(request, connection)
        }
    }

    private struct Refusal: Error {}

    /// Starts a server, and stops it when `body` is done.
    private func withServer(
        _ configuration: LocalServer.Configuration = LocalServer.Configuration(),
        answer: @escaping @Sendable (LocalRequest, LocalConnection) async throws -> LocalResponse,
        _ body: (Int) async throws -> Void
    ) async throws {
        let server = LocalServer(Responder(answer: answer), configuration: configuration)
        let port = try await server.start()
        do {
            try await body(port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private static func text(_ text: String) -> LocalResponse {
        LocalResponse(status: .ok, headers: [:], body: .bytes(Array(text.utf8)))
    }

    private func connect(_ port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Sends these lines and an empty one, then `body`, and reads to the end of the connection.
    private func exchange(_ port: Int, _ lines: [String], body: String = "") async throws -> RawAnswer {
        try await connect(port).executeThenClose { inbound, outbound in
            let request = (lines + ["Host: here", "Connection: close"]).joined(separator: "\r\n")
            try await outbound.write(ByteBuffer(string: request + "\r\n\r\n" + body))
            var bytes: [UInt8] = []
            for try await piece in inbound { bytes += piece.readableBytesView }
            return RawAnswer(bytes)
        }
    }

    @Test("hands over the request as it was sent, and adds the date to the answer")
    func request() async throws {
        try await withServer(answer: { request, _ in
            Self.text("\(request.method.rawValue) \(request.target) \(request.authority ?? "nobody")")
        }) { port in
            let answer = try await exchange(port, ["GET /a%20b?c=d HTTP/1.1"])
            #expect(answer.status == 200)
            #expect(answer.text == "GET /a%20b?c=d here")
            #expect(answer.headers["date"] != nil)
        }
    }

    @Test("leaves a date of the answer as it is")
    func date() async throws {
        try await withServer(answer: { _, _ in
            LocalResponse(status: .noContent, headers: [.date: "yesterday"], body: .none)
        }) { port in
            let answer = try await exchange(port, ["GET / HTTP/1.1"])
            #expect(answer.headers["date"] == "yesterday")
        }
    }

    @Test("refuses a body at the head of its request where none is taken, and HTTP/2 in words")
    func refusals() async throws {
        try await withServer(answer: { _, _ in Self.text("answered") }) { port in
            for header in ["Content-Length: 9", "Transfer-Encoding: chunked"] {
                // Nothing of the body is ever sent.
                let answer = try await exchange(port, ["POST / HTTP/1.1", header])
                #expect(answer.status == 413 && answer.text == "no request has a body here\n")
            }
            #expect(try await exchange(port, ["POST / HTTP/1.1", "Content-Length: 0"]).text == "answered")
            let answer = try await exchange(port, ["PRI * HTTP/2.0"])
            #expect(answer.status == 505 && answer.text == "this server speaks HTTP/1.1, and not HTTP/2\n")
        }
    }

    @Test("takes a body up to its limit, and hands over none where it is longer", arguments: [(4, "4"), (5, "none")])
    func body(count: Int, expected: String) async throws {
        var configuration = LocalServer.Configuration()
        configuration.bodyLimit = 4
        try await withServer(
            configuration,
            answer: { request, _ in
                Self.text(request.body.map { "\($0.count)" } ?? "none")
            }
        ) { port in
            let answer = try await exchange(
                port, ["POST / HTTP/1.1", "Content-Length: \(count)"], body: String(repeating: "x", count: count))
            #expect(answer.text == expected)
        }
    }

    @Test("sends a stream piece by piece, and ends the connection where it fails", arguments: [false, true])
    func stream(fails: Bool) async throws {
        try await withServer(answer: { _, _ in
            LocalResponse(
                status: .ok, headers: [:],
                body: .stream(length: 6) { send in
                    try await send(Array("one".utf8))
                    if fails { throw Refusal() }
                    try await send(Array("two".utf8))
                })
        }) { port in
            let answer = try await exchange(port, ["GET / HTTP/1.1"])
            #expect(answer.text == (fails ? "one" : "onetwo"))
        }
    }

    @Test("ends the connection where the responder throws")
    func refusal() async throws {
        try await withServer(answer: { _, _ in throw Refusal() }) { port in
            let answer = try await exchange(port, ["GET / HTTP/1.1"])
            #expect(answer.status == nil)
        }
    }

    @Test("is started once, and says so of a port that another has")
    func starting() async throws {
        let first = LocalServer(Responder { _, _ in Self.text("") })
        let port = try await first.start()
        await #expect(throws: LocalServerError.alreadyStarted) { try await first.start() }
        var configuration = LocalServer.Configuration()
        configuration.port = port
        let second = LocalServer(Responder { _, _ in Self.text("") }, configuration: configuration)
        await #expect(throws: LocalServerError.cannotListen(reason: "another program listens there")) {
            try await second.start()
        }
        await first.stop()
        await first.stop()
        await #expect(throws: (any Error).self) { try await exchange(port, ["GET / HTTP/1.1"]) }
    }

    @Test("lets one connection more wait until another ends")
    func connectionLimit() async throws {
        var configuration = LocalServer.Configuration()
        configuration.maximumConnections = 1
        let answered = Mutex(0)
        try await withServer(
            configuration,
            answer: { _, _ in
                answered.withLock { $0 += 1 }
                return Self.text("")
            }
        ) { port in
            try await connect(port).executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: here\r\n\r\n"))
                var pieces = inbound.makeAsyncIterator()
                #expect(try await pieces.next() != nil)
                // This one is held by the client; the next is not answered beside it.
                async let waiting = exchange(port, ["GET / HTTP/1.1"])
                try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: here\r\n\r\n"))
                #expect(try await pieces.next() != nil)
                #expect(answered.withLock(\.self) == 2)
                try await outbound.write(
                    ByteBuffer(string: "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"))
                while try await pieces.next() != nil {}
                let late = try await waiting
                #expect(late.status == 200)
            }
            #expect(answered.withLock(\.self) == 4)
        }
    }

    @Test("waits no longer than its client does")
    func leaving() async throws {
        let (left, continuation) = AsyncStream.makeStream(of: Bool.self)
        try await withServer(answer: { _, connection in
            let hasLeft = try await connection.waits { try await Task.sleep(for: .seconds(3_600)) }
            continuation.yield(hasLeft)
            return Self.text("")
        }) { port in
            try await connect(port).executeThenClose { _, outbound in
                try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: here\r\n\r\n"))
            }
            #expect(await left.first { _ in true } == true)
        }
    }

    @Test("closes a connection that sends no head of a request for too long, also between two")
    func idleConnections() async throws {
        var configuration = LocalServer.Configuration()
        configuration.idleLimit = .milliseconds(50)
        try await withServer(configuration, answer: { _, _ in Self.text("x") }) { port in
            for sent in ["", "GET / HTTP/1.1\r\nHost:"] {
                let bytes = try await allThatComes(port, sent)
                #expect(bytes.isEmpty)
            }
            // On a machine with much to do the limit may be over before the request is sent.
            while try await allThatComes(port, "GET / HTTP/1.1\r\nHost: here\r\n\r\n").isEmpty {}
        }
    }

    /// Sends a text, where the connection is still there, and reads until the server closes it.
    private func allThatComes(_ port: Int, _ text: String) async throws -> [UInt8] {
        try await connect(port).executeThenClose { inbound, outbound in
            try? await outbound.write(ByteBuffer(string: text))
            return (try? await Self.rest(of: inbound)) ?? []
        }
    }

    @Test("closes no connection whose answer takes long", arguments: [false, true])
    func longAnswers(isStream: Bool) async throws {
        var configuration = LocalServer.Configuration()
        configuration.idleLimit = .milliseconds(50)
        let port = Mutex(0)
        // Another connection is idle for longer than the limit, begun later than the one that waits for its answer.
        let outlast: @Sendable () async throws -> Void = {
            try await self.connect(port.withLock(\.self)).executeThenClose { inbound, _ in
                _ = try await Self.rest(of: inbound)
            }
        }
        try await withServer(
            configuration,
            answer: { _, connection in
                guard isStream else {
                    let hasLeft = try await connection.waits { try await outlast() }
                    return Self.text(hasLeft ? "left" : "onetwo")
                }
                return LocalResponse(
                    status: .ok, headers: [:],
                    body: .stream(length: nil) { send in
                        try await outlast()
                        try await send(Array("one".utf8))
                        try await outlast()
                        try await send(Array("two".utf8))
                    })
            }
        ) { listening in
            port.withLock { $0 = listening }
            // On a machine with much to do the limit may be over before the request is sent.
            var answer = RawAnswer([])
            while answer.status == nil {
                answer = (try? await exchange(listening, ["GET / HTTP/1.1"])) ?? answer
            }
            #expect(isStream ? answer.text.contains("two") : answer.text == "onetwo")
        }
    }

    private static func rest(of inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in inbound { bytes += piece.readableBytesView }
        return bytes
    }

    @Test(
        "tells a client on this machine from one on another",
        arguments: [
            ("127.0.0.1", "127.0.0.1", true), ("127.255.3.4", "127.0.0.1", true), ("::1", "::1", true),
            ("::ffff:127.0.0.1", "::ffff:127.0.0.1", true), ("::ffff:127.9.9.9", nil, true),
            ("192.0.2.7", "192.0.2.7", true), ("::ffff:192.0.2.7", "192.0.2.7", true),
            ("2001:db8::7", "2001:db8::7", true), ("192.0.2.8", "192.0.2.7", false), ("128.0.0.1", "192.0.2.7", false),
            ("126.255.255.255", "192.0.2.7", false), ("0.0.0.0", "192.0.2.7", false), ("192.0.2.7", nil, false),
            ("::ffff:128.0.0.1", "::1", false), ("::ffff:192.0.2.8", "::ffff:192.0.2.7", false),
            ("::2", "2001:db8::7", false), ("::", "2001:db8::7", false), ("7f00::1", "2001:db8::7", false),
            ("::127.0.0.1", "2001:db8::7", false), ("2001:db8::8", "2001:db8::7", false),
        ])
    func machines(peer: String, own: String?, isOnThisMachine: Bool) throws {
        let client = try SocketAddress(ipAddress: peer, port: 40_000)
        let server = try own.map { try SocketAddress(ipAddress: $0, port: 80) }
        #expect(client.isOnThisMachine(with: server) == isOnThisMachine)
    }

    @Test("takes no client for one on this machine that has no IP address")
    func unknownMachines() throws {
        let socket = try SocketAddress(unixDomainSocketPath: "/tmp/socket")
        #expect(!socket.isOnThisMachine(with: socket))
    }

    @Test("knows that a client is on this machine")
    func ownMachine() async throws {
        try await withServer(answer: { _, connection in Self.text("\(connection.isFromThisMachine)") }) { port in
            let answer = try await exchange(port, ["GET / HTTP/1.1"])
            #expect(answer.text == "true")
        }
    }

    @Test(
        "writes what means something in HTML as entities",
        arguments: [
            ("a < b & \"c\"", "a &lt; b &amp; &quot;c&quot;"), ("<\u{301}script>", "&lt;\u{301}script&gt;"),
            ("it's\0", "it&#39;s\u{FFFD}"), ("日本語 👍🏽", "日本語 👍🏽"),
        ])
    func escaping(text: String, escaped: String) {
        #expect(text.escapedForHTML == escaped)
    }
}
