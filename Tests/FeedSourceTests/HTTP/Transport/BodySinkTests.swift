import FeedModel
import TestSupport
import Testing

@testable import FeedSource

@Suite("A sink of a body", .timeLimit(.minutes(10)))
struct BodySinkTests {
    @Test("hands over a body as it comes, unpacked, with its length where that is known", arguments: [false, true])
    func sink(isPacked: Bool) async throws {
        let text = String(repeating: "0123456789", count: 6_000)
        let server = try LoopbackServer { _ in
            isPacked
                ? [.answer(PackedBody.gzip(text), headers: ["Content-Encoding: gzip"])]
                : [.answer(Array(text.utf8), headers: [])]
        }
        defer { server.stop() }
        let sink = CollectingSink()
        var request = TransportRequest(
            method: .get, url: try SourceURL(server.base + "/p"), headers: HeaderFields(), timeout: .seconds(20),
            maxBodyBytes: 1_000_000)
        request.sink = sink
        let transport = HTTPTransport(maxBodyBytes: 1_000_000)
        let answer = try await transport.send(request)
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(sink.lengths == [isPacked ? nil : text.utf8.count])
        #expect(sink.bytes == Array(text.utf8))
        sink.refusal = SourceError(.malformed("no"), url: nil)
        await #expect(throws: SourceError(.malformed("no"), url: nil)) { try await transport.send(request) }
        #expect(sink.bytes == Array(text.utf8), "nothing came after the refusal")
    }
}

/// Keeps what it is given. Only one request at a time uses it.
private final class CollectingSink: BodySink, @unchecked Sendable {
    var lengths: [Int?] = []
    var bytes: [UInt8] = []
    var refusal: SourceError?

    func begin(_ headers: HeaderFields, length: Int?) async throws {
        if let refusal { throw refusal }
        lengths.append(length)
    }

    func take(_ bytes: [UInt8]) throws {
        self.bytes += bytes
    }
}
