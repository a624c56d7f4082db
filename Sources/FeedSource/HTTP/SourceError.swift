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
        /// An answer with that status, which is none that was requested.
        case status(Int)
        /// A token server gave no access token, but that status; `isRefused` where it does not let the client in.
        case token(Int, isRefused: Bool)
        /// A redirect that is not followed.
        case redirect(String)
        /// An answer that makes no sense.
        case malformed(String, advice: String? = nil)
        /// An answer of more than so many bytes after unpacking.
        case tooLarge(limit: Int)
        case tooManyItems(limit: Int)
        /// A list without an end.
        case paginationLoop(String)
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

    /// An error about a request to `url`, of which only the redacted form is kept.
    package init(_ kind: Kind, url: SourceURL?, retryAt: Instant? = nil) {
        self.init(kind, url: url, retryAt: retryAt, withheld: nil, serverMessage: nil)
    }

    init(_ kind: Kind, url: SourceURL?, retryAt: Instant?, withheld: String?, serverMessage: String?) {
        self.kind = kind
        self.url = url?.redacted
        self.retryAt = retryAt
        self.withheld = withheld
        self.serverMessage = serverMessage
    }

    /// Whether the same request may well succeed in a moment: the connection failed or broke off, time ran out, or the
    /// server said 408, 429 or 5xx. What makes no sense now will make none then.
    package var isTransient: Bool {
        switch kind {
        case .connection, .timeout, .silence: true
        case .status(let status), .token(let status, _):
            status == 408 || status == 429 || (500...599).contains(status)
        case .tls, .redirect, .malformed, .tooLarge, .tooManyItems, .paginationLoop: false
        }
    }

    package var code: SyncFailure.Code {
        switch kind {
        case .connection: .connection
        case .timeout, .silence: .timeout
        case .tls: .tls
        case .status, .token: .httpStatus
        case .redirect: .redirect
        case .malformed: .malformed
        case .tooLarge, .tooManyItems: .tooLarge
        case .paginationLoop: .paginationLoop
        }
    }

    /// The status, where that is what went wrong. Of a token server's statuses only those that mean the same for every
    /// request: a 400 or 404 there says nothing about the page that was asked for.
    package var status: Int? {
        switch kind {
        case .status(let status): status
        case .token(_, isRefused: true): 401
        case .token(let status, _): isTransient ? status : nil
        default: nil
        }
    }

    /// One line for people, without the URL.
    package var message: String {
        switch kind {
        case .connection(let reason, _): reason
        case .timeout(let limit): "no whole answer within \(limit.inSeconds)"
        case .silence(let limit): "the server sent nothing for \(limit.inSeconds)"
        case .tls(let reason, _): "no secure connection: \(reason)"
        case .status(let status):
            "the server answered \(status)\(meaning(of: status))\(serverMessage.map { ": “\($0)”" } ?? "")"
        case .token(let status, let isRefused):
            "no access token: the token server answered \(status)"
                + (isRefused ? " (are client_id and client_secret right?)" : "")
                + (serverMessage.map { ": “\($0)”" } ?? "")
        case .redirect(let reason), .malformed(let reason, _), .paginationLoop(let reason): reason
        case .tooLarge(let limit): "the answer is longer than \(limit) bytes (max_body_bytes)"
        case .tooManyItems(let limit): "the page has more than \(limit) items (max_items)"
        }
    }

    /// What to do, where that is more than the code says.
    package var advice: String? {
        switch kind {
        case .connection(_, let advice), .tls(_, let advice), .malformed(_, let advice): advice
        case .timeout, .silence, .status, .token, .redirect, .tooLarge, .tooManyItems, .paginationLoop: nil
        }
    }

    private func meaning(of status: Int) -> String {
        switch status {
        case 401 where withheld != nil, 403 where withheld != nil: withheld.map { " (\($0))" } ?? ""
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
        SyncFailure(code: code, status: status, url: url, message: message, advice: advice, retryAt: retryAt)
    }
}

extension SourceError: CustomStringConvertible {
    package var description: String { url.map { "\(message) (\($0))" } ?? message }
}

extension Duration {
    /// `15 s`, `0.25 s`
    var inSeconds: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
    }
}
