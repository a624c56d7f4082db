import FeedModel
import FeedSource

/// What a cache takes from outside, so that tests bring their own: the environment, the time, the way to the server.
struct Surroundings: Sendable {
    let environment: [String: String]
    let now: @Sendable () -> Instant
    let client: @Sendable (ResolvedSource) -> SourceClient

    /// The real ones.
    static func live(_ environment: [String: String]) -> Surroundings {
        Surroundings(environment: environment, now: { SystemRequestClock().now }) { source in
            SourceClient(
                source: source,
                transport: HTTPTransport(maxBodyBytes: source.source.maxBodyBytes, environment: environment),
                version: feedcacheVersion)
        }
    }
}

/// The version of this program and library.
public let feedcacheVersion = "0.1.0"
