import Hummingbird
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

/// A mock of a feed API on 127.0.0.1: the gourmet world, or a directory of JSON files.
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

    private enum Phase {
        case new
        case running(ServiceGroup, Task<Void, any Error>)
        case stopped
    }

    nonisolated let api: MockAPI
    nonisolated let configuration: MockConfiguration
    private var phase = Phase.new

    /// A server that is not started yet.
    ///
    /// - Throws: ``MockServerError`` when the port is out of range or the directory to serve is none.
    public init(_ configuration: MockConfiguration = MockConfiguration()) throws(MockServerError) {
        guard (0...65_535).contains(configuration.port) else { throw .badPort(configuration.port) }
        self.configuration = configuration
        api = try MockAPI(configuration)
    }

    /// Starts listening.
    ///
    /// - Returns: the URL the API's paths are relative to, such as `http://127.0.0.1:40213/api/mock/v1/gourmet`.
    /// - Throws: ``MockServerError`` when the port cannot be listened on, or it was started before.
    public func start() async throws -> String {
        guard case .new = phase else { throw MockServerError.alreadyStarted }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let group = serviceGroup { continuation.yield($0) }
        let task = Task {
            defer { continuation.finish() }
            try await group.run()
        }
        phase = .running(group, task)
        for await port in ports {
            return "http://127.0.0.1:\(port)\(api.basePath)"
        }
        // No port came, so the run is over, and its error says why.
        phase = .stopped
        do {
            try await task.value
            throw MockServerError.cannotListen(port: configuration.port, reason: "the server ended at once")
        } catch let error as IOError {
            throw MockServerError.cannotListen(port: configuration.port, reason: Self.reason(error.errnoCode))
        }
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

    private func serviceGroup(onListening: @escaping @Sendable (Int) -> Void) -> ServiceGroup {
        let quiet = Logger(label: "feedcache.mock") { _ in SwiftLogNoOpLogHandler() }
        let responder = MockResponder(
            api: api, seed: configuration.seed, latency: configuration.latency, pause: configuration.pause,
            onRequest: configuration.onRequest)
        let application = Application(
            responder: responder,
            server: .mock(responder, logger: quiet),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: configuration.port), reuseAddress: true),
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

/// Why a mock server did not start.
public enum MockServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// This port cannot be listened on; most often another process does.
    case cannotListen(port: Int, reason: String)
    /// A port must be from 0 to 65,535.
    case badPort(Int)
    /// The path to serve files from is no directory.
    case notADirectory(String)
    /// A server is started once.
    case alreadyStarted

    /// Stable, for programs.
    public var code: String {
        switch self {
        case .cannotListen: "mock_cannot_listen"
        case .badPort: "mock_bad_port"
        case .notADirectory: "mock_not_a_directory"
        case .alreadyStarted: "mock_already_started"
        }
    }

    /// For people.
    public var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "cannot listen on 127.0.0.1 port \(port): \(reason); choose another port, or 0 for any free one"
        case .badPort(let port): "port \(port) is not from 0 to 65535; choose one that is"
        case .notADirectory(let path): "“\(path)” is not a directory to serve files from; name a folder of JSON files"
        case .alreadyStarted: "this mock server has been started before; make another one"
        }
    }
}
