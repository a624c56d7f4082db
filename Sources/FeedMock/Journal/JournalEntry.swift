/// One request and how it was answered.
public struct JournalEntry: Equatable, Sendable {
    /// Counted from 1 since the start.
    public let number: Int
    /// `GET`, `HEAD`, `POST`.
    public let method: String
    /// As it was sent, without the query.
    public let path: String
    /// As it was sent; empty when there was none.
    public let query: String
    /// The request's headers, names in lower case; of several with one name all, joined by commas.
    public let headers: [String: String]
    /// What it was answered with; nil when the connection was broken instead.
    public let status: Int?
    /// How many bytes the answer's body has on the wire.
    public let bytes: Int
    /// The fault that was met, as ``Fault`` writes itself.
    public let fault: String?
    /// From the request read whole to the answer made, waiting included.
    public let elapsed: Duration

    /// The value of one query parameter, percent-decoded.
    public func parameter(_ name: String) -> String? {
        Query(query[...])[name]
    }

    /// Path and query.
    public var target: String {
        query.isEmpty ? path : "\(path)?\(query)"
    }
}

extension JournalEntry: CustomStringConvertible {
    /// A line for a log: `GET /api/photos?page=2 200 12034 B 3 ms`.
    public var description: String {
        let milliseconds = Int((elapsed / .milliseconds(1)).rounded())
        let outcome = status.map { "\($0) \(bytes) B" } ?? "no answer"
        return "\(method) \(target) \(outcome) \(milliseconds) ms" + (fault.map { " (fault: \($0))" } ?? "")
    }
}
