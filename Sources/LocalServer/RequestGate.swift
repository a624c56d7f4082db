import NIOCore
import NIOHTTP1

/// Sees to the manners of HTTP/1 that come before any answer: a request that names two hosts is refused (RFC 9112, §3.2), the
/// connection of an HTTP/1.0 client is kept where it asks for that and closed where it does not (§9.3), and a request that is
/// not whole in time ends its connection.
///
/// It is used on its connection's event loop alone.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?
    private var isRefusing = false
    /// For each request that is not answered yet, whether it is one of HTTP/1.0 that asks for its connection to be kept.
    private var keptByOldClient: [Bool] = []

    /// - Parameter limit: from a request's head to its last byte.
    init(limit: TimeAmount) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefusing else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard head.headers["Host"].count <= 1 else { return refuse(context) }
            timer = context.eventLoop.scheduleTask(in: limit) { [channel = context.channel] in
                channel.close(promise: nil)
            }
            context.fireChannelRead(wrapInboundOut(.head(withConnection(head))))
        case .body: context.fireChannelRead(data)
        case .end:
            stopTimer()
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where keptByOldClient.first == true:
            head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where !keptByOldClient.isEmpty: keptByOldClient.removeFirst()
        default: break
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopTimer()
        context.fireChannelInactive()
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }

    /// The head as a client of HTTP/1.1 would send it.
    private func withConnection(_ head: HTTPRequestHead) -> HTTPRequestHead {
        let options = head.headers[canonicalForm: "Connection"].map { $0.lowercased() }
        let isOld = head.version == .http1_0
        let isKept = isOld && options.contains("keep-alive")
        keptByOldClient.append(isKept)
        guard options.contains("close") || isOld && !isKept else { return head }
        var head = head
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return head
    }

    private func refuse(_ context: ChannelHandlerContext) {
        isRefusing = true
        let body = ByteBuffer(string: "a request has one Host header\n")
        let headers: HTTPHeaders = [
            "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.readableBytes)",
            "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .badRequest, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }
}

/// Puts a gate where requests are still those of HTTP/1.
final class RequestGateInstaller: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let limit: TimeAmount

    init(limit: TimeAmount) {
        self.limit = limit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        try? pipeline.addHandler(RequestGate(limit: limit), position: .after(decoder))
    }
}
