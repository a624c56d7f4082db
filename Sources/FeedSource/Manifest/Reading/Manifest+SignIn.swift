import FeedModel

extension Manifest.Source {
    /// How requests to the source's origin are signed in, beside headers that are written out.
    package enum SignIn: Equatable, Sendable {
        /// HTTP Basic (RFC 7617).
        case basic(user: ValueTemplate, password: ValueTemplate)
        /// OAuth 2 client credentials (RFC 6749 §4.4).
        case oauth(OAuth)

        var key: String {
            switch self {
            case .basic: "basic"
            case .oauth: "oauth"
            }
        }
    }

    /// Where access tokens come from.
    package struct OAuth: Equatable, Sendable {
        let tokenURL: ValueTemplate
        let clientID: ValueTemplate
        let clientSecret: ValueTemplate
        let scope: ValueTemplate?
    }

    /// Reads `basic` or `oauth`; a request has one `Authorization`, so at most one of them and the header may be there.
    static func signIn(in table: ManifestTable, headers: [NamedTemplate]) throws(ManifestError) -> SignIn? {
        let basic = try table.table("basic").map { table throws(ManifestError) in try SignIn(basic: table) }
        let oauth = try table.table("oauth").map { table throws(ManifestError) in try SignIn(oauth: table) }
        if basic != nil, oauth != nil {
            throw table.error("oauth", .impossible("and basic both sign in; keep one"))
        }
        if let signIn = basic ?? oauth, let header = headers.first(where: \.isAuthorization) {
            throw table.error(signIn.key, .impossible("and the header \(header.name) both sign in; keep one"))
        }
        return basic ?? oauth
    }
}

extension Manifest.Source.SignIn {
    fileprivate init(basic table: ManifestTable) throws(ManifestError) {
        let user = try table.template("user", orAdvise: "write the user name, \"\" for none")
        if user.text.contains(":") {
            throw table.error("user", .badValue("holds a colon, which ends the user name in HTTP Basic"))
        }
        self = .basic(user: user, password: try table.template("password", orAdvise: "write \"${PASSWORD}\""))
    }

    fileprivate init(oauth table: ManifestTable) throws(ManifestError) {
        let url = try table.template("token_url", orAdvise: "write the URL that gives access tokens")
        if url.variables.isEmpty {
            do {
                _ = try SourceURL(url.text)
            } catch {
                throw table.error("token_url", .badValue(error.message))
            }
        }
        self = .oauth(
            Manifest.Source.OAuth(
                tokenURL: url, clientID: try table.template("client_id", orAdvise: "write the ID of the client"),
                clientSecret: try table.template("client_secret", orAdvise: "write \"${CLIENT_SECRET}\""),
                scope: try table.template("scope")))
    }
}

extension NamedTemplate {
    var isAuthorization: Bool { HeaderFields.areEqual(name, "Authorization") }
}

// MARK: Filling in

extension Manifest.Source.SignIn {
    /// The value of `Authorization` for HTTP Basic; nil for OAuth.
    ///
    /// - Throws: `ManifestError` for a variable that is not set, or a user name with a colon.
    func authorization(in filling: inout TemplateFilling) throws(ManifestError) -> String? {
        guard case .basic(let user, let password) = self else { return nil }
        let name = try filling.fill(user)
        if name.contains(":") {
            throw user.error(.badValue("holds a colon, which ends the user name in HTTP Basic"), file: filling.file)
        }
        return HeaderFields.basic(user: name, password: try filling.fillSecret(password))
    }

    /// What asks for access tokens; nil for HTTP Basic.
    ///
    /// - Throws: `ManifestError` for a variable that is not set, or an address that is no URL.
    func grant(in filling: inout TemplateFilling) throws(ManifestError) -> OAuthGrant? {
        guard case .oauth(let oauth) = self else { return nil }
        let known = filling.values
        let address = try filling.fill(oauth.tokenURL)
        // An address as a whole is no secret, though it comes from the environment.
        filling.values.removeAll { $0.contains("://") && !known.contains($0) }
        let url: SourceURL
        do {
            url = try SourceURL(address)
        } catch {
            throw oauth.tokenURL.error(.badValue(error.message), file: filling.file)
        }
        return OAuthGrant(
            tokenURL: url, clientID: try filling.fill(oauth.clientID),
            clientSecret: try filling.fillSecret(oauth.clientSecret),
            scope: try oauth.scope.map { scope throws(ManifestError) in try filling.fill(scope) })
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
