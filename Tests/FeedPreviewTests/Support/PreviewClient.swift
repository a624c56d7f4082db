import NIOCore
import NIOPosix
import TestSupport
import Testing

/// One exchange on one connection of its own, with exactly these headers.
struct PreviewClient {
    let port: Int

    /// All that came until the server closed.
    func send(
        _ target: String, method: String = "GET", host: String? = nil, headers: [String] = []
    ) async throws -> RawAnswer {
        try await exchange(target, method, host, headers + ["Connection: close"]) { inbound, _ in
            var bytes: [UInt8] = []
            for try await piece in inbound { bytes += piece.readableBytesView }
            return RawAnswer(bytes)
        }
    }

    /// The events of a stream, until `body` has seen enough; then the client ends its side and reads to the end.
    func events(
        _ target: String, headers: [String], until isEnough: (PreviewEvent) async throws -> Bool
    ) async throws {
        try await exchange(target, "GET", nil, headers) { inbound, outbound in
            var bytes: [UInt8] = []
            var isDone = false
            for try await piece in inbound {
                guard !isDone else { continue }
                bytes += piece.readableBytesView.filter { $0 != UInt8(ascii: "\r") }
                while let end = bytes.firstRange(of: Array("\n\n".utf8)) {
                    let block = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                    bytes.removeSubrange(..<end.upperBound)
                    guard let event = PreviewEvent(block), !isDone else { continue }
                    if try await isEnough(event) {
                        isDone = true
                        outbound.finish()
                    }
                }
            }
        }
    }

    private func exchange<Result>(
        _ target: String, _ method: String, _ host: String?, _ headers: [String],
        _ body: (NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws ->
            Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n"))
            return try await body(inbound, outbound)
        }
    }
}

/// A server-sent event.
struct PreviewEvent {
    let id: String
    let name: String
    let data: String

    /// Nil for what is no event, such as a comment. The lengths of chunks are left out.
    init?(_ block: String) {
        var fields: [String: String] = [:]
        for line in block.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = String(parts[1].drop { $0 == " " }) }
        }
        guard let id = fields["id"], let name = fields["event"], let data = fields["data"] else { return nil }
        (self.id, self.name, self.data) = (id, name, data)
    }
}
