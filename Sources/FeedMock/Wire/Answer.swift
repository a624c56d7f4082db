import FeedModel
import HTTPTypes

/// What an endpoint answers: status, headers and the whole body.
struct Answer: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: [UInt8]
    /// How long the endpoint wants to be waited for.
    var delay: Duration = .zero
    /// Whether the connection breaks instead of it.
    var isLost = false
    /// Whether nothing is planned for such a request.
    var isUnmatched = false
    /// The query parameters that changed nothing, since they are not known here.
    var ignored: [String] = []
    /// Whether a real server gave it: it has the validators that it has, and is not packed.
    var isRecorded = false
    /// Whether a fault found nothing to change.
    var isUnchanged = false

    init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void) -> Answer {
        json(status, bytes: JSONWriter.bytes(write))
    }

    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Answer {
        json(status, bytes: value.bytes)
    }

    static func json(_ status: HTTPResponse.Status = .ok, bytes: [UInt8]) -> Answer {
        Answer(status, headers: [.contentType: "application/json; charset=utf-8"], body: bytes)
    }

    /// A page as JSON, with the length of the whole list, and links to other pages where there are any.
    static func page(of total: Int, links: String?, _ write: (inout JSONWriter) -> Void) -> Answer {
        var answer = json(.ok, write)
        answer.setHeader("X-Total-Count", String(total))
        answer.setHeader("Link", links)
        return answer
    }

    static func error(_ status: HTTPResponse.Status, code: String, _ message: String) -> Answer {
        json(.object([("error", .object([("code", .string(code)), ("message", .string(message))]))]), status: status)
    }

    static let noContent = Answer(.noContent)

    /// The answer to a request of which no other parameters were obeyed.
    func obeying(_ parameters: [String], of request: MockRequest) -> Answer {
        var answer = self
        answer.ignored = request.query.names(besides: parameters)
        return answer
    }

    /// Sets a header that has no constant of its own; nil leaves it out.
    mutating func setHeader(_ name: String, _ value: String?) {
        headers[named: name] = value
    }
}

// MARK: - Negotiation

extension Answer {
    /// Bodies shorter than this are not worth packing.
    static let gzipThreshold = 1_024

    /// The answer as `request` gets it: validated (RFC 9110, section 13.1.2) and packed (section 8.4) as its headers ask.
    ///
    /// Only a successful answer to GET or HEAD has a validator. It is strong and made from the content; the packed form
    /// has its own, as section 8.8.3.3 wants, and either is accepted back.
    func negotiated(for request: MockRequest) -> Answer {
        guard status == .ok, request.isReading, !isRecorded else { return self }
        var answer = self
        let isPacked = body.count >= Self.gzipThreshold && ContentCoding.acceptsGzip(request.headers[.acceptEncoding])
        let tag = EntityTag(of: body)
        answer.headers[.eTag] = isPacked ? tag.packed : tag.plain
        answer.headers[.vary] = "Accept-Encoding"
        if headers[.cacheControl] == nil { answer.headers[.cacheControl] = "no-cache" }
        if tag.matches(request.headers[values: .ifNoneMatch]) {
            answer.status = .notModified
            answer.headers[.contentType] = nil
            answer.body = []
        } else if isPacked, let packed = Gzip.pack(body) {
            answer.headers[.contentEncoding] = "gzip"
            answer.body = packed
        } else {
            answer.headers[.eTag] = tag.plain
        }
        return answer
    }
}

/// A strong validator made from content (RFC 9110, section 8.8.3): equal bytes have equal tags, on any machine.
struct EntityTag: Equatable, Sendable {
    private let digest: String

    /// FNV-1a over the bytes, 64 bits; the length comes along. It distinguishes versions and does not withstand forgery.
    init(of bytes: [UInt8]) {
        digest = String(FNV1a.hash(bytes), radix: 16) + "-" + String(bytes.count, radix: 16)
    }

    /// The tag of the content as it is.
    var plain: String { "\"\(digest)\"" }

    /// The tag of its gzip form.
    var packed: String { "\"\(digest)-gzip\"" }

    /// Whether `If-None-Match` names this content in either form, or is `*`.
    func matches(_ fields: [String]) -> Bool { Self.fields(fields, have: [plain, packed]) }

    /// Whether `If-None-Match` names one of the tags, or is `*`. Comparison is weak, as section 13.1.2 wants.
    static func fields(_ fields: [String], have tags: [String]) -> Bool {
        let tags = tags.map { $0.trimmingPrefix("W/") }
        return fields.flatMap { $0.split(separator: ",") }.contains { part in
            let tag = part.trimming(while: \.isWhitespace)
            return tag == "*" || tags.contains(tag.trimmingPrefix("W/"))
        }
    }
}

extension Substring {
    /// Without the characters at both ends that `isBlank` holds for.
    func trimming(while isBlank: (Character) -> Bool) -> Substring {
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
