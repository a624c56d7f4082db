#if canImport(Darwin)
    public import Foundation

    /// Sends requests over a `URLSession`, so that the proxies and the network rules of the system hold.
    ///
    /// The session keeps no cookies and no answers, since the cache has its own. It sends while the app runs: a session of the kind
    /// `background` is none for it. What the manifest says of TLS does not hold.
    public struct URLSessionTransport: FeedTransport {
        private let session: URLSession

        /// A transport with a session of its own.
        ///
        /// - Parameter configuration: of the session, but for cookies and its cache.
        public init(_ configuration: URLSessionConfiguration = .ephemeral) {
            let own = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
            own.urlCache = nil
            own.httpCookieStorage = nil
            session = URLSession(configuration: own)
        }

        /// Sends a request and collects the answer.
        ///
        /// - Throws: `FeedTransportError`; `CancellationError` soon after the task was cancelled.
        public func send(_ request: FeedRequest) async throws -> FeedResponse {
            let seconds = request.timeout / .seconds(1)
            // The system's limit is on the time without a byte.
            var sent = URLRequest(
                url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: seconds)
            sent.httpMethod = request.method
            sent.httpBody = request.body
            for header in request.headers { sent.addValue(header.value, forHTTPHeaderField: header.name) }
            return try await withThrowingTaskGroup(of: FeedResponse.self) { [session, sent] group in
                group.addTask { try await Self.answer(to: sent, over: session) }
                group.addTask {
                    try await Task.sleep(for: request.timeout)
                    throw FeedTransportError.timeout
                }
                defer { group.cancelAll() }
                guard let response = try await group.next() else { throw CancellationError() }
                return response
            }
        }

        private static func answer(to request: URLRequest, over session: URLSession) async throws -> FeedResponse {
            do {
                let (body, answer) = try await session.data(for: request, delegate: RedirectStop())
                guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                let headers = answer.allHeaderFields.compactMap { name, value in
                    (name as? String).map { FeedRequest.Header(name: $0, value: "\(value)") }
                }
                return FeedResponse(status: answer.statusCode, headers: headers, body: body)
            } catch let error as URLError {
                throw error.code == .cancelled ? CancellationError() : FeedTransportError(error)
            }
        }
    }

    /// Makes a redirect an answer like any other.
    private final class RedirectStop: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? { nil }
    }

    extension FeedTransportError {
        fileprivate init(_ error: URLError) {
            switch error.code {
            case .timedOut: self = .timeout
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
                self = .tls(error.localizedDescription)
            default: self = .connection(error.localizedDescription)
            }
        }
    }
#endif
