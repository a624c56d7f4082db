import FeedModel
import HTTPTypes

/// The real server behind a mock: it is asked what the mock has no answer to.
package struct Upstream: Sendable {
    /// A request as the client sent it, without headers of the connection.
    package struct Question: Sendable {
        package let method: String
        /// Path and query.
        package let target: String
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]
    }

    /// Whether it is asked; if not, only its place is known.
    package var isAsked = true
    /// Scheme, host and port.
    let origin: String
    /// Where the API is below it, without a slash at the end.
    let basePath: String
    private let ask: @Sendable (Question) async throws -> DirectAnswer
    private let note: @Sendable (RecordedExchange) -> Void

    /// Headers of one connection (RFC 9110, §7.6.1), and what this one says by itself.
    private static let ownHeaders: Set<String> = [
        "accept-encoding", "connection", "content-length", "host", "keep-alive",
        "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static func withoutOwn(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)] {
        headers.filter { !ownHeaders.contains($0.name.lowercased()) }
    }

    /// - Parameters:
    ///   - origin: scheme, host and port
    ///   - basePath: the path of the API
    ///   - ask: sends a request, and follows no redirect
    ///   - note: gets what was asked and answered, with secrets
    package init(
        origin: String, basePath: String, ask: @escaping @Sendable (Question) async throws -> DirectAnswer,
        note: @escaping @Sendable (RecordedExchange) -> Void
    ) {
        self.origin = origin
        self.basePath = Recording(origin: origin, basePath: basePath).basePath
        self.ask = ask
        self.note = note
    }

    /// Its answer to a request, with its own URLs as those of the mock.
    ///
    /// - Parameter own: scheme, host and port by which the client knows the mock; nil: it does not say
    func answer(to request: MockRequest, own: String?) async -> Answer {
        let headers = Self.withoutOwn(request.headers.pairs)
        let target = own.map { request.target.replacing(PlainPath.encoded($0), with: PlainPath.encoded(origin)) }
        let question = Question(
            method: request.method.rawValue, target: target ?? request.target, headers: headers, body: request.body)
        let start = ContinuousClock.now
        let reply: DirectAnswer
        do {
            reply = try await ask(question).unpacked
        } catch {
            return RequestError.noUpstream(origin, reason: "\(error)").answer
        }
        let elapsed = ContinuousClock.now - start
        if reply.status != 304 {
            note(
                RecordedExchange(
                    method: question.method, path: request.path, query: request.rawQuery, requestBody: request.body,
                    status: reply.status, headers: reply.headers,
                    body: reply.body, milliseconds: Int64(elapsed / .milliseconds(1))))
        }
        let answer = Answer(recorded: reply.status, Self.withoutOwn(reply.headers), reply.body)
        return own.map { answer.replacing(origin, with: $0) } ?? answer
    }
}
