package import FeedModel

/// Why a request got no answer that can be used.
///
/// The URL is kept redacted: without what is secret in it.
package struct SourceError: Error, Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// No connection, or one that broke before the answer was whole. The reason is for people, and so is what to do.
        case connection(String, advice: String? = nil)
        /// The answer was not whole within that time.
        case timeout(Duration)
        /// The server sent nothing for that time.
        case silence(Duration)
        /// The server could not prove who it is, or no encryption could be agreed on.
        case tls(String, advice: String? = nil)
        case status(Int)
        /// A token server gave no access token, but that status; `isRefused` where it does not let the client in.
        case token(Int, isRefused: Bool)
        case login(Int)
        case redirect(String)
        case malformed(String, advice: String? = nil)
        /// An answer of more than so many bytes after unpacking.
        case tooLarge(limit: Int)
        case tooManyItems(limit: Int)
        case paginationLoop(String, advice: String? = nil)
    }

    package let kind: Kind
    /// What was requested, redacted; nil where nothing was.
    package let url: String?
    /// When the server said to come back: at most a day ahead.
    package let retryAt: Instant?
    /// Why the source's credentials were not sent; nil where they were, or where it has none.
    let withheld: String?
    /// What the server said of it: one line, without secrets.
    let serverMessage: String?
    var advice: String?

    /// An error about a request to `url`, of which only the redacted form is kept.
    package init(
        _ kind: Kind, url: SourceURL?, retryAt: Instant? = nil, withheld: String? = nil, serverMessage: String? = nil
    ) {
        self.kind = kind
        self.url = url?.redacted
        self.retryAt = retryAt
        self.withheld = withheld
        self.serverMessage = serverMessage
    }

    init(
        _ kind: Kind, url: SourceURL, answer: TransportResponse, now: Instant, withheld: String? = nil,
        hiding secrets: SourceSecrets?
    ) {
        let asked = RetryAfter.isHonoured(status: answer.status) ? answer.headers["Retry-After"] : nil
        self.init(
            kind, url: url, retryAt: asked.flatMap { RetryAfter.parse($0, now: now) }, withheld: withheld,
            serverMessage: ServerMessage.line(in: answer.body, hiding: secrets))
    }

    /// Whether the same request may well succeed in a moment: the connection failed or broke off, time ran out, or the
    /// server said 408, 429 or 5xx. What makes no sense now will make none then.
    package var isTransient: Bool {
        switch kind {
        case .connection, .timeout, .silence: true
        case .status(let status), .token(let status, _), .login(let status):
            RetryAfter.isHonoured(status: status)
        case .tls, .redirect, .malformed, .tooLarge, .tooManyItems, .paginationLoop: false
        }
    }

    /// The status, where that is what went wrong. Of a token server's statuses only those that mean the same for every
    /// request: a 400 or 404 there says nothing about the page that was asked for.
    package var status: Int? {
        switch kind {
        case .status(let status): status
        case .token(_, isRefused: true): 401
        case .login(let status) where [400, 401, 403, 422].contains(status): 401
        case .token(let status, _), .login(let status): isTransient ? status : nil
        default: nil
        }
    }

    package var code: SyncFailure.Code { said.code }

    /// One line for people, without the URL.
    package var message: String { said.message }

    private var said: (code: SyncFailure.Code, message: String, advice: String?) {
        let quote = serverMessage.map { ": “\($0)”" } ?? ""
        return switch kind {
        case .connection(let reason, let advice): (.connection, reason, advice)
        case .timeout(let limit): (.timeout, "no whole answer within \(limit.inWords)", nil)
        case .silence(let limit): (.timeout, "the server sent nothing for \(limit.inWords)", nil)
        case .tls(let reason, let advice): (.tls, "no secure connection: \(reason)", advice)
        case .status(let status):
            (.httpStatus, "the server answered \(status)\(meaning(of: status))\(quote)", advice)
        case .token(let status, let isRefused):
            (
                .httpStatus,
                "no access token: the token server answered \(status)"
                    + (isRefused ? " (are client_id and client_secret right?)" : "") + quote, nil
            )
        case .login(let status):
            (.httpStatus, "not signed in: the login answered \(status)\(quote)", "is source.login right?")
        case .redirect(let reason): (.redirect, reason, nil)
        case .malformed(let reason, let advice): (.malformed, reason, advice)
        case .tooLarge(let limit): (.tooLarge, "the answer is longer than \(limit) bytes (max_body_bytes)", nil)
        case .tooManyItems(let limit): (.tooLarge, "the page has more than \(limit) items (max_items)", nil)
        case .paginationLoop(let reason, let advice): (.paginationLoop, reason, advice)
        }
    }

    private func meaning(of status: Int) -> String {
        switch status {
        case 401 where withheld != nil, 403 where withheld != nil: withheld.map { " (\($0))" } ?? ""
        case 202: " (accepted: the answer is not ready yet)"
        case 400: " (bad request)"
        case 401: " (not signed in: is the token or password right?)"
        case 403: " (forbidden: may this user or token read it?)"
        case 404: " (not found)"
        case 408: " (request timeout)"
        case 410: " (gone)"
        case 429: " (too many requests)"
        case 500: " (server error)"
        case 502: " (bad gateway)"
        case 503: " (unavailable)"
        case 504: " (gateway timeout)"
        default: ""
        }
    }

    package var failure: SyncFailure {
        let said = said
        return SyncFailure(
            code: said.code, status: status, url: url, message: said.message, advice: said.advice, retryAt: retryAt)
    }
}

extension SourceError: CustomStringConvertible {
    package var description: String { url.map { "\(message) (\($0))" } ?? message }
}
