package import FeedModel
package import FeedSource
package import Logging

/// What the engine takes from outside, so that tests and apps bring their own: variables, the time, the way to the
/// server, a log.
package struct Dependencies: Sendable {
    /// The variables that the name of the source and the account need: those that are known without waiting.
    package let environment: [String: String]
    /// Whose cache it is, where the one who opens it knows.
    private let account: String?
    /// The variables that requests need; asked for at the beginning of each operation, and once.
    private let variables: @Sendable () async throws -> [String: String]
    let now: @Sendable () -> Instant
    /// Waits, by the same clock.
    let pause: @Sendable (Duration) async throws -> Void
    package let client: @Sendable (ResolvedSource) -> SourceClient
    let monitorTransport: any Transport
    let logger: Logger
    /// Keeps the pictures and files that items name; nil: none are kept.
    package var assets: (any AssetKeeper)?
    /// A walk ends after so many pages of one run, and goes on in the next.
    let mostPages: Int

    /// - Parameters:
    ///   - account: nil: what the manifest names, filled in from `environment`.
    ///   - variables: nil: those of `environment`.
    ///   - monitorTransport: nil: an HTTP client of its own.
    package init(
        environment: [String: String], account: String? = nil,
        variables: (@Sendable () async throws -> [String: String])? = nil,
        now: @escaping @Sendable () -> Instant, client: @escaping @Sendable (ResolvedSource) -> SourceClient,
        monitorTransport: (any Transport)? = nil, logger: Logger = .silent, mostPages: Int = 10_000,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.pause, self.environment, self.account) = (pause, environment, account)
        self.variables = variables ?? { environment }
        self.now = now
        self.client = client
        self.monitorTransport = monitorTransport ?? HTTPTransport(maxBodyBytes: 65_536, environment: environment)
        self.logger = logger
        self.mostPages = mostPages
    }

    /// The real ones, for requests to one source: they share a transport, and so its connections.
    package static func live(
        _ environment: [String: String], source: Manifest.Source, account: String? = nil,
        variables: (@Sendable () async throws -> [String: String])? = nil, transport: (any Transport)? = nil,
        clock: any RequestClock = SystemRequestClock(), logger: Logger = .silent, assets: (any AssetKeeper)? = nil
    ) -> Dependencies {
        let transport =
            transport
            ?? HTTPTransport(maxBodyBytes: source.maxBodyBytes, environment: environment, source: source)
        let tokens = AccessTokens()
        var dependencies = Dependencies(
            environment: environment, account: account, variables: variables, now: { clock.now },
            client: { source in
                SourceClient(
                    source: source, transport: transport, version: feedcacheVersion, tokens: tokens, clock: clock,
                    observer: { logger.note($0) })
            }, monitorTransport: transport, logger: logger, pause: { try await clock.sleep(for: $0) })
        dependencies.assets = assets
        return dependencies
    }

    /// Whose cache a manifest's is; nil where neither the manifest nor the one who opens it says.
    ///
    /// - Throws: `ManifestError` for a variable that is not set, or where the manifest names no account though there is
    ///   one: nothing would say whose its requests are.
    func account(of manifest: Manifest) throws(ManifestError) -> String? {
        guard let account else { return try manifest.source.resolvedAccount(environment: environment) }
        guard manifest.source.account != nil else { throw manifest.missingAccount }
        return account
    }

    /// The variables of one operation, for all of its requests: nothing asks a server before it has these.
    ///
    /// The law of accounts is here, since here every request begins: variables of another account, or of a source of
    /// another name, ask nothing.
    ///
    /// - Throws: `AccountError`; `ManifestError` for a variable that is not set; `VariablesError`; `CancellationError`.
    func variables(of manifest: Manifest) async throws -> [String: String] {
        let variables: [String: String]
        do {
            variables = try await self.variables()
        } catch {
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw VariablesError(cause: error)
        }
        let (asked, own) = try (manifest.source.resolvedAccount(environment: variables), account(of: manifest))
        let names = try [variables, environment].map { ExactText(try manifest.named(in: $0).source.name) }
        guard asked.map(ExactText.init) == own.map(ExactText.init), names[0] == names[1] else { throw AccountError() }
        return variables
    }

    package func resolved(_ manifest: Manifest) async throws -> ResolvedSource {
        try manifest.resolved(environment: try await variables(of: manifest))
    }
}

/// The variables are those of another account than the one that the cache was opened for. Nothing was requested or written.
package struct AccountError: ReportableError, Equatable, Sendable {
    package init() {}

    package var report: ErrorReport {
        ErrorReport(
            .badManifest, "account", "the cache is open for one account, and the variables are those of another",
            advice: "open it for the other account, too")
    }
}

/// The app could not say the variables. Nothing was requested or written.
struct VariablesError: ReportableError {
    let cause: any Error

    var report: ErrorReport {
        ErrorReport(
            .unavailable, "variables", "the values of the manifest’s variables could not be had: \(type(of: cause))",
            advice: "sign in again, and try again")
    }
}

extension Logger {
    package static let silent = Logger(label: "feedcache") { _ in SwiftLogNoOpLogHandler() }

    /// URLs are redacted.
    func note(_ event: RequestEvent) {
        switch event {
        case .answered(let method, let url, let status, let bytes, let duration):
            debug(
                "request answered",
                metadata: [
                    "method": "\(method.rawValue)", "url": "\(url.redacted)", "status": "\(status)",
                    "bytes": "\(bytes)", "duration": "\(duration)",
                ])
        case .failed(let method, let url, let error, let duration):
            warning(
                "request failed",
                metadata: [
                    "method": "\(method.rawValue)", "url": "\(url.redacted)", "error": "\(error.message)",
                    "duration": "\(duration)",
                ])
        case .waiting(let wait, let error):
            debug("request waits", metadata: ["wait": "\(wait)", "error": "\(error.message)"])
        }
    }
}

package let feedcacheVersion = "0.1.0"
