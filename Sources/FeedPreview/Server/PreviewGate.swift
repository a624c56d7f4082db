import FeedModel
import Foundation
import HTTPTypes
import LocalServer
import Synchronization

/// Decides which requests are answered: those of the page that the link opened, and no others.
///
/// A browser sends requests to this machine for any page that asks it to, and cookies go to every port. So the host and the
/// origin have to be the server's own, the link holds a token that counts once, and all else needs the cookie that the
/// link brought, below a secret path.
///
/// The lock guards whether the token was used.
final class PreviewGate: Sendable {
    enum Verdict: Equatable {
        /// It is answered: the path below the secret one, decoded, and the query.
        case admitted(path: [String], query: PreviewQuery)
        /// It is the link: the answer brings the cookie.
        case opened
        case refused(HTTPResponse.Status)
    }

    /// Where the page is: `/` and 128 random bits and `/`.
    let path: String
    private let token: String
    private let cookie: String
    private let isUsed = Mutex(false)

    convenience init() {
        self.init(path: Self.secret(), token: Self.secret(), cookie: Self.secret())
    }

    init(path: String, token: String, cookie: String) {
        self.path = "/\(path)/"
        self.token = token
        self.cookie = cookie
    }

    /// 128 bits of the system's generator, in 32 hexadecimal digits.
    static func secret() -> String {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
    }

    func link(port: Int) -> String { "http://127.0.0.1:\(port)\(path)?token=\(token)" }

    /// The cookie that the link brings. It goes to the secret path alone.
    var setCookie: String { "preview=\(cookie); Path=\(path); HttpOnly; SameSite=Strict" }

    /// - Parameter port: the server's own.
    func verdict(of request: LocalRequest, port: Int) -> Verdict {
        let names = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let authority = request.authority, names.contains(authority) else { return .refused(.misdirectedRequest) }
        let origins = request.headers[values: .origin]
        guard origins.allSatisfy({ origin in names.contains { origin == "http://\($0)" } }) else {
            return .refused(.forbidden)
        }
        guard request.method == .get || request.method == .head else { return .refused(.methodNotAllowed) }
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let target = parts.first, Self.isSame(String(target.prefix(path.utf8.count)), path) else {
            return .refused(.notFound)
        }
        let query = PreviewQuery(parts.count > 1 ? String(parts[1]) : "")
        let below = target.dropFirst(path.utf8.count)
        if below.isEmpty, request.method == .get, takes(query["token"]) { return .opened }
        let sites = request.values(of: "Sec-Fetch-Site")
        guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }), hasCookie(request) else {
            return .refused(.forbidden)
        }
        let segments = below.split(separator: "/", omittingEmptySubsequences: false).map { $0.removingPercentEncoding }
        guard !segments.contains(nil) else { return .refused(.badRequest) }
        return .admitted(path: below.isEmpty ? [] : segments.compactMap(\.self), query: query)
    }

    /// Whether the token is the right one, and was not used before.
    private func takes(_ token: String?) -> Bool {
        guard let token, Self.isSame(token, self.token) else { return false }
        return isUsed.withLock { isUsed in
            defer { isUsed = true }
            return !isUsed
        }
    }

    private func hasCookie(_ request: LocalRequest) -> Bool {
        let pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
        return pairs.contains { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix("preview=") && Self.isSame(String(pair.dropFirst("preview=".count)), cookie)
        }
    }

    /// Whether two texts are the same, in a time that says nothing of where they differ.
    private static func isSame(_ text: String, _ secret: String) -> Bool {
        let (left, right) = (Array(text.utf8), Array(secret.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

struct PreviewQuery: Equatable {
    private let pairs: [(name: String, value: String)]

    /// - Parameter text: what follows the question mark.
    init(_ text: String) {
        pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    subscript(name: String) -> String? { self[all: name].first }

    subscript(all name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    static func == (left: PreviewQuery, right: PreviewQuery) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0 == $1 }
    }
}

extension LocalRequest {
    func values(of name: String) -> [String] {
        HTTPField.Name(name).map { headers[values: $0] } ?? []
    }
}
