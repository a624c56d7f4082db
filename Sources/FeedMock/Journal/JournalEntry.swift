import HTTPTypes

/// One request, and how it was answered.
public struct JournalEntry: Equatable, Sendable {
    /// Counted from 1 since the start or the last time the journal was cleared.
    public let number: Int
    /// `GET`, `HEAD`, `POST`.
    public let method: String
    /// As it was sent, without the query.
    public let path: String
    /// The path below the API's base, as faults and patterns name it: `photos`.
    package let name: String
    /// As it was sent; empty when there was none.
    public let query: String
    /// The request's headers, names in lower case; of several with one name all, joined by commas.
    public let headers: [String: String]
    /// The request's body as it was sent, its first 65,536 bytes.
    public let body: [UInt8]
    /// How many bytes the request's body had in all.
    public let bodyLength: Int
    /// What it was answered with; nil before that, and when the connection was broken instead.
    public internal(set) var status: Int?
    /// The answer's headers, names in lower case; without `Date` and those of the connection.
    public internal(set) var responseHeaders: [String: String] = [:]
    /// How many bytes the answer's body has on the wire.
    public internal(set) var bytes = 0
    /// The fault that was committed, as ``Fault`` writes itself.
    public internal(set) var fault: String?
    /// Whether the client left before it had the answer.
    public internal(set) var isAborted = false
    /// Whether the fault found nothing to change: the answer is the right one.
    public internal(set) var faultChangedNothing = false
    /// Whether nothing was planned for it: no endpoint, file or answer, so it got 404 or 405; or ``ignoredParameters``.
    public internal(set) var isUnmatched = false
    /// The query parameters that changed nothing, since the server does not know them.
    public internal(set) var ignoredParameters: [String] = []
    /// What of the request and its answer is not as ``MockConfiguration/documentPath`` says; empty without one, and for
    /// an answer that a fault changed only of the request.
    public internal(set) var violations: [String] = []
    /// From the request read whole to the answer sent, waiting included; nil before that.
    package internal(set) var elapsed: Duration?

    /// An entry of a request that was just received.
    ///
    /// - Parameter bodyLimit: how much of its body is kept.
    init(_ number: Int, _ request: MockRequest, named name: String, bodyLimit: Int = Journal.bodyLimit) {
        self.number = number
        self.name = name
        method = request.method.rawValue
        path = request.path
        query = request.rawQuery
        var headers = request.headers.byLowerCaseName
        headers["host"] = request.authority
        self.headers = headers
        body = request.body.count <= bodyLimit ? request.body : Array(request.body.prefix(bodyLimit))
        bodyLength = request.body.count
    }

    /// Notes what is sent now; nil: the connection is closed instead.
    mutating func noteAnswer(_ answer: Answer?, bytes sent: Int? = nil, after duration: Duration) {
        status = answer?.status.code
        responseHeaders = answer?.headers.byLowerCaseName ?? [:]
        bytes = method == "HEAD" ? 0 : sent ?? answer?.body.count ?? 0
        ignoredParameters = answer?.ignored ?? []
        isUnmatched = answer?.isUnmatched ?? false || !ignoredParameters.isEmpty
        faultChangedNothing = fault != nil && answer?.isUnchanged ?? false
        elapsed = duration
    }

    /// The value of one query parameter, percent-decoded.
    public func parameter(_ name: String) -> String? { Query(query[...])[name] }

    package var target: String { query.isEmpty ? path : "\(path)?\(query)" }

    /// Name and query, as a pattern has them.
    package var shortTarget: String { query.isEmpty ? name : "\(name)?\(query)" }

    /// The status, or why there is none.
    package var outcome: String {
        if isAborted { return status.map { "\($0), aborted" } ?? "aborted" }
        return status.map(String.init) ?? (elapsed == nil ? "no answer yet" : "no answer")
    }
}

extension JournalEntry: CustomStringConvertible {
    /// A line for a log: `GET /api/photos?page=2 200 12034 B 3 ms`.
    public var description: String {
        let size = status == nil || isAborted ? "" : " \(bytes) B"
        let time = elapsed.map { " \(Int(($0 / .milliseconds(1)).rounded())) ms" } ?? ""
        return "\(method) \(target) \(outcome)\(size)\(time)"
            + (fault.map { " (fault: \($0)\(faultChangedNothing ? ", which changed nothing" : ""))" } ?? "")
            + (ignoredParameters.isEmpty ? "" : " (ignored: \(ignoredParameters.joined(separator: ", ")))")
    }
}
