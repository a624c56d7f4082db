/// An absolute http or https URL in the one spelling that is sent, compared and stored.
///
/// Read by RFC 3986 and written back in ASCII: scheme and host in lower case, the default port left out, dot segments
/// removed, every character that may not stand in a URL percent-encoded as UTF-8, valid escapes left as they are, no
/// fragment. There is never userinfo in it: a password in a URL ends up in logs, so such URLs are refused.
///
/// One spelling also means that whoever opens the connection cannot read another host out of the text than the one
/// the rules about credentials have looked at.
public struct SourceURL: Hashable, Sendable {
    /// Whether the connection is encrypted.
    public enum Scheme: String, Sendable {
        case http, https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// What decides where credentials may go (RFC 6454 §4).
    public struct Origin: Hashable, Sendable {
        /// Whether the connection is encrypted.
        public let scheme: Scheme
        /// In lower case; IPv6 addresses stand in brackets.
        public let host: String
        /// 1 to 65535, the scheme's own where the URL names none.
        public let port: Int
    }

    /// The longest URL that is read, in bytes. Servers commonly refuse requests for longer ones.
    public static let maximumLength = 16_384

    /// Scheme, host and port.
    public let origin: Origin
    /// Percent-encoded; begins with a slash.
    public let path: String
    /// Percent-encoded, without the question mark; nil where there is none.
    public let query: String?

    init(origin: Origin, path: String, query: String?) {
        self.origin = origin
        self.path = URLText.removingDotSegments(from: path.isEmpty ? "/" : path)
        self.query = query
    }

    /// Reads an absolute URL.
    public init(_ text: String) throws(URLFault) {
        let reference = try URLReference(text)
        guard let name = reference.scheme else { throw .notAbsolute }
        let scheme = try Scheme(known: name)
        guard let authority = reference.authority else { throw .noHost }
        self.init(
            origin: try Origin(authority: authority, scheme: scheme), path: reference.path, query: reference.query)
    }

    /// The address within the origin: path and query as they are sent.
    public var pathAndQuery: String {
        query.map { "\(path)?\($0)" } ?? path
    }

    /// The URL for messages, logs and the ledger: each value in the query is replaced by `…`.
    public var redacted: String {
        guard let query else { return "\(origin)\(path)" }
        let parameters = query.split(separator: "&").map { parameter in
            parameter.firstIndex(of: "=").map { "\(parameter[..<$0])=…" } ?? "…"
        }
        return "\(origin)\(path)?\(parameters.joined(separator: "&"))"
    }
}

extension SourceURL: CustomStringConvertible {
    /// The whole URL as it is requested. It may hold secrets in its query; show `redacted` instead.
    public var description: String { "\(origin)\(pathAndQuery)" }
}

extension SourceURL {
    /// What `reference`, a relative or absolute URL found in an answer from this one, leads to (RFC 3986 §5.2).
    public func resolving(_ reference: String) throws(URLFault) -> SourceURL {
        let target = try URLReference(reference)
        if target.scheme == nil, target.authority == nil {
            return resolving(pathOf: target)
        }
        let scheme = try target.scheme.map { name throws(URLFault) in try Scheme(known: name) } ?? origin.scheme
        guard let authority = target.authority else { throw .noHost }
        return SourceURL(
            origin: try Origin(authority: authority, scheme: scheme), path: target.path, query: target.query)
    }

    private func resolving(pathOf target: URLReference) -> SourceURL {
        if target.path.isEmpty {
            return SourceURL(origin: origin, path: path, query: target.query ?? query)
        }
        if target.path.hasPrefix("/") {
            return SourceURL(origin: origin, path: target.path, query: target.query)
        }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return SourceURL(origin: origin, path: folder + target.path, query: target.query)
    }

    /// The URL of `relative` below this one, as if this one ended in a slash: `…/api` and `photos?kind=a` give
    /// `…/api/photos?kind=a`. Empty text gives this URL itself.
    public func appending(_ relative: String) throws(URLFault) -> SourceURL {
        let target = try URLReference(relative)
        guard target.scheme == nil, target.authority == nil else { throw .notRelative }
        if target.path.isEmpty {
            return SourceURL(origin: origin, path: path, query: target.query ?? query)
        }
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        let tail = target.path.hasPrefix("/") ? target.path : "/" + target.path
        return SourceURL(origin: origin, path: folder + tail, query: target.query)
    }

    /// The URL with these query parameters, in place of those that had the same names.
    public func setting(_ parameters: [(name: String, value: String)]) -> SourceURL {
        var parts = query?.split(separator: "&").map(String.init) ?? []
        for (name, value) in parameters {
            let part = "\(URLText.encodingComponent(name))=\(URLText.encodingComponent(value))"
            let place = parts.firstIndex { URLText.parameterName(of: $0) == name }
            parts.removeAll { URLText.parameterName(of: $0) == name }
            parts.insert(part, at: place ?? parts.endIndex)
        }
        return SourceURL(origin: origin, path: path, query: parts.isEmpty ? query : parts.joined(separator: "&"))
    }
}
