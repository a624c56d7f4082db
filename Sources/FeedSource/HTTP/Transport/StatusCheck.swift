import FeedModel
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// Refuses the head of an answer over HTTP/1.1 whose status is below 100.
///
/// To the HTTP client each status below 200 is one that comes before the answer. It ends the program at a body, or at the
/// end, without a head before it.
final class StatusCheck: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// Puts the handler right after the one that reads answers.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(StatusCheck(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = Self.unwrapInboundIn(data), head.status.code < 100 {
            context.fireErrorCaught(HTTPParserError.invalidStatus)
        } else {
            context.fireChannelRead(data)
        }
    }
}

/// Refuses header blocks over HTTP/2 whose `:status` is not three digits from 100 on, or is 101, which HTTP/2 does not have
/// (RFC 9113 §8.3.2 and §8.6).
///
/// The handlers after it end the program at an empty or negative status, at one below 100, and at an answer after 101.
final class StreamStatusCheck: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    /// Puts the handler before the one that reads header blocks.
    @Sendable static func install(in channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(StreamStatusCheck(), position: .first)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .headers(let block) = Self.unwrapInboundIn(data),
            let status = block.headers.first(name: ":status"), !Self.isStatus(status)
        {
            context.fireErrorCaught(HTTPParserError.invalidStatus)
        } else {
            context.fireChannelRead(data)
        }
    }

    private static func isStatus(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy(\.isDigit) && text >= "100" && text != "101"
    }
}
