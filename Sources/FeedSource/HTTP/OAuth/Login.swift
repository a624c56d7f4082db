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

    func accessToken(
        for source: ResolvedSource, _ clock: any RequestClock, _ send: TokenSender
    ) async throws -> AccessToken {
        let url = url.keepingSecrets(of: source.baseURL)
        var headers: HeaderFields = body == nil ? [:] : ["Content-Type": CollectionSpec.json]
        headers.addMissing(source.headers)
        let response = try await send(form.method, url.setting(source.query.map { ($0.name, $0.value) }), headers, body)
        guard (200...299).contains(response.status) else {
            throw SourceError(.login(response.status), url: url, answer: response, now: clock.now, hiding: url.secrets)
        }
        switch (try? JSONDocument(response.body))?.scalar(at: form.token) {
        case .string(let text) where !text.isEmpty && HeaderFields.isValue(text), .number(let text):
            let field = HeaderFields.Field(name: form.header, value: form.value.replacing(Self.place, with: text))
            return AccessToken(value: text, field: field, renewal: nil)
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

    /// What distinguishes one reader from another; no secret and no token.
    var identifyingValues: [String] {
        switch self {
        case .oauth(let grant): ["oauth", grant.tokenURL.description, grant.clientID, grant.scope ?? ""]
        case .login(let login): ["login", login.url.description] + login.reader
        }
    }
}
