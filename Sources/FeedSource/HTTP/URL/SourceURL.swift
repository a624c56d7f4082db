/// An absolute http or https URL in the one spelling that is sent, compared and stored.
///
/// Read by RFC 3986 and written back in ASCII: scheme and host in lower case, the default port left out, dot segments
/// removed, every character that may not be in a URL percent-encoded as UTF-8, valid escapes left as they are, no
/// fragment. There is never userinfo in it: a password in a URL ends up in logs, so such URLs are refused.
///
/// With one spelling the HTTP client cannot read another host out of the text than the one that the rules about
/// credentials have checked.
package struct SourceURL: Sendable {
    package enum Scheme: String, Sendable {
        case http, https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// What decides where credentials may go (RFC 6454 §4).
    package struct Origin: Hashable, Sendable {
        package let scheme: Scheme
        /// In lower case; IPv6 addresses are in brackets.
        package let host: String
        /// 1 to 65535, the scheme's own where the URL names none.
        package let port: Int

        /// The host without the brackets of an IPv6 address.
        var address: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }
    }

    /// The longest URL that is read, in bytes. Servers commonly refuse requests for longer ones.
    package static let maximumLength = 16_384

    package let origin: Origin
    /// Percent-encoded; begins with a slash.
    package let path: String
    /// Percent-encoded, without the question mark; nil where there is none.
    package let query: String?
    /// What of it must not be seen; nil where that is not known.
    let secrets: SourceSecrets?

    init(origin: Origin, path: String, query: String?, secrets: SourceSecrets? = nil) {
        self.origin = origin
        self.path = URLText.removingDotSegments(from: path.isEmpty ? "/" : path)
        self.query = query
        self.secrets = secrets
    }

    package init(_ text: String) throws(SourceURLError) {
        let reference = try URLReference(text)
        guard let name = reference.scheme else { throw .notAbsolute }
        let scheme = try Scheme(known: name)
        guard let authority = reference.authority else { throw .noHost }
        self.init(
            origin: try Origin(authority: authority, scheme: scheme), path: reference.path, query: reference.query)
    }

    package var pathAndQuery: String {
        query.map { "\(path)?\($0)" } ?? path
    }

    /// The URL as the database has it, without the values of variables: what `init(stored:below:)` reads. It is to be compared
    /// only where the values are known to be the same, as under one fingerprint.
    package var stored: String { "\(origin)\(storedPathAndQuery)" }

    var storedPathAndQuery: String { secrets?.naming(in: pathAndQuery) ?? pathAndQuery }

    /// What tells the URL from others in the database, also from those with other values of variables: the URL, or as it is
    /// stored, with a digest of what it is.
    package var identity: String {
        if storedPathAndQuery == pathAndQuery { return description }
        var digest = Fingerprint()
        digest.add(description)
        return "\(stored) \(digest.text)"
    }

    /// - Parameter base: of the source whose variables are named in it; nil for none.
    init(stored text: String, below base: SourceURL?) throws(SourceURLError) {
        try self.init(base?.secrets?.filling(text) ?? text)
    }

    /// What `reference`, a relative or absolute URL found in an answer from this one, leads to (RFC 3986 §5.2).
    ///
    /// - Throws: `SourceURLError`, also where what it leads to is longer than `maximumLength`.
    package func resolving(_ reference: String) throws(SourceURLError) -> SourceURL {
        let target = try URLReference(reference)
        let url: SourceURL
        if target.scheme == nil, target.authority == nil {
            url = resolving(pathOf: target)
        } else {
            let scheme =
                try target.scheme.map { name throws(SourceURLError) in try Scheme(known: name) } ?? origin.scheme
            guard let authority = target.authority else { throw .noHost }
            url = SourceURL(
                origin: try Origin(authority: authority, scheme: scheme), path: target.path, query: target.query,
                secrets: secrets)
        }
        guard url.description.utf8.count <= Self.maximumLength else { throw .tooLong }
        return url
    }

    private func resolving(pathOf target: URLReference) -> SourceURL {
        if target.path.isEmpty { return with(path: path, query: target.query ?? query) }
        if target.path.hasPrefix("/") { return with(path: target.path, query: target.query) }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return with(path: folder + target.path, query: target.query)
    }

    /// The URL at the same origin, with the same secrets.
    package func with(path: String, query: String?) -> SourceURL {
        SourceURL(origin: origin, path: path, query: query, secrets: secrets)
    }

    /// The URL of `relative` below this one, as if this one ended in a slash: `…/api` and `photos?kind=a` give
    /// `…/api/photos?kind=a`. Empty text gives this URL itself.
    package func appending(_ relative: String) throws(SourceURLError) -> SourceURL {
        let target = try URLReference(relative)
        guard target.scheme == nil, target.authority == nil else { throw .notRelative }
        if target.path.isEmpty {
            return with(path: path, query: target.query ?? query)
        }
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        let tail = target.path.hasPrefix("/") ? target.path : "/" + target.path
        return with(path: folder + tail, query: target.query)
    }

    /// The URL with `tail`, which begins with a slash, at the end of its path. The query stays.
    package func extendingPath(by tail: String) -> SourceURL {
        if tail.isEmpty { return self }
        return with(path: (path.hasSuffix("/") ? String(path.dropLast()) : path) + tail, query: query)
    }

    /// The URL with these query parameters, in place of those that had the same names.
    package func setting(_ parameters: [(name: String, value: String)]) -> SourceURL {
        var parts = query?.split(separator: "&").map(String.init) ?? []
        for (name, value) in parameters {
            let part = "\(URLText.encodingComponent(name))=\(URLText.encodingComponent(value))"
            let place = parts.firstIndex { URLText.parameterName(of: $0) == name }
            parts.removeAll { URLText.parameterName(of: $0) == name }
            parts.insert(part, at: place ?? parts.endIndex)
        }
        return with(path: path, query: parts.isEmpty ? query : parts.joined(separator: "&"))
    }

    package init(base text: String) throws(SourceURLError) {
        try self.init(text)
        if query != nil || text.contains("#") { throw .baseWithQuery }
    }

    /// The URL for messages, logs and the ledger: `…` is in place of what came from the environment, and of the values
    /// of parameters whose names say that they are secret.
    package var redacted: String {
        let shown = withoutOwnParameters
        let path = shown.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            isSecret(segment) ? SourceSecrets.mask : String(segment)
        }.joined(separator: "/")
        let query = shown.query.map { "?" + $0.split(separator: "&").map(redacted(parameter:)).joined(separator: "&") }
        return "\(origin)\(secrets?.hide(in: path) ?? path)\(query ?? "")"
    }

    private func redacted(parameter: Substring) -> String {
        guard let mark = parameter.firstIndex(of: "=") else {
            return isSecret(parameter) ? SourceSecrets.mask : String(parameter)
        }
        let (name, value) = (parameter[..<mark], parameter[parameter.index(after: mark)...])
        let isHidden = SecretName.isPossible(URLText.parameterName(of: String(name))) || isSecret(value)
        let shownName = isSecret(name) ? SourceSecrets.mask[...] : name
        return "\(shownName)=\(isHidden ? SourceSecrets.mask[...] : value)"
    }

    private func isSecret(_ part: Substring) -> Bool {
        guard let secrets, !part.isEmpty else { return false }
        return secrets.isSecret(part: URLText.decoding(part))
            || secrets.isSecret(part: URLText.decoding(part.replacing("+", with: " ")))
    }

    func keeping(_ secrets: SourceSecrets?) -> SourceURL {
        SourceURL(origin: origin, path: path, query: query, secrets: secrets)
    }

    package func keepingSecrets(of other: SourceURL) -> SourceURL {
        keeping(other.secrets)
    }

    /// The URL without the parameters that are added when a request is sent.
    var withoutOwnParameters: SourceURL {
        guard let secrets, let query, !(secrets.parameters.isEmpty && secrets.listParameters.isEmpty) else {
            return self
        }
        let parts = query.split(separator: "&", omittingEmptySubsequences: false)
        let kept = parts.filter { part in
            let value = part.firstIndex(of: "=").map { part[part.index(after: $0)...] } ?? ""
            return !secrets.isOwn(
                name: URLText.parameterName(of: String(part)),
                value: URLText.decoding(value.replacing("+", with: " ")), at: origin)
        }
        if kept.count == parts.count { return self }
        return with(path: path, query: kept.isEmpty ? nil : kept.joined(separator: "&"))
    }
}

extension SourceURL: Hashable {
    package static func == (left: SourceURL, right: SourceURL) -> Bool {
        left.origin == right.origin && left.path == right.path && left.query == right.query
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(origin)
        hasher.combine(path)
        hasher.combine(query)
    }
}

extension SourceURL: CustomStringConvertible {
    /// The whole URL as it is requested. It may hold secrets; show `redacted` instead.
    package var description: String { "\(origin)\(pathAndQuery)" }
}

package struct SourceURLError: Error, TextFault, Equatable, Sendable {
    /// What is wrong, to follow the name of the thing that holds the URL. The URL itself is not in it.
    package let message: String

    static let notAbsolute = SourceURLError(message: "is not an absolute URL; write it with http:// or https://")
    static let notRelative = SourceURLError(message: "is an absolute URL; write what comes after base_url")
    static let noHost = SourceURLError(message: "names no host")
    static let badHost = SourceURLError(message: "has a host that cannot be looked up; write names in ASCII (xn--…)")
    static let badPort = SourceURLError(message: "has a port that is not a number from 1 to 65535")
    static let userinfo = SourceURLError(message: "holds a user name or password; send credentials as a header instead")
    static let controlCharacter = SourceURLError(message: "holds a control character")
    static let tooLong = SourceURLError(message: "is longer than \(SourceURL.maximumLength) bytes")
    static let baseWithQuery = SourceURLError(
        message: "has a query or fragment; write queries into each path, or into [source] query")
    static let downgrade = SourceURLError(message: "leads from https to http")

    static func scheme(_ name: String) -> SourceURLError {
        SourceURLError(message: "has the scheme “\(name)”; only http and https are supported")
    }
}
