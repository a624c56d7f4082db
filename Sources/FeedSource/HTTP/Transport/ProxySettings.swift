import Foundation

/// Which proxy a request goes through, as the environment says: `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`,
/// each also in capitals.
///
/// `HTTP_PROXY` alone is not read in capitals: in a CGI process it is the request header `Proxy`, whose value the
/// sender of the request chooses (CVE-2016-5385).
struct ProxySettings: Sendable {
    struct Proxy: Hashable, Sendable {
        let origin: SourceURL.Origin
        /// User and password in base64, as Basic authentication has them (RFC 7617).
        let credentials: String?

        var hostAndPort: String { "\(origin.host):\(origin.port)" }
    }

    enum Route: Hashable, Sendable {
        case direct
        /// The proxy is requested the whole URL (RFC 9112 §3.2.2).
        case forward(Proxy)
        /// The proxy connects through, and the rest is between us and the server (RFC 9110 §9.3.6).
        case tunnel(Proxy)

        var proxy: Proxy? {
            switch self {
            case .direct: nil
            case .forward(let proxy), .tunnel(let proxy): proxy
            }
        }
    }

    private let proxies: [SourceURL.Scheme: String]
    private let exceptions: [Substring]

    init(environment: [String: String]) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        var proxies: [SourceURL.Scheme: String] = [:]
        proxies[.http] = value("http_proxy", "all_proxy", "ALL_PROXY")
        proxies[.https] = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        self.proxies = proxies
        let list = value("no_proxy", "NO_PROXY") ?? ""
        exceptions = list.lowercased().split { ", \t".contains($0) }
    }

    func route(to origin: SourceURL.Origin) throws(SourceError) -> Route {
        guard let text = proxies[origin.scheme], !isException(origin) else { return .direct }
        let proxy = try Self.proxy(text, for: origin.scheme)
        return origin.scheme == .http ? .forward(proxy) : .tunnel(proxy)
    }

    /// `no_proxy` holds names, which include the hosts below them, with a port or without; `*` is every host.
    private func isException(_ origin: SourceURL.Origin) -> Bool {
        exceptions.contains { exception in
            if exception == "*" { return true }
            let name = exception.hasPrefix(".") ? exception.dropFirst() : exception
            return [origin.address, origin.host, "\(origin.address):\(origin.port)", "\(origin.host):\(origin.port)"]
                .contains { $0 == name || $0.hasSuffix(".\(name)") }
        }
    }

    /// `http://user:password@host:port`; scheme and userinfo may be left out, and the port is 80 unless it is there.
    private static func proxy(_ text: String, for scheme: SourceURL.Scheme) throws(SourceError) -> Proxy {
        var address = text[...]
        if let mark = address.firstRange(of: "://") {
            guard address[..<mark.lowerBound].lowercased() == "http" else {
                throw fault(scheme, "only http:// proxies are supported")
            }
            address = address[mark.upperBound...]
        }
        address = address.prefix { $0 != "/" }
        var credentials: String?
        if let at = address.lastIndex(of: "@") {
            credentials = Data(URLText.decoding(address[..<at])).base64EncodedString()
            address = address[address.index(after: at)...]
        }
        do {
            return Proxy(origin: try SourceURL.Origin(authority: address, scheme: .http), credentials: credentials)
        } catch {
            throw fault(scheme, "its value \(error.message)")
        }
    }

    private static func fault(_ scheme: SourceURL.Scheme, _ reason: String) -> SourceError {
        SourceError(.connection("the proxy in \(scheme.rawValue)_proxy cannot be used: \(reason)"), url: nil)
    }
}
