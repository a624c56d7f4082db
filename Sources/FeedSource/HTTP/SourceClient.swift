package import FeedModel
import Foundation
import Synchronization

/// Asks a source's server, with manners: headers and query parameters go to the source's own origin only, failures that
/// may pass are tried again after a while, redirects are followed with care.
///
/// Access tokens are requested when a request needs one, and once more after an answer of 401.
///
/// At most `concurrency` requests are under way at the same time, and none begins while one waits for its next try.
///
/// One client serves a run: `transferMetrics` counts what the run has cost. The locks guard that count, and the session
/// that the server has asked for.
package final class SourceClient: Sendable {
    package let transport: any Transport
    private let source: Manifest.Source
    private let follower: RedirectFollower
    private let tokens: AccessTokens
    /// While a failed request waits for its next try no other begins: a server that asks for a pause gets it.
    private let gate: TaskLimit
    package let clock: any RequestClock
    private let random: @Sendable () -> Double
    private let observer: @Sendable (RequestEvent) -> Void
    private let session = Mutex<HeaderFields.Field?>(nil)
    private let meter = Mutex(TransferMetrics())

    /// - Parameters:
    ///   - source: the source with its secrets, whose limits and retry policy hold.
    ///   - version: of the program, for `User-Agent`.
    ///   - tokens: those that other clients of the source have, too.
    ///   - random: uniform in 0 ..< 1, for the jitter of waits.
    ///   - observer: called for each answer, failure and wait, for a log.
    package init(
        source: ResolvedSource, transport: any Transport, version: String,
        tokens: AccessTokens = AccessTokens(), clock: any RequestClock = SystemRequestClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        observer: @escaping @Sendable (RequestEvent) -> Void = { _ in }
    ) {
        self.transport = transport
        self.source = source.source
        self.clock = clock
        self.random = random
        self.observer = observer
        self.tokens = tokens
        gate = TaskLimit(source.source.concurrency)
        follower = RedirectFollower(
            source: source,
            common: ["User-Agent": "feedcache/\(version)", "Accept": "application/json, */*;q=0.5"])
    }

    package var transferMetrics: TransferMetrics { meter.withLock(\.self) }

    /// Gets a document; with a validator only if it changed. Where there is a body it is asked for by POST, without the
    /// validator: conditions are for GET (RFC 9110 §13.1).
    ///
    /// - Parameters:
    ///   - body: what is asked with, its content type, and whether it may go to the source's origin only; nil for nothing.
    ///   - own: sent to the source's origin only, in place of what of the source has the same name.
    ///   - isTrusted: whether headers and parameters of the source go to its origin; not where the URL is another
    ///     server's choice (`PageCursor.isTrusted`).
    ///   - isRetried: whether a failure that may pass is tried again here; not where the caller has a back-off of its
    ///     own.
    /// - Throws: `SourceError` when the last try failed, or when the server asked for a longer wait than the retry
    ///   policy's `maxDelay` (then `retryAt` says until when); `CancellationError`.
    package func get(
        _ url: SourceURL, unless validator: Validator? = nil, body: (bytes: [UInt8], type: String, isOwn: Bool)? = nil,
        own: OwnParts = OwnParts(), isTrusted: Bool = true, isRetried: Bool = true, beforeRetry: () throws -> Void = {}
    ) async throws -> PageContent {
        let headers: HeaderFields = body.map { ["Content-Type": $0.type] } ?? validator?.conditions ?? HeaderFields()
        var request = source.request(body == nil ? .get : .post, url, headers: headers, body: body?.bytes)
        request.hasOwnBody = body?.isOwn ?? false
        return try await document(
            request, own: isTrusted ? own : nil, attempts: isRetried ? source.retry.attempts : 1, beforeRetry)
    }

    /// Gets a picture or a file; with a validator only if it changed. A failure is not tried again here.
    ///
    /// - Parameter types: what of media types is asked for: `image/*`.
    /// - Returns: the answer without its content.
    package func get(
        _ url: SourceURL, unless validator: Validator?, types: [String], into sink: any BodySink
    ) async throws -> PageContent {
        var headers = validator?.conditions ?? HeaderFields()
        headers.set("Accept", to: types.joined(separator: ", "))
        var request = source.request(.get, url, headers: headers)
        request.sink = sink
        return try await document(request, own: OwnParts(), attempts: 1) {}
    }

    /// Posts a JSON document. Any answer from 200 to 299 says that it was taken.
    ///
    /// It may arrive more than once, as its first try may have failed on the way back.
    package func post(_ url: SourceURL, json body: [UInt8]) async throws -> PageContent {
        let request = source.request(.post, url, headers: ["Content-Type": CollectionSpec.json], body: body)
        return try await retrying(attempts: source.retry.attempts, {}) { [self] in
            try await content(of: follow(request, own: OwnParts()), into: nil)
        }
    }

    /// - Parameter own: nil where it is not trusted.
    private func document(
        _ request: TransportRequest, own: OwnParts?, attempts: Int, _ beforeRetry: () throws -> Void
    ) async throws -> PageContent {
        try await retrying(attempts: attempts, beforeRetry) { [self] in
            let answer = try await follow(request, own: own)
            let headers = answer.response.headers
            switch answer.response.status {
            // It says when to come back: it is no document yet.
            case 202 where headers["Retry-After"] != nil: throw refusal(answer)
            case 206 where request.method == .get && headers.itemRange == nil:
                throw SourceError(
                    .malformed("the server answered 206: a part of the document, though all of it was requested"),
                    url: answer.url)
            case 304 where request.method == .get && !request.headers.areConditional:
                throw SourceError(
                    .malformed("the server answered 304 to a request without conditions"), url: answer.url)
            case 304 where request.method == .get: return PageContent(answer, body: [])
            default: return try await content(of: answer, into: request.sink)
            }
        }
    }

    /// Sends a request, and once more with the session that a 409 asks for.
    private func follow(_ request: TransportRequest, own: OwnParts?) async throws -> RedirectFollower.Answer {
        let answer = try await signedIn(request, own: own)
        guard answer.isTrusted, let asked = answer.response.askedSession else { return answer }
        session.withLock { $0 = asked }
        return try await signedIn(request, own: own)
    }

    /// Sends a request with a token where the source has some, and once more with a new one after 401.
    private func signedIn(_ request: TransportRequest, own: OwnParts?) async throws -> RedirectFollower.Answer {
        guard let grant = follower.source.grant, own != nil, request.url.origin == follower.base else {
            return try await exchange(request, own: own)
        }
        let token = try await token(grant)
        let answer = try await exchange(request, own: own, token)
        guard answer.response.status == 401, answer.isTrusted else { return answer }
        return try await exchange(request, own: own, try await self.token(grant, refused: token))
    }

    private func token(_ grant: TokenSource, refused: AccessToken? = nil) async throws -> AccessToken {
        try await tokens.token(for: grant, at: clock.now, refused: refused) { [self] in
            switch grant {
            case .oauth(let grant): try await grant.accessToken(for: follower.source, clock, sendUnfollowed)
            case .login(let login): try await login.accessToken(for: follower.source, clock, sendUnfollowed)
            }
        }
    }

    /// Sends what holds a secret: no redirect is followed.
    private func sendUnfollowed(
        _ method: TransportRequest.Method, _ url: SourceURL, _ headers: HeaderFields, _ body: [UInt8]?
    ) async throws -> TransportResponse {
        var headers = headers
        headers.addMissing(follower.common)
        let request = source.request(method, url, headers: headers, body: body).limited(to: AccessToken.longestAnswer)
        return try await observed(request) {
            RedirectFollower.Answer(response: try await send(request), url: url, isTrusted: false)
        }.response
    }

    private func exchange(
        _ request: TransportRequest, own: OwnParts?, _ token: AccessToken? = nil
    ) async throws -> RedirectFollower.Answer {
        var own = own
        for field in [token?.field, session.withLock(\.self)].compactMap(\.self) {
            own?.headers.set(field.name, to: field.value)
        }
        let parts = own
        var answer = try await gate.run {
            try await observed(request) {
                try await follower.send(request, own: parts, by: send)
            }
        }
        answer.token = token
        return answer
    }

    private func send(_ request: TransportRequest) async throws -> TransportResponse {
        meter.withLock { $0.requests += 1 }
        let response = try await transport.send(request)
        meter.withLock { $0.bytes += response.wireBytes }
        return response
    }

    private func observed(
        _ request: TransportRequest, _ send: () async throws -> RedirectFollower.Answer
    ) async throws -> RedirectFollower.Answer {
        let started = clock.now
        do {
            let answer = try await send()
            observer(
                .answered(
                    method: request.method, url: answer.url, status: answer.response.status,
                    bytes: answer.response.wireBytes, after: clock.now.duration(since: started)))
            return answer
        } catch let error as SourceError {
            observer(
                .failed(
                    method: request.method, url: request.url, error, after: clock.now.duration(since: started)))
            throw error
        }
    }

    // MARK: Retries

    private func retrying(
        attempts: Int, _ beforeRetry: () throws -> Void, _ attempt: () async throws -> PageContent
    ) async throws -> PageContent {
        var failures = 0
        while true {
            do {
                return try await attempt()
            } catch let error as SourceError {
                failures += 1
                guard error.isTransient, failures < attempts, let wait = wait(after: error, failures: failures) else {
                    throw error
                }
                observer(.waiting(wait, after: error))
                try await gate.hold { try await clock.sleep(for: wait) }
                try beforeRetry()
            }
        }
    }

    /// How long to wait for the next try; nil if the server asked for more than is waited here.
    private func wait(after error: SourceError, failures: Int) -> Duration? {
        guard let retryAt = error.retryAt else {
            return source.retry.delay(afterFailures: failures, random: random())
        }
        let milliseconds = max(0, retryAt.millisecondsSince1970 - clock.now.millisecondsSince1970)
        let wait = Duration.milliseconds(milliseconds)
        return wait > source.retry.maxDelay ? nil : wait
    }

    // MARK: Answers

    private func content(of answer: RedirectFollower.Answer, into sink: (any BodySink)?) async throws -> PageContent {
        let (response, url) = (answer.response, answer.url)
        guard (200...299).contains(response.status) else { throw refusal(answer) }
        if let sink {
            // A transport that knows of no sinks has it in the answer.
            if !response.body.isEmpty {
                try await sink.begin(response.headers, length: response.body.count)
                try sink.take(response.body)
            }
            return PageContent(answer, body: [])
        }
        if Self.isMarkup(response.body) {
            throw SourceError(
                .malformed(
                    "the answer looks like an HTML page, not JSON", advice: "is a login or captive portal in the way?"),
                url: url)
        }
        return PageContent(answer, body: response.body)
    }

    private func refusal(_ answer: RedirectFollower.Answer) -> SourceError {
        let secrets = [answer.token?.value, session.withLock(\.self)?.value].compactMap(\.self)
            .reduce(follower.source.baseURL.secrets) { $0?.adding($1) }
        return SourceError(
            .status(answer.response.status), url: answer.url, answer: answer.response, now: clock.now,
            withheld: answer.isTrusted ? nil : follower.reasonToWithhold(from: answer.url), hiding: secrets)
    }

    /// Whether the first character is a `<`, which begins no JSON. The content type is not asked: there are servers that
    /// call their JSON text/html, and portals that call their pages JSON.
    private static func isMarkup(_ body: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = body.starts(with: mark) ? body.dropFirst(mark.count) : body[...]
        return text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
    }
}

extension PageContent {
    fileprivate init(_ answer: RedirectFollower.Answer, body: [UInt8]) {
        self.init(
            status: answer.response.status, headers: answer.response.headers, body: body, url: answer.url,
            isTrusted: answer.isTrusted)
    }
}

package struct TransferMetrics: Equatable, Sendable {
    /// Requests sent, each try and each redirect counted.
    package var requests = 0
    /// Bytes of answers as they crossed the wire, headers apart.
    package var bytes = 0
}

/// Something that happened to a request, for a log. Of a URL its `redacted` is what may be logged.
package enum RequestEvent: Sendable {
    /// An answer came, redirects included: its status, the bytes of its body on the wire, and how long it took.
    case answered(method: TransportRequest.Method, url: SourceURL, status: Int, bytes: Int, after: Duration)
    case failed(method: TransportRequest.Method, url: SourceURL, SourceError, after: Duration)
    case waiting(Duration, after: SourceError)
}
