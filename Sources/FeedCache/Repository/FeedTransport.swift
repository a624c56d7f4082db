import FeedModel
import FeedSource
public import Foundation

/// Sends requests. An app brings its own to share a connection pool, to sign requests or to test without a network.
public protocol FeedTransport: Sendable {
    /// Sends a request and collects the answer.
    ///
    /// Redirects and error statuses are answers like any other: follow none and try nothing again. An answer must be
    /// whole and unpacked.
    ///
    /// - Throws: `FeedTransportError` where there was no whole answer; `CancellationError` soon after the task was
    ///   cancelled.
    func send(_ request: FeedRequest) async throws -> FeedResponse
}

/// A request to the server.
public struct FeedRequest: Hashable, Sendable {
    /// `GET` or `POST`.
    public let method: String
    /// Where to.
    public let url: URL
    /// Names and values, in order.
    public let headers: [Header]
    /// Nil for a request without one.
    public let body: Data?
    /// From connecting to the last byte.
    public let timeout: Duration

    /// A request, as for a test of a transport.
    public init(
        method: String = "GET", url: URL, headers: [Header] = [], body: Data? = nil, timeout: Duration = .seconds(30)
    ) {
        (self.method, self.url, self.headers, self.body, self.timeout) = (method, url, headers, body, timeout)
    }

    /// A line of a header.
    public struct Header: Hashable, Sendable {
        /// The name; case does not matter.
        public let name: String
        /// The value.
        public let value: String

        /// A header.
        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }
}

/// An answer of the server.
public struct FeedResponse: Hashable, Sendable {
    /// 200 to 599.
    public let status: Int
    /// Names and values, in order.
    public let headers: [FeedRequest.Header]
    /// The whole body, unpacked.
    public let body: Data

    /// An answer.
    public init(status: Int, headers: [FeedRequest.Header] = [], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Why there was no whole answer. Each case has one line for people.
@nonexhaustive public enum FeedTransportError: Error, Hashable, Sendable {
    /// There was no connection, or it broke.
    case connection(String)
    /// No secure connection could be made.
    case tls(String)
    /// The answer took too long.
    case timeout
}

/// The time as the repository sees it. Tests bring one that does not wait.
public protocol FeedClock: Sendable {
    /// The time of day.
    var now: Date { get }

    /// Waits.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(for duration: Duration) async throws
}

struct AdaptedTransport: Transport {
    let transport: any FeedTransport

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let url = URL(string: request.url.description) else {
            throw SourceError(.malformed("the URL cannot be sent"), url: request.url)
        }
        let response: FeedResponse
        do {
            response = try await transport.send(
                FeedRequest(
                    method: request.method.rawValue, url: url,
                    headers: request.headers.fields.map { FeedRequest.Header(name: $0.name, value: $0.value) },
                    body: request.body.map { Data($0) }, timeout: request.timeout))
        } catch {
            // Each transport has an error of its own for a request that was cancelled.
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            let kind: SourceError.Kind =
                switch error as? FeedTransportError {
                case .connection(let reason): .connection(reason)
                case .tls(let reason): .tls(reason)
                case .timeout: .timeout(request.timeout)
                case nil: .connection("the transport failed: \(type(of: error))")
                }
            throw SourceError(kind, url: request.url)
        }
        guard (200...599).contains(response.status) else {
            throw SourceError(.malformed("the transport answered with status \(response.status)"), url: request.url)
        }
        guard response.body.count <= request.maxBodyBytes else {
            throw SourceError(.tooLarge(limit: request.maxBodyBytes), url: request.url)
        }
        return TransportResponse(
            status: response.status,
            headers: HeaderFields(response.headers.map { HeaderFields.Field(name: $0.name, value: $0.value) }),
            body: Array(response.body))
    }
}

struct AdaptedClock: RequestClock {
    let clock: any FeedClock

    var now: Instant { Instant(clock.now) }

    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }
}
