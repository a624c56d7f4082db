import NIOEmbedded
import NIOHPACK
import NIOHTTP1
import NIOHTTP2
import Testing

@testable import FeedSource

@Suite("The check of statuses over HTTP/2")
struct StreamStatusCheckTests {
    private func send(_ fields: HPACKHeaders) throws -> HTTP2Frame.FramePayload? {
        let channel = EmbeddedChannel()
        let installation = StreamStatusCheck.install(in: channel)
        channel.embeddedEventLoop.run()
        try installation.wait()
        try channel.writeInbound(HTTP2Frame.FramePayload.headers(.init(headers: fields)))
        return try channel.readInbound()
    }

    @Test("lets three digits from 100 on pass", arguments: ["100", "103", "200", "304", "599", "999"])
    func good(status: String) throws {
        #expect(try send([":status": status]) != nil)
    }

    @Test(
        "refuses what is no status", arguments: ["", "0", "099", "-5", "+99", "1", "20", "1000", "2OO", "２００", "101"])
    func bad(status: String) {
        #expect(throws: HTTPParserError.invalidStatus) { try send([":status": status]) }
    }

    @Test("lets trailers pass")
    func trailers() throws {
        #expect(try send(["x": "y"]) != nil)
    }
}
