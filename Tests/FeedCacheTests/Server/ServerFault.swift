import FeedCache
import FeedSource

/// What a scripted server does instead of answering.
enum ServerFault: Hashable, Sendable {
    case status(Int, retryAfter: String? = nil)
    /// The connection could not be made, or broke before, in or after the body.
    case connection
    case timeout
    case tls
    /// A body that ends in the middle while the connection says that it is whole.
    case cut
    case empty
    case html
    /// The list is where it should be, but is no list.
    case wrongType
    case invalidUTF8
    case deepNesting
    case tooLarge
    /// It points to itself for ever.
    case redirectLoop
    /// 304 whatever was asked.
    case stuck

    func answer(_ request: TransportRequest, instead body: String) throws -> TransportResponse {
        switch self {
        case .status(let status, let wait):
            return TransportResponse(status: status, headers: wait.map { ["Retry-After": $0] } ?? [:])
        case .connection: throw SourceError(.connection("the connection broke off"), url: request.url)
        case .timeout: throw SourceError(.timeout(.seconds(15)), url: request.url)
        case .tls: throw SourceError(.tls("the certificate is not trusted"), url: request.url)
        case .tooLarge: throw SourceError(.tooLarge(limit: request.maxBodyBytes), url: request.url)
        case .cut: return Self.content(Array(body.utf8.prefix(body.utf8.count / 2)))
        case .empty: return Self.content([])
        case .html: return Self.content(Array("<!doctype html><title>Sign in</title>".utf8))
        case .wrongType: return Self.content(Array(#"{"items":{"id":1}}"#.utf8))
        case .invalidUTF8:
            return Self.content(Array(#"{"items":[{"id":1,"title":""#.utf8) + [0xFF] + Array(#""}]}"#.utf8))
        case .deepNesting:
            let depth = 20_000
            let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return Self.content(Array(#"{"items":[{"id":1,"x":\#(nest)}]}"#.utf8))
        case .redirectLoop:
            return TransportResponse(status: 302, headers: ["Location": request.url.pathAndQuery])
        case .stuck: return TransportResponse(status: 304)
        }
    }

    private static func content(_ bytes: [UInt8]) -> TransportResponse {
        TransportResponse(status: 200, headers: ["ETag": "\"broken\""], body: bytes)
    }
}
