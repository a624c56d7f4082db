import HTTPTypes

/// What an endpoint answers: status, headers and the whole body.
struct Answer: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: [UInt8]
    /// How long the endpoint wants to be waited for.
    var delay: Duration = .zero

    init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void) -> Answer {
        var writer = JSONWriter()
        write(&writer)
        return json(status, bytes: writer.bytes)
    }

    static func json(_ status: HTTPResponse.Status = .ok, bytes: [UInt8]) -> Answer {
        Answer(status, headers: [.contentType: "application/json; charset=utf-8"], body: bytes)
    }

    static let noContent = Answer(.noContent)

    /// Sets a header that has no constant of its own; nil leaves it out.
    mutating func setHeader(_ name: String, _ value: String?) {
        if let name = HTTPField.Name(name) {
            headers[name] = value
        }
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
        guard status == .ok, request.isReading else { return self }
        var answer = self
        let isPacked = body.count >= Self.gzipThreshold && ContentCoding.acceptsGzip(request.headers[.acceptEncoding])
        let tag = EntityTag(of: body)
        answer.headers[.eTag] = isPacked ? tag.packed : tag.plain
        answer.headers[.vary] = "Accept-Encoding"
        answer.headers[.cacheControl] = "no-cache"
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
