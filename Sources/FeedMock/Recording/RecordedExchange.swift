import FeedModel
import HTTPTypes

/// A request that a real server was asked, and its answer.
package struct RecordedExchange: Equatable, Sendable {
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

    package struct Header: Equatable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            (self.name, self.value) = (name, value)
        }
    }

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
    func write(to writer: inout JSONWriter, file: String) {
        writer.object { writer in
            writer.field("method", method)
            writer.field("path", path)
            writer.field("query", query)
            if !requestBody.isEmpty { writer.field("request_body", String(decoding: requestBody, as: UTF8.self)) }
            writer.field("status", status)
            writer.key("headers")
            writer.array { writer in
                for header in headers {
                    writer.array { writer in
                        writer.string(header.name)
                        writer.string(header.value)
                    }
                }
            }
            writer.field("milliseconds", milliseconds)
            writer.field("file", file)
        }
    }

    /// Reads what `write` wrote; nil where it is none.
    ///
    /// - Parameter body: the content of the file of that name
    init?(_ document: JSONDocument, at range: Range<Int>, body: (String) -> [UInt8]?) {
        let members = JSONMembers(document, in: range)
        func text(_ key: String) -> String? {
            guard case .string(let text)? = members[key].map(JSONScalar.init(bytes:)) else { return nil }
            return text
        }
        func number(_ key: String) -> Int? {
            members[key].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        }
        guard let method = text("method"), let path = text("path"), let query = text("query"),
            let status = number("status"), (200...599).contains(status), let milliseconds = number("milliseconds"),
            let file = text("file"), let body = body(file),
            let range = document.members(of: range).first(where: { $0.key == "headers" })
        else { return nil }
        let headers = document.elements(of: range.value).compactMap { line -> Header? in
            let texts = document.elements(of: line).map(document.scalar)
            guard texts.count == 2, case .string(let name) = texts[0], case .string(let value) = texts[1] else {
                return nil
            }
            return Header(name: name, value: value)
        }
        self.init(
            method: method, path: path, query: query, requestBody: Array((text("request_body") ?? "").utf8),
            status: status, headers: headers, body: body, milliseconds: Int64(milliseconds))
    }
}
