/// A source with all of its `${NAME}`s filled in: what a run needs to make requests.
///
/// It holds secrets. Headers and query are for requests only; URLs are shown as `SourceURL.redacted` and stored as
/// `SourceURL.stored`, both without what came from the environment.
package struct ResolvedSource: Sendable {
    package let source: Manifest.Source
    package let account: String?
    /// What the account's name in the change stream is made with: a secret; nil where the manifest has none.
    package let accountKey: String?
    package let baseURL: SourceURL
    /// Sent to the origin of `baseURL` only.
    package let headers: HeaderFields
    /// Where the access tokens come from that are sent to the origin of `baseURL`; nil where none are.
    let grant: TokenSource?
    fileprivate let collectionHeaders: [String: HeaderFields]
    /// Sent to the origin of `baseURL` only, as parameters of each request. `SourceClient` adds them; no other URL has
    /// them.
    package let query: [QueryParameter]
    /// The lists, in the order they are written; their paths are filled in.
    package let collections: [CollectionSpec]
    package let sectionsURL: SourceURL?
    package let adsURL: SourceURL?
    package let eventsURL: SourceURL?

    package func collection(named name: String) -> CollectionSpec? {
        collections.first { $0.name == name }
    }

    /// The headers of a collection's requests, beside those of the source; they hold secrets.
    package func headers(of collection: CollectionSpec) -> HeaderFields {
        collectionHeaders[collection.name] ?? HeaderFields()
    }

    /// Whether a collection's requests to the source's origin are signed in with the header `Authorization`.
    package func isAuthorized(for collection: CollectionSpec) -> Bool {
        source.signIn.map { HeaderFields.areEqual($0.header, "Authorization") } ?? false
            || [headers, headers(of: collection)].contains { $0["Authorization"] != nil }
    }

    /// The header and query values that distinguish one list of a server from another: what one walk read under them is not
    /// gone on with under others. They hold secrets.
    ///
    /// Where the manifest names an account, that says whose list it is, and tokens may change freely. Of OAuth the client
    /// counts, not its secret or a token.
    package var identifyingValues: [String] {
        var values = account.map { [$0] } ?? []
        values += identifyingValues(of: headers)
        for parameter in query where account == nil || !SecretName.isLikely(parameter.name) {
            values += [parameter.name, parameter.value]
        }
        if let grant { values += grant.identifyingValues }
        return values
    }

    /// The same with the headers of a collection and the variables of its templates; nil where it has none.
    package func identifyingValues(of collection: CollectionSpec) -> [String]? {
        let headers = headers(of: collection)
        let variables = collection.environment.sorted { $0.key < $1.key }
            .filter { account == nil || !SecretName.isLikely($0.key) }.flatMap { [$0.key, $0.value] }
        if headers.fields.isEmpty, variables.isEmpty { return nil }
        return identifyingValues + ["collection"] + identifyingValues(of: headers)
            + (variables.isEmpty ? [] : ["variables"] + variables)
    }

    private func identifyingValues(of headers: HeaderFields) -> [String] {
        headers.fields.filter { account == nil || !SecretName.isLikely($0.name) }
            .flatMap { [$0.name.lowercased(), $0.value] }
    }
}

/// A parameter of a URL's query, not yet percent-encoded.
package typealias QueryParameter = HeaderFields.Field

extension Manifest {
    package func resolved(environment: [String: String]) throws(ManifestError) -> ResolvedSource {
        try resolved(environment: environment, inventing: [])
    }

    /// - Parameter invented: variables whose values stand in for those that are not set: they name no files.
    private func resolved(
        environment: [String: String], inventing invented: Set<String>
    ) throws(ManifestError) -> ResolvedSource {
        var filling = TemplateFilling(environment: environment, file: source.file)
        let address = try filling.address(source.baseURL, SourceURL.init(base:))
        var fields = try filling.fill(source.headers)
        let grant = try source.signIn?.tokens(below: address, in: &filling, &fields)
        if source.tls?.files.values.allSatisfy({ $0.variables.allSatisfy { !invented.contains($0) } }) ?? true {
            try source.checkTLS(environment: environment, base: address)
        }
        let query = try filling.fill(source.query)
        let sections = try sections?.url(below: address, in: &filling)
        let ads = try ads?.path.url(below: address, in: &filling)
        let events = try events?.path.url(below: address, in: &filling)
        var collections: [CollectionSpec] = []
        var collectionHeaders: [String: HeaderFields] = [:]
        for collection in self.collections {
            _ = try collection.pathTemplate.url(below: address, in: &filling)
            _ = try collection.detail?.pathTemplate.url(below: address, in: &filling)
            var filled = collection
            filled.path = try filling.fill(collection.pathTemplate, in: .location)
            if let detail = collection.detail {
                filled.detail?.path = try filling.fill(detail.pathTemplate, in: .location)
            }
            filled.environment = try filling.values(of: collection.variables)
            collections.append(filled)
            collectionHeaders[collection.name] = HeaderFields(
                try filling.fill(collection.headers.filter { !$0.isVarying }))
        }
        let accountKey = try filling.fill(optional: source.accountKey)
        let allFields = fields + collectionHeaders.values.flatMap(\.fields)
        let secrets = SourceSecrets(
            origin: address.origin, parameters: query, listParameters: collections.flatMap(\.secretQuery),
            values: filling.values + Self.secrets(in: allFields), variables: filling.variables)
        return ResolvedSource(
            source: source, account: try source.resolvedAccount(environment: environment), accountKey: accountKey,
            baseURL: address.keeping(secrets), headers: HeaderFields(fields), grant: grant,
            collectionHeaders: collectionHeaders, query: query, collections: collections,
            sectionsURL: sections?.keeping(secrets), adsURL: ads?.keeping(secrets), eventsURL: events?.keeping(secrets))
    }

    /// What is secret in headers that hold it in the manifest: `Bearer abc`, and `abc`.
    private static func secrets(in fields: [HeaderFields.Field]) -> [String] {
        fields.filter { SecretName.isLikely($0.name) }.flatMap { field in
            [field.value] + field.value.split(separator: " ").dropFirst().map(String.init)
        }
    }

    /// A warning for each variable that is not set, or empty, where the manifest can be filled in otherwise.
    ///
    /// - Throws: `ManifestError` where the value of a variable makes no sense in its place.
    package func missingVariables(in environment: [String: String]) throws(ManifestError) -> [ManifestWarning] {
        var environment = environment
        var (warnings, invented) = ([ManifestWarning](), Set<String>())
        while let error = fault(in: environment, inventing: invented) {
            guard case .missingVariable(let name) = error.reason else { throw error }
            warnings.append(
                ManifestWarning(
                    file: error.file, line: error.line, key: error.key ?? "source",
                    message: "the environment variable \(name) is not set or is empty; set it before syncing"))
            // A value for a part of a text, or for a whole URL, so that the keys after it are looked at as well.
            environment[name] = "x"
            invented.insert(name)
            if let next = fault(in: environment, inventing: invented), next.key == error.key,
                case .badValue = next.reason
            {
                environment[name] = "https://example.com"
            }
        }
        return warnings
    }

    private func fault(in environment: [String: String], inventing invented: Set<String>) -> ManifestError? {
        do {
            _ = try named(in: environment).resolved(environment: environment, inventing: invented)
            return nil
        } catch {
            return error
        }
    }
}

extension ValueTemplate {
    func url(below base: SourceURL, in filling: inout TemplateFilling) throws(ManifestError) -> SourceURL {
        try reading(try filling.fill(self, in: .location), in: filling.file, base.appending)
    }
}

extension CollectionSpec {
    /// Those of the texts that are filled in for each request anew.
    fileprivate var variables: [(name: String, place: KeyPlace)] {
        let templates = query.map(\.value) + headers.filter(\.isVarying).map(\.value)
        return templates.flatMap { template in template.variables.map { ($0, template.place) } }
            + (body?.environment(at: places["body"] ?? KeyPlace("collections.body")) ?? [])
    }
}

extension BodyTemplate {
    func environment(at place: KeyPlace) -> [(name: String, place: KeyPlace)] {
        templates.flatMap(\.parts).compactMap(\.environmentName).map { ($0, place) }
    }
}

extension TemplateFilling {
    fileprivate mutating func fill(_ templates: [NamedTemplate]) throws(ManifestError) -> [HeaderFields.Field] {
        var fields: [HeaderFields.Field] = []
        for template in templates {
            fields.append(HeaderFields.Field(name: template.name, value: try fill(template.value)))
        }
        return fields
    }
}
