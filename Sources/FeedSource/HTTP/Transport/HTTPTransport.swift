import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The transport over the network: HTTP/1.1 with connections kept alive, or HTTP/2 where the server offers it by TLS.
///
/// Answers in gzip and deflate are unpacked as they arrive and dropped as soon as they pass the limit. A request ends
/// when its time is up, and earlier where the server has gone silent (`RequestLimits`). Proxies are those of the
/// environment. The lock guards the pools of connections, one for each way out.
package final class HTTPTransport: Transport {
    /// How long an attempt to connect may take; less if the whole request has less.
    static let connectTimeout = Duration.seconds(10)
    /// How long a connection is kept for the next request. Less than the 5 seconds after which some servers close it: a
    /// request that crosses with the close is lost.
    static let idleTime = Duration.seconds(4)
    /// The longest body of an error or a redirect that is read, in bytes. An error may say what is wrong, and a connection
    /// with a rest in it cannot be used again.
    private static let longestErrorBody = 65_536

    private let maxBodyBytes: Int
    private let proxies: ProxySettings
    private let limits: @Sendable (TransportRequest) -> RequestLimits
    private let watches = RequestWatches()
    private let tls: TLSFiles
    private let pools = Mutex<[Pool: HTTPClient]>([:])

    private struct Pool: Hashable {
        let route: ProxySettings.Route
        let showsCertificate: Bool
    }

    /// - Parameters:
    ///   - maxBodyBytes: the longest answer after unpacking. Requests may ask for less, not for more.
    ///   - environment: where the proxies and the certificates are.
    ///   - source: whose certificates are used beside those; nil for none.
    package convenience init(maxBodyBytes: Int, environment: [String: String] = [:], source: Manifest.Source? = nil) {
        // What is wrong with it is an error where the source is resolved, before any request.
        let tls = try? source?.tlsFiles(environment: environment)
        self.init(maxBodyBytes: maxBodyBytes, environment: environment, tls: tls) { RequestLimits(whole: $0.timeout) }
    }

    init(
        maxBodyBytes: Int, environment: [String: String], tls: TLSFiles? = nil,
        limits: @escaping @Sendable (TransportRequest) -> RequestLimits
    ) {
        self.maxBodyBytes = maxBodyBytes
        self.limits = limits
        proxies = ProxySettings(environment: environment)
        self.tls = tls ?? TLSFiles(environment: environment)
    }

    deinit {
        // A client that is dropped without this stops the program; no one needs to wait for its end.
        for client in pools.withLock(\.self).values { client.shutdown { _ in } }
    }

    package func send(_ request: TransportRequest) async throws -> TransportResponse {
        let request = request.limited(to: maxBodyBytes)
        let watch = RequestWatch(request, limits: limits(request))
        let route = try proxies.route(to: request.url.origin)
        do {
            let response = try await watches.run(watch) {
                let response = try await self.exchange(request, by: route, watch)
                // A body that is cancelled ends like one that is whole. Of an error the status is the answer, however
                // its body ends.
                if (200...299).contains(response.status) { try Task.checkCancellation() }
                return response
            }
            try Task.checkCancellation()
            return response
        } catch {
            // What broke off because the task was cancelled says so in many ways.
            if Task.isCancelled { throw CancellationError() }
            throw TransportFault(request: request, route: route).explain(error)
        }
    }

    private func exchange(
        _ request: TransportRequest, by route: ProxySettings.Route, _ watch: RequestWatch
    ) async throws -> TransportResponse {
        let pool = Pool(route: route, showsCertificate: tls.certificate != nil && request.url.origin == tls.origin)
        let response = try await client(of: pool).execute(route.request(for: request), deadline: .distantFuture)
        watch.noteProgress()
        let headers = HeaderFields(response.headers.map { HeaderFields.Field(name: $0.name, read: $0.value) })
        let status = Int(response.status.code)
        // Without a body there is nothing to unpack, though some servers name an encoding all the same. Its end is read: a
        // connection is closed where that is left out.
        if status == 204 || status == 304 {
            for try await _ in response.body {}
            return TransportResponse(status: status, headers: headers)
        }
        let coding = headers["Content-Encoding"]?.lowercased() ?? ""
        let isKnown = coding == "" || coding == "identity" || BodyUnpacker.codings.contains(coding)
        guard (200...299).contains(status) else {
            // The status is the answer, however its body ends.
            let read = try? await Self.read(
                response.body, BodyUnpacker(coding: coding, limit: Self.longestErrorBody), watch)
            return TransportResponse(
                status: status, headers: headers, body: isKnown && status >= 400 ? read?.body ?? [] : [],
                wireBytes: read?.wireBytes ?? 0)
        }
        let promised = headers["Content-Length"].flatMap { Int($0) }
        if let promised, promised > request.maxBodyBytes { throw UnpackingError.tooLarge }
        guard isKnown else {
            throw SourceError(
                .malformed("the answer is encoded as “\(coding)”, not as gzip or deflate"), url: request.url)
        }
        try await request.sink?.begin(headers, length: BodyUnpacker.codings.contains(coding) ? nil : promised)
        let read = try await Self.read(
            response.body, BodyUnpacker(coding: coding, limit: request.maxBodyBytes), watch, into: request.sink)
        return TransportResponse(status: status, headers: headers, body: read.body, wireBytes: read.wireBytes)
    }

    private static func read(
        _ body: HTTPClientResponse.Body, _ unpacker: BodyUnpacker, _ watch: RequestWatch,
        into sink: (any BodySink)? = nil
    ) async throws -> (body: [UInt8], wireBytes: Int) {
        var wireBytes = 0
        for try await part in body {
            watch.noteProgress()
            wireBytes += part.readableBytes
            try part.withUnsafeReadableBytes(unpacker.append)
            try sink?.take(unpacker.drain())
        }
        return (try unpacker.finish(), wireBytes)
    }

    private func client(of pool: Pool) throws -> HTTPClient {
        try pools.withLock { pools in
            if let client = pools[pool] { return client }
            // The connections of a client share one thread, which then wakes once for what came on several of them.
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let client = HTTPClient(eventLoopGroup: loop, configuration: try configuration(of: pool))
            pools[pool] = client
            return client
        }
    }

    private func configuration(of pool: Pool) throws(SourceError) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(Self.connectTimeout.components.seconds)))
        do {
            configuration.tlsConfiguration = try tls.configuration(showsCertificate: pool.showsCertificate)
        } catch {
            throw SourceError(.tls(error.message), url: nil)
        }
        // Traces are not used, and their attributes are collected all the same.
        configuration.tracing.tracer = nil
        configuration.connectionPool.idleTimeout = .seconds(Self.idleTime.components.seconds)
        // Trying again is for those who know how often and how soon.
        configuration.connectionPool.retryConnectionEstablishment = false
        var isForwarded = false
        switch pool.route {
        case .direct: break
        case .forward: isForwarded = true
        case .tunnel(let proxy):
            configuration.proxy = .server(
                host: proxy.origin.address, port: proxy.origin.port,
                authorization: proxy.credentials.map { .basic(credentials: $0) })
        }
        configuration.http1_1ConnectionDebugInitializer = { [isForwarded] channel in
            channel.eventLoop.submit {
                try StatusCheck.install(in: channel.pipeline.syncOperations)
                if isForwarded { try AbsoluteForm.install(in: channel.pipeline.syncOperations) }
            }
        }
        configuration.http2StreamChannelDebugInitializer = StreamStatusCheck.install
        return configuration
    }
}

extension ProxySettings.Route {
    fileprivate func request(for request: TransportRequest) -> HTTPClientRequest {
        var sent = HTTPClientRequest(url: request.url.description)
        sent.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headers.fields { sent.headers.add(name: field.name, value: field.value) }
        sent.headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip, deflate")
        if let body = request.body { sent.body = .bytes(body) }
        if case .forward(let proxy) = self {
            let origin = request.url.origin
            sent.url = "\(proxy.origin)\(request.url.pathAndQuery)"
            sent.headers.replaceOrAdd(
                name: "Host", value: String("\(origin)".dropFirst("\(origin.scheme.rawValue)://".count)))
            if let credentials = proxy.credentials {
                sent.headers.add(name: "Proxy-Authorization", value: "Basic \(credentials)")
            }
        }
        return sent
    }
}

/// Writes the whole URL into the request line, as proxies for http want it (RFC 9112 §3.2.2): the host from the `Host`
/// header, the rest from the request.
///
/// The HTTP client only knows how to connect through a proxy, which many proxies allow to port 443 alone.
final class AbsoluteForm: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Puts the handler right before the one that writes requests.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
        try pipeline.addHandler(AbsoluteForm(), position: .after(encoder))
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
