import LocalServer

/// A mock of a feed API on 127.0.0.1: the gourmet world, own data, or a directory of JSON files.
///
/// For tests of anything that reads such an API, in the same process:
///
/// ```swift
/// try await withMockServer { server, baseURL in
///     let client = MyClient(baseURL)
///     server.faults.add(FaultRule("photos", .status(503), times: 2))
///     try await client.loadPhotos()
///     try await server.received(.get("photos"), times: 3, within: .seconds(1))
///     server.clock.advance()      // the world moves on
/// }
/// ```
///
/// The same configuration gives the same answers to the same requests. It is started once;
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
    package nonisolated var world: World { api.world }

    /// Where the gourmet API is, below the server's root.
    package static var gourmetPath: String { MockAPI.gourmetPath }

    /// SHA-256 of the certificate, as browsers show it: `AB:CD:…`; nil without TLS.
    public nonisolated var fingerprint: String? { certificate?.fingerprint }

    nonisolated let api: MockAPI
    nonisolated let configuration: MockConfiguration
    nonisolated let certificate: ServerCertificate?
    private let server: LocalServer

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
        let api = try MockAPI(configuration)
        self.api = api
        var local = LocalServer.Configuration()
        local.host = configuration.host
        local.port = configuration.port
        local.grace = configuration.grace
        local.bodyLimit = MockAPI.bodyLimit
        if let certificate { local.tls = { certificate.configuration } }
        server = LocalServer(MockResponder(api: api, configuration: configuration), configuration: local)
    }

    /// Looks for faults of the configuration that no request could meet.
    ///
    /// - Throws: an error that names the first one, and the path that may have been meant
    package nonisolated func checkFaults() throws {
        for rule in configuration.faults { try api.check(rule) }
    }

    /// Starts listening.
    ///
    /// - Returns: the URL the API's paths are relative to, such as `http://127.0.0.1:40213/api/mock/v1/gourmet`.
    /// - Throws: ``MockServerError`` when the port cannot be listened on, or it was started before.
    public func start() async throws -> String {
        do {
            return "\(configuration.origin(port: try await server.start()))\(api.basePath)"
        } catch LocalServerError.alreadyStarted {
            throw MockServerError.alreadyStarted
        } catch LocalServerError.cannotListen(let reason) {
            throw MockServerError.cannotListen(host: configuration.host, port: configuration.port, reason: reason)
        }
    }

    /// Stops listening, lets requests under way finish for two seconds, and closes all connections. Stopping a server that
    /// does not run does nothing.
    public func stop() async {
        await server.stop()
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
