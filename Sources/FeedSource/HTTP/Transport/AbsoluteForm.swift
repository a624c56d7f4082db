import NIOCore
import NIOHTTP1

/// Writes the whole URL into the request line, as proxies for http want it (RFC 9112 §3.2.2): the host from the `Host`
/// header, the rest from the request.
///
/// The HTTP client only knows how to connect through a proxy, which many proxies allow to port 443 alone.
final class AbsoluteForm: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Puts the handler right before the one that writes requests.
    @Sendable static func install(in channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
            try pipeline.addHandler(AbsoluteForm(), position: .after(encoder))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = Self.unwrapOutboundIn(data), let host = head.headers.first(name: "Host") else {
            context.write(data, promise: promise)
            return
        }
        head.uri = "http://\(host)\(head.uri)"
        context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
    }
}
