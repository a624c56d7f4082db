import FeedModel
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A mock of a feed API on 127.0.0.1: the gourmet world, own data, or a directory of JSON files.
///
/// For tests of anything that reads such an API, in the same process:
///
/// ```swift
/// try await withMockServer { server, baseURL in
///     let client = MyClient(baseURL)
///     server.faults.add(FaultRule("photos", .status(503), times: 2))
///     …
///     try await server.received(.get("photos"), times: 3, within: .seconds(1))
///     server.clock.advance()      // the world moves on
/// }
/// ```
///
/// The same configuration gives the same answers to the same requests. The actor guards only starting and stopping;
/// journal, events, faults and clock are safe to use from anywhere while it runs.
public actor MockServer {
    /// What was asked.
    public nonisolated var journal: Journal { api.journal }
    /// What was delivered to `events`.
    public nonisolated var events: EventLedger { api.events }
    /// What goes wrong from now on.
    public nonisolated var faults: FaultPlan { api.faults }
    /// Moves the world.
    public nonisolated var clock: WorldClock { api.clock }
    /// What the gourmet API serves.
    package nonisolated var world: World { api.world }

    /// Where the gourmet API is, below the server's root.
    package static var gourmetPath: String { MockAPI.gourmetPath }

    private enum Phase {
        case new
        case running(ServiceGroup, Task<Void, any Error>)
        case stopped
    }

    /// SHA-256 of the certificate, as browsers show it: `AB:CD:…`; nil without TLS.
    public nonisolated var fingerprint: String? { certificate?.fingerprint }

    nonisolated let api: MockAPI
    nonisolated let configuration: MockConfiguration
    private nonisolated let certificate: ServerCertificate?
    private var phase = Phase.new

    /// A server that is not started yet.
    ///
    /// - Throws: ``MockServerError`` when the port is out of range or the directory to serve is none.
    public init(_ configuration: MockConfiguration = MockConfiguration()) throws(MockServerError) {
        guard (0...65_535).contains(configuration.port) else { throw .badPort(configuration.port) }
        if let origin = configuration.corsOrigins.first(where: { !CrossOrigin.isOrigin($0) }) {
            throw .badOrigin(origin)
        }
        self.configuration = configuration
        certificate = try configuration.certificate()
        api = try MockAPI(configuration)
    }

    /// Starts listening.
    ///
    /// - Returns: the URL the API's paths are relative to, such as `http://127.0.0.1:40213/api/mock/v1/gourmet`.
    /// - Throws: ``MockServerError`` when the port cannot be listened on, or it was started before.
    public func start() async throws -> String {
        guard case .new = phase else { throw MockServerError.alreadyStarted }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let group = try serviceGroup { continuation.yield($0) }
        let task = Task {
            defer { continuation.finish() }
            try await group.run()
        }
        phase = .running(group, task)
        for await port in ports {
            return "\(configuration.origin(port: port))\(api.basePath)"
        }
        // No port came, so the run is over, and its error says why.
        phase = .stopped
        do {
            try await task.value
            throw cannotListen("the server ended at once")
        } catch let error as IOError {
            throw cannotListen(Self.reason(error.errnoCode))
        } catch is SocketAddressError {
            throw cannotListen("there is no such host")
        }
    }

    private func cannotListen(_ reason: String) -> MockServerError {
        .cannotListen(host: configuration.host, port: configuration.port, reason: reason)
    }

    private static func reason(_ number: Int32) -> String {
        number == EADDRINUSE ? "another program listens there" : String(cString: strerror(number))
    }

    /// Stops listening, lets requests under way finish for as long as ``MockConfiguration/grace`` says, and closes all
    /// connections. Stopping a server that does not run does nothing.
    public func stop() async {
        guard case .running(let group, let task) = phase else { return }
        phase = .stopped
        await group.triggerGracefulShutdown()
        // The caller wanted it to end: how it ended does not matter.
        _ = await task.result
    }

    private func serviceGroup(onListening: @escaping @Sendable (Int) -> Void) throws -> ServiceGroup {
        let quiet = Logger(label: "feedcache.mock") { _ in SwiftLogNoOpLogHandler() }
        let responder = MockResponder(
            api: api, seed: configuration.seed, latency: configuration.latency, pause: configuration.pause,
            crossOrigin: api.crossOrigin, onRequest: configuration.onRequest)
        let plain = HTTPServerBuilder.mock(responder, logger: quiet)
        let application = Application(
            responder: responder,
            server: try certificate.map { try .tls(plain, tlsConfiguration: $0.configuration()) } ?? plain,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), reuseAddress: true),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) },
            logger: quiet)
        var group = ServiceGroupConfiguration(services: [application], logger: quiet)
        group.maximumGracefulShutdownDuration = configuration.grace
        return ServiceGroup(configuration: group)
    }
}

/// Runs `body` with a server that listens while it does, and is stopped however it ends.
///
/// - Throws: what starting the server or `body` throws; ``VerificationFailure`` where ``MockConfiguration/onUnhandled`` is
///   `.fail` and requests came that nothing was planned for.
public func withMockServer<Result>(
    _ configuration: MockConfiguration = MockConfiguration(), isolation: isolated (any Actor)? = #isolation,
    _ body: (_ server: MockServer, _ baseURL: String) async throws -> Result
) async throws -> Result {
    let server = try MockServer(configuration)
    let baseURL = try await server.start()
    do {
        let result = try await body(server, baseURL)
        await server.stop()
        if configuration.onUnhandled == .fail { try server.checkUnmatched() }
        return result
    } catch {
        await server.stop()
        throw error
    }
}
