import NIOCore
import NIOHTTP1

/// Sees to the manners of HTTP/1 that come before any answer: a request that names two hosts is refused (RFC 9112, §3.2), as is
/// one with a body where none is taken, before the body comes; the connection of an HTTP/1.0 client is kept where it asks for
/// that and closed where it does not (§9.3), and a request that is not whole in time ends its connection.
///
/// It is used on its connection's event loop alone.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limit: TimeAmount
    private let takesBodies: Bool
    private var timer: Scheduled<Void>?
    private var isRefusing = false
    /// For each request that is not answered yet, whether it is one of HTTP/1.0 that asks for its connection to be kept.
    private var keptByOldClient: [Bool] = []

    /// - Parameter limit: from a request's head to its last byte.
    init(limit: TimeAmount, takesBodies: Bool) {
        (self.limit, self.takesBodies) = (limit, takesBodies)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefusing else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard head.headers["Host"].count <= 1 else {
                return refuse(context, .badRequest, "a request has one Host header")
            }
            guard takesBodies || !head.announcesBody else {
                return refuse(context, .payloadTooLarge, "no request has a body here")
            }
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

    private func refuse(_ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ reason: String) {
        isRefusing = true
        context.refuse(status, reason)
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
}

extension ChannelHandlerContext {
    /// Answers in words, and closes the connection.
    fileprivate func refuse(_ status: HTTPResponseStatus, _ reason: String) {
        let body = ByteBuffer(string: reason + "\n")
        let headers: HTTPHeaders = [
            "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.readableBytes)",
            "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        let parts: [HTTPServerResponsePart] = [.head(head), .body(.byteBuffer(body)), .end(nil)]
        for part in parts { write(NIOAny(part), promise: nil) }
        flush()
        close(promise: nil)
    }
}

extension HTTPRequestHead {
    fileprivate var announcesBody: Bool {
        !headers["Transfer-Encoding"].isEmpty || headers["Content-Length"].contains { $0 != "0" }
    }
}

/// Refuses in words a client that speaks HTTP/2 from its first byte (RFC 9113, §3.3): to a server of HTTP/1 its preface is no
/// request.
///
/// It is used on its connection's event loop alone.
final class PrefaceGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let preface = Array("PRI * HTTP/2.0\r\n".utf8)

    /// What has come while it may still be the preface.
    private var start: ByteBuffer?
    private var isRefusing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefusing else { return }
        start.setOrWriteImmutableBuffer(unwrapInboundIn(data))
        guard let bytes = start else { return }
        let head = bytes.readableBytesView.prefix(Self.preface.count)
        guard Self.preface.starts(with: head) else {
            start = nil
            context.fireChannelRead(wrapInboundOut(bytes))
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
            return
        }
        guard head.count == Self.preface.count else { return }
        isRefusing = true
        context.refuse(.httpVersionNotSupported, "this server speaks HTTP/1.1, and not HTTP/2")
    }
}

/// Puts the gates where bytes have come in, and where requests are still those of HTTP/1.
final class RequestGateInstaller: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private let takesBodies: Bool

    init(limit: TimeAmount, takesBodies: Bool) {
        (self.limit, self.takesBodies) = (limit, takesBodies)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        try? pipeline.addHandler(PrefaceGate(), position: .before(decoder))
        try? pipeline.addHandler(RequestGate(limit: limit, takesBodies: takesBodies), position: .after(decoder))
    }
}
