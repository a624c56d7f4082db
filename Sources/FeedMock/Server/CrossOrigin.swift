import HTTPTypes

/// Which web pages may read the API from a browser (Fetch Standard, CORS). The control endpoints are for none.
struct CrossOrigin: Sendable {
    private let origins: [String]
    private let isLoopback: Bool
    /// Of this server's own pages: `http` or `https`.
    let scheme: String

    init(_ configuration: MockConfiguration) {
        origins = configuration.corsOrigins.map { $0.lowercased() }
        isLoopback = MockConfiguration.standardHost == configuration.host
        scheme = configuration.scheme
    }

    /// The foreign web page that sent a request; nil where there is no sign of one.
    func foreignPage(of request: MockRequest) -> ForeignPage? {
        ForeignPage(of: request, scheme: scheme)
    }

    /// Whether the text is `*` or an origin: a scheme, a host and perhaps a port, nothing else.
    static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        let halves = text.lowercased().split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let scheme = halves.first, let host = halves.last else { return false }
        return ["http", "https"].contains(scheme) && !host.isEmpty
            && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@\\\"".utf8.contains($0) }
    }

    /// The answer to a browser that asks what a page may do; nil where none asks.
    func preflight(_ request: MockRequest) -> Answer? {
        guard request.method == .options, let allowed = allowed(request),
            request.headers[named: "Access-Control-Request-Method"] != nil
        else { return nil }
        var answer = Answer(.noContent)
        answer.setHeader("Access-Control-Allow-Origin", allowed)
        answer.setHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
        answer.setHeader("Access-Control-Allow-Headers", request.headers[named: "Access-Control-Request-Headers"])
        answer.setHeader("Access-Control-Max-Age", "600")
        answer.setHeader("Vary", "Origin")
        return answer
    }

    /// The answer with what lets a page read it.
    func opened(_ answer: Answer, for request: MockRequest) -> Answer {
        guard !origins.isEmpty else { return answer }
        var answer = answer
        answer.headers[.vary] = [answer.headers[.vary], "Origin"].compactMap { $0 }.joined(separator: ", ")
        guard let allowed = allowed(request) else { return answer }
        answer.setHeader("Access-Control-Allow-Origin", allowed)
        answer.setHeader("Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After, X-Total-Count")
        return answer
    }

    /// The web page that sent a request to change data and may not; nil where there is no sign of one.
    func stranger(_ request: MockRequest) -> ForeignPage? {
        guard allowed(request) == nil, let page = foreignPage(of: request) else { return nil }
        // On another address than 127.0.0.1 the server has names that it does not know.
        if case .host = page, !isLoopback, request.headers[.origin] == nil { return nil }
        return page
    }

    /// The name of another machine by which a request calls a server that only this machine can reach: a web page has made
    /// it up (DNS rebinding). Nil where there is none.
    func foreignHost(_ request: MockRequest) -> ForeignPage? {
        guard isLoopback, allowed(request) == nil, case .host? = foreignPage(of: request) else { return nil }
        return foreignPage(of: request)
    }

    private func allowed(_ request: MockRequest) -> String? {
        guard let origin = request.headers[.origin] else { return nil }
        if origins.contains("*") { return "*" }
        return origins.contains(origin.lowercased()) ? origin : nil
    }
}
