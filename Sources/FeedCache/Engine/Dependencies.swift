import FeedModel
import FeedSource

/// What a cache takes from outside, so that tests bring their own: the environment, the time, the way to the server.
struct Dependencies: Sendable {
    let environment: [String: String]
    let now: @Sendable () -> Instant
    let client: @Sendable (ResolvedSource) -> SourceClient

    /// The real ones, for requests to one source: they share a transport, and so its connections.
    static func live(_ environment: [String: String], source: Manifest.Source) -> Dependencies {
        let transport = HTTPTransport(maxBodyBytes: source.maxBodyBytes, environment: environment)
        return Dependencies(environment: environment, now: { SystemRequestClock().now }) { source in
            SourceClient(source: source, transport: transport, version: feedcacheVersion)
        }
    }
}

/// The version of this program and library.
package let feedcacheVersion = "0.1.0"
