import FeedModel

/// The request that signs in, and the header that the token of its answer is sent in. It holds a secret.
struct Login: Hashable, Sendable {
    let form: Manifest.Source.LoginForm
    /// Where the body is sent, and to no other URL.
    let url: SourceURL
    let body: [UInt8]?
    /// Who signs in, without what is secret, so that another reader is known as one.
    let reader: [String]

    static let place = "{token}"

    /// What is sent with requests once there is a token.
    func field(_ token: String) -> HeaderFields.Field {
        HeaderFields.Field(name: form.header, value: form.value.replacing(Self.place, with: token))
    }

    func accessToken(
        in response: TransportResponse, secrets: SourceSecrets?, now: Instant
    ) throws(SourceError) -> AccessToken {
        let url = url.keeping(secrets)
        guard (200...299).contains(response.status) else {
            throw SourceError(.login(response.status), url: url, answer: response, now: now, hiding: secrets)
        }
        switch (try? JSONDocument(response.body))?.scalar(at: form.token) {
        case .string(let text) where !text.isEmpty && HeaderFields.isValue(text), .number(let text):
            return AccessToken(value: text, field: field(text), renewal: nil)
        default:
            throw SourceError(
                .malformed(
                    "not signed in: the answer of the login has no text at “\(form.token)” (source.login.token)"),
                url: url)
        }
    }
}

enum TokenSource: Hashable, Sendable {
    case oauth(OAuthGrant)
    case login(Login)

    var header: String {
        switch self {
        case .oauth: "Authorization"
        case .login(let login): login.form.header
        }
    }

    /// What distinguishes one reader from another; no secret and no token.
    var identifyingValues: [String] {
        switch self {
        case .oauth(let grant): ["oauth", grant.tokenURL.description, grant.clientID, grant.scope ?? ""]
        case .login(let login): ["login", login.url.description] + login.reader
        }
    }
}
