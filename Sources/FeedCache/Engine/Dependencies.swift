package import FeedModel
package import FeedSource
package import Logging

/// What the engine takes from outside, so that tests and apps bring their own: variables, the time, the way to the
/// server, a log.
package struct Dependencies: Sendable {
    /// The variables that the name of the source and the account need.
    let environment: [String: String]
    /// The variables that requests need; asked for at the beginning of each run.
    let variables: @Sendable () async throws -> [String: String]
    let now: @Sendable () -> Instant
    let client: @Sendable (ResolvedSource) -> SourceClient
    /// What carries the signals to a monitor.
    let monitorTransport: any Transport
    let logger: Logger

    /// - Parameters:
    ///   - variables: nil: those of `environment`.
    ///   - monitorTransport: nil: an HTTP client of its own.
    package init(
        environment: [String: String], variables: (@Sendable () async throws -> [String: String])? = nil,
        now: @escaping @Sendable () -> Instant, client: @escaping @Sendable (ResolvedSource) -> SourceClient,
        monitorTransport: (any Transport)? = nil, logger: Logger = .silent
    ) {
        self.environment = environment
        self.variables = variables ?? { environment }
        self.now = now
        self.client = client
        self.monitorTransport = monitorTransport ?? HTTPTransport(maxBodyBytes: 65_536, environment: environment)
        self.logger = logger
    }

    /// The real ones, for requests to one source: they share a transport, and so its connections.
    ///
    /// - Parameters:
    ///   - variables: as for `init`.
    ///   - transport: nil: an HTTP client of its own.
    package static func live(
        _ environment: [String: String], source: Manifest.Source,
        variables: (@Sendable () async throws -> [String: String])? = nil, transport: (any Transport)? = nil,
        clock: any RequestClock = SystemRequestClock(), logger: Logger = .silent
    ) -> Dependencies {
        let transport = transport ?? HTTPTransport(maxBodyBytes: source.maxBodyBytes, environment: environment)
        let requests = RequestLog(logger: logger)
        let tokens = AccessTokens()
        return Dependencies(
            environment: environment, variables: variables, now: { clock.now },
            client: { source in
                SourceClient(
                    source: source, transport: transport, version: feedcacheVersion, tokens: tokens, clock: clock,
                    observer: requests.note)
            }, monitorTransport: transport, logger: logger)
    }

    /// The source with all that requests need, tokens included.
    ///
    /// - Throws: `ManifestError` for a variable that is not set; what `variables` throws.
    func resolved(_ manifest: Manifest) async throws -> ResolvedSource {
        try manifest.resolved(environment: try await variables())
    }
}

extension Logger {
    /// Logs nothing.
    package static let silent = Logger(label: "feedcache") { _ in SwiftLogNoOpLogHandler() }
}

/// The version of this program and library.
package let feedcacheVersion = "0.1.0"
