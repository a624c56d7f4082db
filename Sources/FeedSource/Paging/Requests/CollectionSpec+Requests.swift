import FeedModel

extension CollectionSpec {
    package struct Request: Equatable, Sendable {
        package let url: SourceURL
        /// The JSON document that is posted; nil where the page is got without one.
        package let body: [UInt8]?
        let headers: HeaderFields
        /// The request as walks and validators know it: its URL, and what distinguishes it from others there. Of a variable
        /// `${NAME}` that has the name.
        let address: String
    }

    /// What asks for the page that `cursor` names: its URL, and the body where the list is asked for with one.
    ///
    /// Parameters replace those of the same name in the collection's path. A URL from the server is requested as it is:
    /// what it needs is in it. Where the list is asked for with a body, the parameters are there.
    ///
    /// - Parameters:
    ///   - since: for a delta, what `Delta.since` gives.
    ///   - base: the base URL of the `ResolvedSource` that the collection is of. The parameters of `[source] query`, and
    ///     those with a `${NAME}` in `query`, are not in the URL; `SourceClient` adds them.
    /// - Throws: `SourceURLError` if the path does not fit below `base`, which `Manifest.resolved(environment:)` has ruled
    ///   out but for what the server puts into it.
    package func request(
        for cursor: PageCursor, since: String? = nil, base: SourceURL
    ) throws(SourceURLError) -> Request {
        var values = values(for: cursor, since: since)
        let parameters = parameters(values)
        let url = try url(for: values, parameters, base)
        let (body, headers) = (body?.filled(parameters, values), try pageHeaders(values))
        values.environment = [:]
        let distinction = distinction(body: self.body?.filled(parameters, values), headers: try pageHeaders(values))
        let text = url.origin == base.origin ? url.storedPathAndQuery : url.stored
        return Request(url: url, body: body, headers: headers, address: distinction.map { "\(text) \($0)" } ?? text)
    }

    private func distinction(body: [UInt8]?, headers: HeaderFields) -> String? {
        if body == nil, headers.fields.isEmpty { return nil }
        var fingerprint = Fingerprint()
        if let body { fingerprint.add(String(decoding: body, as: UTF8.self)) }
        for field in headers.fields { fingerprint.add("\(field.name): \(field.value)") }
        return "\(body == nil ? "GET" : "POST") \(fingerprint.text)"
    }

    private func url(
        for values: PageValues, _ parameters: [(parameter: String, value: PageCursor)], _ base: SourceURL
    ) throws(SourceURLError) -> SourceURL {
        if case .url(let url, _) = values.cursor { return url.keepingSecrets(of: base) }
        let list = try base.appending(location(values))
            .setting(
                query.filter { $0.value.variables.isEmpty }.compactMap { $0.filled(values) }.map { ($0.name, $0.value) }
            )
        if body != nil { return list }
        return list.setting(
            parameters.flatMap { name, value -> [(name: String, value: String)] in
                if case .members(let text) = value { return PageCursor.members(of: text) }
                return [(name, value.value)]
            })
    }

    /// The parameters that only the client adds: their values come from the environment.
    var secretQuery: [QueryParameter] {
        let values = values(for: .start, since: nil)
        return query.filter { !$0.value.variables.isEmpty }.compactMap { $0.filled(values) }
    }

    /// The path with its query. A parameter whose value is missing is left out.
    private func location(_ values: PageValues) -> String {
        if PageTemplate.isPlain(path) { return path }
        let front = path.prefix { $0 != "?" }
        let filled = PageTemplate(known: front).text(values, encoded: URLText.encodingComponent) ?? String(front)
        let parameters = path.dropFirst(front.count + 1).split(separator: "&").compactMap {
            PageTemplate(known: $0).text(values, encoded: URLText.encodingComponent)
        }
        return parameters.isEmpty ? filled : "\(filled)?\(parameters.joined(separator: "&"))"
    }

    private func pageHeaders(_ values: PageValues) throws(SourceURLError) -> HeaderFields {
        let fields = headers.filter(\.isVarying).compactMap { $0.filled(values) }
        for field in fields where !HeaderFields.isValue(field.value) { throw .controlCharacter }
        return HeaderFields(fields)
    }

    private func values(for cursor: PageCursor, since: String?) -> PageValues {
        PageValues(
            cursor: cursor, first: paging.firstCursor, size: paging.size?.count, since: since ?? delta?.first,
            environment: environment)
    }

    private func parameters(_ values: PageValues) -> [(parameter: String, value: PageCursor)] {
        var parameters: [(parameter: String, value: PageCursor)] = []
        if let param = paging.parameter, let value = values[.cursor] { parameters.append((param, value)) }
        if let param = paging.size?.param, let size = values[.size] { parameters.append((param, size)) }
        if let param = delta?.param, let since = values[.since] { parameters.append((param, since)) }
        return parameters
    }
}

extension NamedTemplate {
    /// Whether a request for one page may have another value than that for another page.
    var isVarying: Bool { !PageTemplate.isPlain(value.text.replacing("${", with: "")) }

    /// The value as a JSON object, which is filled in as a body is; nil where it is none.
    var body: BodyTemplate? {
        value.text.utf8.first == UInt8(ascii: "{") ? try? BodyTemplate(value.text) : nil
    }

    fileprivate func filled(_ values: PageValues) -> HeaderFields.Field? {
        let text =
            body.map { String(decoding: $0.filled([], values), as: UTF8.self) }
            ?? PageTemplate(known: value.text).text(values)
        return text.map { HeaderFields.Field(name: name, value: $0) }
    }
}
