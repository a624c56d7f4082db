import NIOCore
import NIOPosix
import TestSupport
import Testing

/// One exchange on one connection, bytes as they come: sees what an HTTP library would hide.
struct RawClient {
    private let port: Int

    /// - Parameter baseURL: as a mock server gives it
    init(_ baseURL: String) throws {
        port = try #require(Int(baseURL.split(separator: ":")[2].prefix { $0 != "/" }))
    }

    /// All that came until the server closed; throws what the connection ends with when it is not closed in order.
    func send(_ method: String, _ target: String, headers: [String] = [], body: String = "") async throws -> RawAnswer {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let lines =
            ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1", "Connection: close"] + headers
            + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
        let request = lines.joined(separator: "\r\n") + "\r\n\r\n" + body
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var bytes: [UInt8] = []
            for try await piece in inbound {
                bytes += piece.readableBytesView
            }
            return RawAnswer(bytes)
        }
    }
}
