import Foundation
import HTTPTypes
import LocalServer
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import FeedMock

@Suite("Manners of the server", .timeLimit(.minutes(10))) struct MannersTests {
    /// What comes until the server closes, for what is sent as it is.
    private func exchange(_ baseURL: String, _ text: String) async throws -> String {
        let port = try #require(Int(baseURL.split(separator: ":")[2].prefix { $0 != "/" }))
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var bytes: [UInt8] = []
            for try await piece in inbound { bytes += piece.readableBytesView }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private static let tick = "/__mock/tick"

    @Test("the connection of HTTP/1.0 is closed, or kept where that is asked for")
    func oldClients() async throws {
        try await withMockServer { _, baseURL in
            let closed = try await exchange(baseURL, "GET \(Self.tick) HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(closed.hasPrefix("HTTP/1.1 200") && closed.hasSuffix(#"{"tick":0}"#))
            let kept = "GET \(Self.tick) HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: Keep-Alive\r\n\r\n"
            let last = "GET \(Self.tick) HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
            let answers = try await exchange(baseURL, kept + last)
            #expect(answers.components(separatedBy: "HTTP/1.1 200").count == 3, "\(answers)")
            #expect(answers.lowercased().contains("connection: keep-alive"))
        }
    }

    @Test("a request that names two hosts is refused")
    func twoHosts() async throws {
        try await withMockServer { server, baseURL in
            let answer = try await exchange(
                baseURL, "GET \(Self.tick) HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400"))
            #expect(server.journal.count == 0)
        }
    }

    @Test("a foreign name for this machine gets no data while only this machine is let in")
    func foreignHosts() async throws {
        func status(_ configuration: MockConfiguration) async throws -> String {
            try await withMockServer(configuration) { _, baseURL in
                let request =
                    "GET /api/mock/v1/gourmet/keywords HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                return String(try await exchange(baseURL, request).prefix(12))
            }
        }
        var configuration = MockConfiguration()
        #expect(try await status(configuration) == "HTTP/1.1 403")
        configuration.host = "0.0.0.0"
        #expect(try await status(configuration) == "HTTP/1.1 200")
    }

    @Test("a request that is not whole in time ends its connection")
    func dripping() async throws {
        struct Silent: LocalResponder {
            func respond(to request: LocalRequest, on connection: LocalConnection) async throws -> LocalResponse {
                LocalResponse(status: .ok, headers: [:], body: .none)
            }
        }
        var configuration = LocalServer.Configuration()
        (configuration.requestLimit, configuration.bodyLimit) = (.milliseconds(50), 100)
        let server = LocalServer(Silent(), configuration: configuration)
        let port = try await server.start()
        let answer = try await exchange(
            "http://127.0.0.1:\(port)/", "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf")
        #expect(!answer.contains("200"))
        await server.stop()
    }

    @Test("a host that is none is said to be none")
    func noHost() async throws {
        var configuration = MockConfiguration()
        configuration.host = "nope.invalid"
        let error = await #expect(throws: MockServerError.self) { try await MockServer(configuration).start() }
        #expect(error?.description.contains("there is no such host") == true)
    }
}
