import FeedModel

/// A URL or a part of one, cut into its pieces by RFC 3986 §4.1; path and query are percent-encoded here.
package struct URLReference {
    let scheme: Substring?
    let authority: Substring?
    let path: String
    package let query: String?

    package init(_ text: String) throws(SourceURLError) {
        if text.utf8.count > SourceURL.maximumLength { throw .tooLong }
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .controlCharacter }
        // With other alphabets escaped, no mark below can hide in a character together with an accent.
        var rest = URLText.encoding(text[...], keeping: { $0 < 0x80 })[...]
        if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
        if let mark = rest.firstIndex(of: "?") {
            query = URLText.encoding(rest[rest.index(after: mark)...], keeping: URLText.isQueryCharacter)
            rest = rest[..<mark]
        } else {
            query = nil
        }
        scheme = Self.scheme(of: rest)
        if let scheme { rest = rest[rest.index(after: scheme.endIndex)...] }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        } else {
            authority = nil
        }
        path = URLText.encoding(rest, keeping: URLText.isPathCharacter)
    }

    /// What is before the first colon, if it can be a scheme. `localhost:80/x` has the scheme “localhost”: so the
    /// RFC has it, and the message for unknown schemes says what to write.
    private static func scheme(of text: Substring) -> Substring? {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, first.isLetter else {
            return nil
        }
        let name = text[..<colon]
        let isScheme = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
        return isScheme ? name : nil
    }
}

extension SourceURL.Scheme {
    init(known name: Substring) throws(SourceURLError) {
        guard let scheme = Self(rawValue: name.lowercased()) else { throw .scheme(String(name)) }
        self = scheme
    }
}

extension SourceURL.Origin: CustomStringConvertible {
    init(authority: Substring, scheme: SourceURL.Scheme) throws(SourceURLError) {
        if authority.contains("@") { throw .userinfo }
        let afterAddress = authority.lastIndex(of: "]") ?? authority.startIndex
        let colon = authority[afterAddress...].firstIndex(of: ":")
        let host = authority[..<(colon ?? authority.endIndex)]
        if host.isEmpty { throw .noHost }
        guard Self.isHost(host) else { throw .badHost }
        let digits = colon.map { authority[authority.index(after: $0)...] } ?? ""
        self.scheme = scheme
        self.host = host.lowercased()
        port = try digits.isEmpty ? scheme.defaultPort : Self.port(digits)
    }

    /// The beginning of every URL of this origin: `https://example.com`, `http://[::1]:8080`.
    package var description: String {
        port == scheme.defaultPort ? "\(scheme.rawValue)://\(host)" : "\(scheme.rawValue)://\(host):\(port)"
    }

    private static func port(_ digits: Substring) throws(SourceURLError) -> Int {
        guard digits.utf8.allSatisfy(\.isDigit), let port = Int(digits), (1...65_535).contains(port) else {
            throw .badPort
        }
        return port
    }

    /// Narrower than the RFC: escapes and marks in names only ever served to hide where a URL leads.
    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return address.contains(":")
                && address.utf8.allSatisfy { $0.hexadecimalDigit != nil || ":.".utf8.contains($0) }
        }
        return host.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
    }
}
