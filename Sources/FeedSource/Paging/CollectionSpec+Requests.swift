import FeedModel

extension CollectionSpec {
    /// The URL of the page that `cursor` names.
    ///
    /// Parameters replace those of the same name in the collection's path. A URL from the server is requested as it is:
    /// what it needs is in it.
    ///
    /// - Parameters:
    ///   - since: for a delta, the version to ask from, overlap already taken off.
    ///   - base: the base URL of the `ResolvedSource` that the collection is of. The parameters of `[source] query` are
    ///     not in the URL; `SourceClient` adds them.
    /// - Throws: `SourceURLError` if the path does not fit below `base`, which `Manifest.resolved(environment:)` has ruled out.
    package func url(for cursor: PageCursor, since: String? = nil, base: SourceURL) throws(SourceURLError) -> SourceURL
    {
        if case .url(let url, _) = cursor { return url.keepingSecrets(of: base) }
        var parameters: [(name: String, value: String)] = []
        if let param = paging.parameter, let value = value(of: cursor) {
            parameters.append((param, value))
        }
        if let size = paging.size, let param = size.param {
            parameters.append((param, String(size.count)))
        }
        if let delta, let since {
            parameters.append((delta.param, since))
        }
        return try base.appending(path).setting(parameters)
    }

    private func value(of cursor: PageCursor) -> String? {
        switch cursor {
        case .number(let number): return String(number)
        case .token(let token): return token
        case .start, .url:
            guard case .cursor(_, let first, _) = paging.style else { return nil }
            return first
        }
    }
}
