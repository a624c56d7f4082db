import HTTPTypes

/// A sign that a foreign web page sent a request, by what browsers say about it: the page's origin (Fetch
/// Standard, `Origin`; Fetch Metadata, `Sec-Fetch-Site`), or a name for this machine that only a page can have made up
/// (DNS rebinding).
enum ForeignPage: Equatable, Sendable {
    case host(String)
    case origin(String)
    case site(String)

    /// Nil where there is no such sign. Programs other than browsers say none of this but `Host`.
    ///
    /// - Parameter scheme: of this server's own pages: `http`, or `https` with TLS
    init?(of request: MockRequest, scheme: String) {
        if let authority = request.authority, !Self.isLoopback(authority) {
            self = .host(authority)
        } else if let origin = request.headers[.origin], !Self.isOwn(origin, request.authority, scheme) {
            self = .origin(origin)
        } else if let site = request.headers[named: "Sec-Fetch-Site"],
            !["same-origin", "none"].contains(site.lowercased())
        {
            self = .site(site)
        } else {
            return nil
        }
    }

    private static func isOwn(_ origin: String, _ authority: String?, _ scheme: String) -> Bool {
        guard let authority else { return false }
        return origin.lowercased() == "\(scheme)://\(authority.lowercased())"
    }

    /// Whether `host:port` is this machine, whatever the port: it may be forwarded.
    private static func isLoopback(_ authority: String) -> Bool {
        let host = host(of: authority).lowercased()
        if ["localhost", "::1"].contains(host) || host.hasSuffix(".localhost") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func host(of authority: String) -> Substring {
        if authority.hasPrefix("[") { return authority.dropFirst().prefix { $0 != "]" } }
        return authority.prefix { $0 != ":" }
    }
}

extension ForeignPage: CustomStringConvertible {
    var description: String {
        switch self {
        case .host(let host): "the host “\(host)”"
        case .origin(let origin): "the origin “\(origin)”"
        case .site(let site): "a request that is \(site)"
        }
    }
}
