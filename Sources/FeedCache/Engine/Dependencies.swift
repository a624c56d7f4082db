import FeedModel
import FeedSource
import Logging

/// What the engine takes from outside, so that tests and apps bring their own: variables, the time, the way to the
/// server, a log.
package struct Dependencies: Sendable {
    /// The variables that the name of the source and the account need.
    let environment: [String: String]
    /// The variables that requests need; asked for at the beginning of each run.
    let variables: @Sendable () async throws -> [String: String]
    let now: @Sendable () -> Instant
    let client: @Sendable (ResolvedSource) -> SourceClient
    let logger: Logger

    /// - Parameters:
    ///   - variables: nil: those of `environment`.
    ///   - logger: nil: nothing is logged.
    package init(
        environment: [String: String], variables: (@Sendable () async throws -> [String: String])? = nil,
        now: @escaping @Sendable () -> Instant, client: @escaping @Sendable (ResolvedSource) -> SourceClient,
        logger: Logger? = nil
    ) {
        self.environment = environment
        self.variables = variables ?? { environment }
        self.now = now
        self.client = client
        self.logger = logger ?? Logger(label: "feedcache") { _ in SwiftLogNoOpLogHandler() }
    }

    /// The real ones, for requests to one source: they share a transport, and so its connections.
    package static func live(_ environment: [String: String], source: Manifest.Source) -> Dependencies {
        let transport = HTTPTransport(maxBodyBytes: source.maxBodyBytes, environment: environment)
        return Dependencies(environment: environment, now: { SystemRequestClock().now }) { source in
            SourceClient(source: source, transport: transport, version: feedcacheVersion)
        }
    }

    /// Those that an app brings.
    static func live(
        _ configuration: FeedRepository.Configuration, variables: [String: String], source: Manifest.Source
    ) -> Dependencies {
        let transport: any Transport =
            configuration.transport.map(AdaptedTransport.init)
            ?? HTTPTransport(maxBodyBytes: source.maxBodyBytes, environment: variables)
        let clock: any RequestClock = configuration.clock.map(AdaptedClock.init) ?? SystemRequestClock()
        let requests = RequestLog(logger: configuration.logger)
        return Dependencies(
            environment: variables, variables: configuration.variables, now: { clock.now },
            client: { source in
                SourceClient(
                    source: source, transport: transport, version: feedcacheVersion, clock: clock,
                    observer: requests.note)
            }, logger: configuration.logger)
    }
}

/// The version of this program and library.
package let feedcacheVersion = "0.1.0"
