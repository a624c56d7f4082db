import FeedModel

/// What asks a server for access tokens with client credentials (RFC 6749 §4.4). It holds a secret.
struct OAuthGrant: Hashable, Sendable {
    /// Where the client's credentials are sent, and to no other URL.
    let tokenURL: SourceURL
    let clientID: String
    let clientSecret: String
    /// Nil for what the server gives without one.
    let scope: String?

    /// With the client's credentials in the header `Authorization`, which every token server has to understand (RFC 6749
    /// §2.3.1), or in the body, which some understand alone.
    func request(isInBody: Bool) -> (headers: HeaderFields, body: [UInt8]) {
        var headers: HeaderFields = [
            "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
        ]
        var parameters = [("grant_type", "client_credentials")]
        if let scope { parameters.append(("scope", scope)) }
        if isInBody {
            parameters += [("client_id", clientID), ("client_secret", clientSecret)]
        } else {
            let (user, password) = (Self.encoded(clientID), Self.encoded(clientSecret))
            headers.set("Authorization", to: HeaderFields.basic(user: user, password: password))
        }
        return (headers, Array(parameters.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&").utf8))
    }

    /// As a form has it (`application/x-www-form-urlencoded`).
    private static func encoded(_ text: String) -> String {
        URLText.encodingComponent(text).replacing("%20", with: "+")
    }

    /// Asks the token server once with the client's credentials in a header, and where the server does not know the client
    /// then, once with them in the body.
    func accessToken(
        for source: ResolvedSource, _ clock: any RequestClock, _ send: TokenSender
    ) async throws -> AccessToken {
        let (url, now) = (tokenURL.keepingSecrets(of: source.baseURL), clock.now)
        var refusal: SourceError?
        for isInBody in [false, true] {
            let (headers, body) = request(isInBody: isInBody)
            let response = try await send(.post, url, headers, body)
            if (200...299).contains(response.status) {
                return try AccessToken(answer: response.body, sent: now, url: url)
            }
            let isUnknown = Self.isClientUnknown(response)
            // The first refusal says what is wrong with the client; the second try may only be refused for its form.
            refusal = refusal ?? Self.error(in: response, isClientUnknown: isUnknown, url: url, now: now)
            guard isUnknown else { break }
        }
        throw refusal ?? SourceError(.malformed("no access token"), url: url)
    }

    private static func error(
        in response: TransportResponse, isClientUnknown: Bool, url: SourceURL, now: Instant
    ) -> SourceError {
        if (300...399).contains(response.status) {
            return SourceError(
                .redirect(
                    "the token server redirects (\(response.status)); the client's secret is sent to token_url only"),
                url: url)
        }
        return SourceError(
            .token(response.status, isRefused: isClientUnknown), url: url, answer: response, now: now,
            hiding: url.secrets)
    }

    /// 401, or what RFC 6749 §5.2 has for a client that is not known or may not do this.
    private static func isClientUnknown(_ response: TransportResponse) -> Bool {
        if response.status == 401 || response.status == 403 { return true }
        guard response.status == 400, let document = try? JSONDocument(response.body),
            case .string(let code) = document.scalar(at: DottedPath("error"))
        else { return false }
        return ["invalid_client", "unauthorized_client"].contains(code)
    }
}

/// Sends a request that holds a secret, and gives the first answer; nothing is followed.
typealias TokenSender =
    @Sendable (TransportRequest.Method, SourceURL, HeaderFields, [UInt8]?) async throws ->
    TransportResponse

struct AccessToken: Equatable, Sendable {
    /// A token is renewed this many seconds before it ends, so that it does not end on its way; at the half of its time
    /// where that is shorter.
    static let margin: Int64 = 30
    /// The longest answer with a token that is read, in bytes.
    static let longestAnswer = 1_048_576

    let value: String
    let field: HeaderFields.Field
    /// When it is no longer used; nil where the server does not say when it ends.
    let renewal: Instant?
}

extension AccessToken {
    /// Reads the answer of a token server (RFC 6749 §5.1).
    ///
    /// - Parameter sent: when it was asked, which is when the time of the token begins at the earliest.
    init(answer: [UInt8], sent: Instant, url: SourceURL) throws(SourceError) {
        func malformed(_ reason: String) -> SourceError {
            SourceError(.malformed("no access token: the answer of the token server \(reason)"), url: url)
        }
        guard let document = try? JSONDocument(answer) else { throw malformed("is not JSON") }
        func member(_ name: String) -> JSONScalar? { document.scalar(at: DottedPath(name)) }
        guard case .string(let token) = member("access_token"), !token.isEmpty, HeaderFields.isValue(token) else {
            throw malformed("has no access_token")
        }
        if case .string(let type) = member("token_type"), type.lowercased() != "bearer" {
            throw malformed("is for another kind of token than Bearer (token_type)")
        }
        value = token
        field = HeaderFields.Field(name: "Authorization", value: "Bearer \(token)")
        switch member("expires_in") {
        case .number(let text), .string(let text):
            let seconds = Double(text).flatMap { Int64(exactly: $0.rounded(.down)) }.map { max(0, $0) }
            renewal = seconds.map { sent.advanced(bySeconds: $0 - min(Self.margin, $0 / 2)) }
        default: renewal = nil
        }
    }
}
