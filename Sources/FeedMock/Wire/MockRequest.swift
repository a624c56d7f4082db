import HTTPTypes

/// A request as the endpoints see it: read whole, its target taken apart.
struct MockRequest: Sendable {
    let method: HTTPRequest.Method
    /// As it was sent, without the query.
    let path: String
    /// As it was sent, after the `?`.
    let rawQuery: String
    let query: Query
    private(set) var headers: HTTPFields
    /// What the client calls this server: `Host`, or `:authority`; nil where it does not say.
    let authority: String?
    let body: [UInt8]

    init(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], authority: String? = nil,
        body: [UInt8] = []
    ) {
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = halves.first.map(String.init) ?? "/"
        let rawQuery = halves.count > 1 ? halves[1].prefix { $0 != "#" } : ""
        self.rawQuery = String(rawQuery)
        query = Query(rawQuery)
        self.headers = headers
        self.authority = authority
        self.body = body
    }

    /// Path and query as they were sent.
    var target: String { rawQuery.isEmpty ? path : "\(path)?\(rawQuery)" }

    /// True for GET and HEAD, which ask for the same thing.
    var isReading: Bool { method == .get || method == .head }

    /// True for what may change the data or the events: all but the methods that are safe (RFC 9110, §9.2.1).
    var isChanging: Bool { !isReading && method != .options }

    /// The path below `base`, without slashes around it; nil when it is not below it.
    func path(below base: String) -> Substring? {
        guard path.hasPrefix(base) else { return nil }
        let rest = path.dropFirst(base.count)
        guard rest.isEmpty || rest.first == "/" else { return nil }
        return rest.trimmingPrefix("/")
    }

    /// The same request without its validators: the answer to it has a body.
    func unconditional() -> MockRequest {
        var request = self
        request.headers[.ifNoneMatch] = nil
        return request
    }

    /// Scheme, host and port by which the client knows this server; nil where it does not say.
    func origin(_ scheme: String) -> String? { authority.map { "\(scheme)://\($0)" } }

    func allow(_ methods: [HTTPRequest.Method]) throws(RequestError) {
        guard methods.contains(method) else { throw .methodNotAllowed(allowed: methods) }
    }
}
