import Foundation
import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
package import NIOSSL
import ServiceLifecycle

/// A small HTTP/1.1 server inside of a program: on 127.0.0.1 and any free port, by default.
///
/// ```swift
/// let server = LocalServer(responder)
/// let port = try await server.start()
/// // … send requests to the port …
/// await server.stop()
/// ```
///
/// What the responder throws ends the connection. The actor guards starting and stopping.
package actor LocalServer {
    package struct Configuration: Sendable {
        package var host = LocalServer.standardHost
        /// The port, 0 to 65,535; 0 takes any free one.
        package var port = 0
        /// How long requests under way may take to finish when the server is stopped; then they are cancelled.
        package var grace = Duration.seconds(2)
        /// How large the body of a request may be, in bytes; 0: a request with a body is refused at its head.
        package var bodyLimit = 0
        /// How many connections there may be at a time; nil: any number. One more waits until another ends.
        package var maximumConnections: Int?
        /// How long a connection may have no request under way: until the head of its first one has come, and between
        /// two. Then it is closed.
        package var idleLimit = Duration.seconds(15)
        /// How long a request may take from its head to its last byte. Then its connection is closed.
        package var requestLimit = Duration.seconds(30)
        /// With it the server speaks HTTPS.
        package var tls: (@Sendable () throws -> TLSConfiguration)?

        /// 127.0.0.1, any free port, no bodies.
        package init() {}
    }

    private enum Phase {
        case new
        case running(ServiceGroup, Task<Void, any Error>)
        case stopped
    }

    /// This machine alone can reach it.
    package static let standardHost = "127.0.0.1"

    private static let quiet = Logger(label: "feedcache.server") { _ in SwiftLogNoOpLogHandler() }

    private let configuration: Configuration
    private let responder: any LocalResponder
    private var phase = Phase.new

    package init(_ responder: any LocalResponder, configuration: Configuration = Configuration()) {
        self.responder = responder
        self.configuration = configuration
    }

    /// Starts listening.
    ///
    /// - Returns: the port.
    /// - Throws: `LocalServerError` when the port cannot be listened on, or it was started before.
    package func start() async throws -> Int {
        guard case .new = phase else { throw LocalServerError.alreadyStarted }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let group = try serviceGroup { continuation.yield($0) }
        let task = Task {
            defer { continuation.finish() }
            try await group.run()
        }
        phase = .running(group, task)
        for await port in ports { return port }
        // No port came, so the run is over, and its error says why.
        phase = .stopped
        do {
            try await task.value
            throw LocalServerError.cannotListen(reason: "the server ended at once")
        } catch let error as IOError {
            throw LocalServerError.cannotListen(reason: Self.reason(error.errnoCode))
        } catch is SocketAddressError.UnknownHost, is SocketAddressError {
            throw LocalServerError.cannotListen(reason: "there is no such host")
        }
    }

    private static func reason(_ number: Int32) -> String {
        number == EADDRINUSE ? "another program listens there" : String(cString: strerror(number))
    }

    /// Stops listening, lets requests under way finish for as long as the configuration says, and closes all connections.
    /// Stopping a server that does not run does nothing.
    package func stop() async {
        guard case .running(let group, let task) = phase else { return }
        phase = .stopped
        await group.triggerGracefulShutdown()
        // The caller wanted it to end: how it ended does not matter.
        _ = await task.result
    }

    private func serviceGroup(onListening: @escaping @Sendable (Int) -> Void) throws -> ServiceGroup {
        let plain = HTTP1Channel(
            ResponderAdapter(responder: responder, bodyLimit: configuration.bodyLimit), configuration)
        let service: any Service =
            if let tls = configuration.tls {
                server(try TLSChannel(plain, tlsConfiguration: tls()), onListening: onListening)
            } else {
                server(plain, onListening: onListening)
            }
        var group = ServiceGroupConfiguration(services: [service], logger: Self.quiet)
        group.maximumGracefulShutdownDuration = configuration.grace
        return ServiceGroup(configuration: group)
    }

    private func server(
        _ channel: some ServerChildChannel, onListening: @escaping @Sendable (Int) -> Void
    ) -> any Service {
        Server(
            childChannelSetup: channel,
            configuration: ServerConfiguration(
                address: .hostname(configuration.host, port: configuration.port), reuseAddress: true,
                availableConnectionsDelegate: configuration.maximumConnections.map { MaximumAvailableConnections($0) }),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: Self.quiet)
    }
}

package enum LocalServerError: Error, Equatable, Sendable {
    /// The port cannot be listened on; most often another process does.
    case cannotListen(reason: String)
    case alreadyStarted
}

// MARK: Hummingbird

extension HTTP1Channel {
    /// For answers that may have a `Date` of their own. What the responder throws ends the connection.
    fileprivate init(_ responder: ResponderAdapter, _ local: LocalServer.Configuration) {
        self.init(
            responder: { request, writer, channel in
                var response = try await responder.respond(to: request, on: channel)
                if response.headers[.date] == nil { response.headers[.date] = .httpDate(skewedBy: 0) }
                try await writer.write(response: response.head, body: response.body)
            },
            configuration: Configuration(
                additionalChannelHandlers: [
                    ClientWatch(),
                    RequestGateInstaller(limit: TimeAmount(local.requestLimit), takesBodies: local.bodyLimit > 0),
                ], idleTimeout: TimeAmount(local.idleLimit)))
    }
}

/// Puts a responder on Hummingbird's connections.
private struct ResponderAdapter: Sendable {
    let responder: any LocalResponder
    let bodyLimit: Int

    func respond(to request: Request, on channel: any Channel) async throws -> Response {
        let arrived = ContinuousClock.now
        let client = try await channel.pipeline.handler(type: ClientWatch.self).get()
        let answer = try await responder.respond(
            to: LocalRequest(
                method: request.method, target: request.head.path ?? "/", authority: request.head.authority,
                headers: request.headers, body: try await whole(request), arrived: arrived),
            on: LocalConnection(channel: channel, client: client))
        return Response(status: answer.status, headers: answer.headers, body: ResponseBody(answer.body))
    }

    /// The request's body; nil when it is too large.
    private func whole(_ request: Request) async throws -> [UInt8]? {
        do {
            return Array(buffer: try await request.body.collect(upTo: bodyLimit))
        } catch is NIOTooManyBytesError {
            return nil
        }
    }
}

extension ResponseBody {
    fileprivate init(_ body: LocalResponse.Body) {
        switch body {
        case .none: self.init()
        case .bytes(let bytes): self.init(byteBuffer: ByteBuffer(bytes: bytes))
        case .stream(let length, let write):
            self.init(contentLength: length) { writer in
                try await write { bytes in try await writer.write(ByteBuffer(bytes: bytes)) }
                try await writer.finish(nil)
            }
        }
    }
}
