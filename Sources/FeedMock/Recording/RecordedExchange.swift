import FeedModel
import HTTPTypes

/// A request that a real server was asked, and its answer.
package struct RecordedExchange: Sendable {
    package typealias Header = (name: String, value: String)

    package var method: String
    /// With the base URL's path, as it was sent.
    package var path: String
    /// As it was sent; empty where there was none.
    package var query: String
    /// What was posted; empty for `GET`.
    package var requestBody: [UInt8]
    package var status: Int
    /// Names and values in order.
    package var headers: [Header]
    package var body: [UInt8]
    /// How long the server took.
    package var milliseconds: Int64

    /// A text in the place of a secret; in a recorded query it fits any value.
    static let mask = "…"

    /// Headers of one connection or one reader, which a recording does not keep.
    private static let unkept: Set<String> = [
        "connection", "content-encoding", "content-length", "date", "keep-alive", "proxy-authenticate", "set-cookie",
        "trailer", "transfer-encoding", "upgrade", "www-authenticate",
    ]

    /// An exchange; headers that a recording does not keep are left out.
    package init(
        method: String, path: String, query: String, requestBody: [UInt8] = [], status: Int, headers: [Header],
        body: [UInt8], milliseconds: Int64 = 0
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.requestBody = requestBody
        self.status = status
        self.headers = headers.filter { !Self.unkept.contains($0.name.lowercased()) }
        self.body = body
        self.milliseconds = milliseconds
    }

    // MARK: - As JSON

    /// The exchange without its body, which is in the file of that name.
    func json(file: String) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("method", .string(method)), ("path", .string(path)), ("query", .string(query)),
        ]
        if !requestBody.isEmpty {
            members.append(("request_body", .string(String(decoding: requestBody, as: UTF8.self))))
        }
        members += [
            ("status", .number(status)),
            ("headers", .array(headers.map { .array([.string($0.name), .string($0.value)]) })),
            ("milliseconds", .integer(milliseconds)), ("file", .string(file)),
        ]
        return .object(members)
    }

    /// Reads what `json` gave; nil where it is none.
    ///
    /// - Parameter body: the content of the file of that name
    init?(_ document: JSONDocument, at range: Range<Int>, body: (String) -> [UInt8]?) {
        func text(_ name: String) -> String? { document.text(name, of: range) }
        func number(_ name: String) -> Int? { document.member(name, of: range).flatMap(document.wholeNumber) }
        guard let method = text("method"), let path = text("path"), let query = text("query"),
            let status = number("status"), (200...599).contains(status), let milliseconds = number("milliseconds"),
            let file = text("file"), let body = body(file), let lines = document.member("headers", of: range)
        else { return nil }
        let headers = document.elements(of: lines).compactMap { line -> Header? in
            let texts = document.elements(of: line).map(document.scalar)
            guard texts.count == 2, case .string(let name) = texts[0], case .string(let value) = texts[1] else {
                return nil
            }
            return (name, value)
        }
        self.init(
            method: method, path: path, query: query, requestBody: Array((text("request_body") ?? "").utf8),
            status: status, headers: headers, body: body, milliseconds: Int64(milliseconds))
    }
}
