/// Which content codings a header speaks of (RFC 9110, sections 8.4 and 12.5.3).
enum ContentCoding {
    /// Whether `Accept-Encoding` allows gzip: named itself, or by `*`, and not with a weight of 0.
    static func acceptsGzip(_ field: String?) -> Bool {
        guard let field else { return false }
        var byWildcard = false
        for part in field.lowercased().split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.trimming(while: \.isWhitespace) }
            guard let coding = pieces.first else { continue }
            let isAllowed = !pieces.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            switch coding {
            case "gzip", "x-gzip": return isAllowed
            case "*": byWildcard = isAllowed
            default: break
            }
        }
        return byWildcard
    }

    /// A request body as it was before it was packed.
    static func unpacked(_ request: MockRequest, limit: Int) throws(Refusal) -> [UInt8] {
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "identity":
            return request.body
        case "gzip", "x-gzip":
            switch Gzip.unpack(request.body, limit: limit) {
            case .success(let body): return body
            case .failure(.tooLarge): throw .bodyTooLarge(limit: limit)
            case .failure(.damaged): throw .badBody(reason: "it is not valid gzip")
            }
        case let other?:
            throw .unsupportedEncoding(other)
        }
    }
}
