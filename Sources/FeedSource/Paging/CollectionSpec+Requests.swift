import FeedModel

extension CollectionSpec {
    /// What asks for the page that `cursor` names.
    package struct Request: Equatable, Sendable {
        package let url: SourceURL
        /// The JSON document that is posted; nil where the page is got without one.
        package let body: [UInt8]?

        /// What distinguishes the request from others at its URL; nil where nothing does.
        package var bodyDigest: String? {
            body.map { body in
                var fingerprint = Fingerprint()
                fingerprint.add(String(decoding: body, as: UTF8.self))
                return fingerprint.text
            }
        }
    }

    /// What asks for the page that `cursor` names: its URL, and the body where the list is asked for with one.
    ///
    /// - Parameters: as for `url(for:since:base:)`.
    package func request(
        for cursor: PageCursor, since: String? = nil, base: SourceURL
    ) throws(SourceURLError) -> Request {
        Request(
            url: try url(for: cursor, since: since, base: base),
            body: body?.filled(parameters(of: cursor, since: since)))
    }

    /// The URL of the page that `cursor` names.
    ///
    /// Parameters replace those of the same name in the collection's path. A URL from the server is requested as it is:
    /// what it needs is in it. Where the list is asked for with a body, the parameters are there.
    ///
    /// - Parameters:
    ///   - since: for a delta, what `Delta.since` gives.
    ///   - base: the base URL of the `ResolvedSource` that the collection is of. The parameters of `[source] query` are
    ///     not in the URL; `SourceClient` adds them.
    /// - Throws: `SourceURLError` if the path does not fit below `base`, which `Manifest.resolved(environment:)` has ruled out.
    package func url(for cursor: PageCursor, since: String? = nil, base: SourceURL) throws(SourceURLError) -> SourceURL
    {
        if case .url(let url, _) = cursor { return url.keepingSecrets(of: base) }
        let list = try base.appending(path)
        if body != nil { return list }
        return list.setting(
            parameters(of: cursor, since: since).flatMap { name, value -> [(name: String, value: String)] in
                switch value {
                case .number(let text), .text(let text): [(name, text)]
                case .members(let members): members.map { ($0.name, $0.text) }
                }
            })
    }

    private func parameters(
        of cursor: PageCursor, since: String?
    ) -> [(parameter: String, value: BodyTemplate.Value)] {
        var parameters: [(parameter: String, value: BodyTemplate.Value)] = []
        if let param = paging.parameter, let value = value(of: cursor) {
            parameters.append((param, value))
        }
        if let size = paging.size, let param = size.param {
            parameters.append((param, .number(String(size.count))))
        }
        if let delta, let since = since ?? delta.first {
            parameters.append((delta.param, BodyTemplate.Value.isNumber(since) ? .number(since) : .text(since)))
        }
        return parameters
    }

    private func value(of cursor: PageCursor) -> BodyTemplate.Value? {
        switch cursor {
        case .number(let number): return .number(String(number))
        case .token(let token): return .text(token)
        case .numeral(let number): return .number(number)
        case .members(let members): return .members(members)
        case .start, .url:
            guard case .cursor(_, let first, _) = paging.style else { return nil }
            return first.map(BodyTemplate.Value.text)
        }
    }
}
