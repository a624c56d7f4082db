import FeedModel

extension Manifest.Source {
    /// How requests to the source's origin are signed in, beside headers that are written out.
    package enum SignIn: Equatable, Sendable {
        /// HTTP Basic (RFC 7617).
        case basic(user: ValueTemplate, password: ValueTemplate)
        /// OAuth 2 client credentials (RFC 6749 §4.4).
        case oauth(tokenURL: ValueTemplate, clientID: ValueTemplate, clientSecret: ValueTemplate, scope: ValueTemplate?)
        case login(LoginForm)

        var key: String {
            switch self {
            case .basic: "basic"
            case .oauth: "oauth"
            case .login: "login"
            }
        }

        var header: String {
            if case .login(let form) = self { form.header } else { "Authorization" }
        }
    }

    /// What asks for a token, and how that is sent.
    package struct LoginForm: Hashable, Sendable {
        let method: TransportRequest.Method
        let path: ValueTemplate
        let body: BodyTemplate?
        let token: DottedPath
        let header: String
        /// With `{token}`.
        let value: String
        let line: Int?
    }

    /// Reads `basic`, `oauth` or `login`; a request is signed in once, so at most one of them and the header may be there.
    static func signIn(in table: ManifestTable, headers: [NamedTemplate]) throws(ManifestError) -> SignIn? {
        var found: SignIn?
        for key in ["basic", "oauth", "login"] {
            guard let inner = try table.table(key) else { continue }
            if let found { throw table.error(key, .impossible("and \(found.key) both sign in; keep one")) }
            found =
                switch key {
                case "basic": try SignIn(basic: inner)
                case "oauth": try SignIn(oauth: inner)
                default: try .login(LoginForm(inner))
                }
        }
        if let found, let header = headers.first(where: { HeaderFields.areEqual($0.name, found.header) }) {
            throw table.error(found.key, .impossible("and the header \(header.name) both sign in; keep one"))
        }
        return found
    }
}

extension Manifest.Source.LoginForm {
    fileprivate init(_ table: ManifestTable) throws(ManifestError) {
        method = try table.word("method", as: TransportRequest.Method.self) ?? .post
        path = try table.location("path")
        let text = try table.string("body")
        if text != nil, method == .get {
            throw table.error("body", .impossible("needs method = \"POST\"; GET sends none"))
        }
        body = try text.map { text throws(ManifestError) in
            try table.reading(text, of: "body", BodyTemplate.init)
        }
        if let variable = body?.templates.flatMap(\.variables).first {
            throw table.error("body", .badValue("has \(variable.placeholder), which a login has no value for"))
        }
        token = try table.required("token", orAdvise: "write the path to the token in the answer", table.innerPath)
        let header = try table.string("header") ?? "Authorization: Bearer \(Login.place)"
        let parts = header.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, HeaderFields.isName(String(parts[0])), HeaderFields.isValue(header),
            parts[1].contains(Login.place)
        else {
            throw table.error("header", .badValue("is “\(header)”; write it like “X-Auth-Token: {token}”"))
        }
        self.header = String(parts[0])
        value = String(parts[1].drop { $0 == " " })
        line = table.line(of: "body")
    }
}

extension Manifest.Source.SignIn {
    fileprivate init(basic table: ManifestTable) throws(ManifestError) {
        let user = try table.required("user", orAdvise: "write the user name, \"\" for none", table.template)
        if user.text.contains(":") {
            throw table.error("user", .badValue("holds a colon, which ends the user name in HTTP Basic"))
        }
        self = .basic(
            user: user, password: try table.required("password", orAdvise: "write \"${PASSWORD}\"", table.template))
    }

    fileprivate init(oauth table: ManifestTable) throws(ManifestError) {
        let url = try table.required("token_url", orAdvise: "write the URL that gives access tokens", table.template)
        if url.variables.isEmpty { _ = try table.reading(url.text, of: "token_url", SourceURL.init(_:)) }
        self = .oauth(
            tokenURL: url,
            clientID: try table.required("client_id", orAdvise: "write the ID of the client", table.template),
            clientSecret: try table.required("client_secret", orAdvise: "write \"${CLIENT_SECRET}\"", table.template),
            scope: try table.template("scope"))
    }

    /// Where access tokens come from; nil for HTTP Basic, which is added to `headers`.
    func tokens(
        below base: SourceURL, in filling: inout TemplateFilling, _ headers: inout [HeaderFields.Field]
    ) throws(ManifestError) -> TokenSource? {
        switch self {
        case .basic(let user, let password):
            let name = try filling.fill(user)
            if name.contains(":") {
                throw user.place.error(
                    .badValue("holds a colon, which ends the user name in HTTP Basic"), file: filling.file)
            }
            let value = HeaderFields.basic(user: name, password: try filling.fillSecret(password))
            headers.append(HeaderFields.Field(name: "Authorization", value: value))
            return nil
        case .oauth(let tokenURL, let clientID, let clientSecret, let scope):
            return .oauth(
                OAuthGrant(
                    tokenURL: try filling.address(tokenURL, SourceURL.init(_:)),
                    clientID: try filling.fill(clientID),
                    clientSecret: try filling.fillSecret(clientSecret),
                    scope: try filling.fill(optional: scope)))
        case .login(let form): return .login(try form.login(below: base, in: &filling))
        }
    }
}

extension Manifest.Source.LoginForm {
    fileprivate func login(below base: SourceURL, in filling: inout TemplateFilling) throws(ManifestError) -> Login {
        let place = KeyPlace("source.login.body", line: line)
        let environment = try filling.values(of: body?.environment(at: place) ?? [])
        let page = PageValues(cursor: .start, first: nil, size: nil, since: nil, environment: environment)
        let known = environment.filter { !SecretName.isLikely($0.key) }.sorted { $0.key < $1.key }
        return Login(
            form: self, url: try path.url(below: base, in: &filling), body: body?.filled([], page),
            reader: [body?.text ?? ""] + known.map(\.value))
    }
}

extension TemplateFilling {
    /// The text of a template that is secret also where it is written out.
    fileprivate mutating func fillSecret(_ template: ValueTemplate) throws(ManifestError) -> String {
        let secret = try fill(template)
        values.append(secret)
        return secret
    }
}
