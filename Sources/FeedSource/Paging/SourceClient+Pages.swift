package import FeedModel

extension SourceClient {
    /// Asks for a page: with GET, or with POST where the request has a body.
    ///
    /// A body is asked with without a validator: conditions are for GET (RFC 9110 §13.1).
    ///
    /// - Parameters:
    ///   - headers: those of the collection, as for `get`.
    ///   - isTrusted: as for `get`.
    ///   - beforeRetry: as for `get`.
    package func page(
        _ request: CollectionSpec.Request, headers: HeaderFields, isTrusted: Bool, unless validator: Validator?,
        beforeRetry: () throws -> Void = {}
    ) async throws -> PageAnswer {
        guard let body = request.body else {
            return try await get(
                request.url, unless: validator, headers: headers, isTrusted: isTrusted, beforeRetry: beforeRetry)
        }
        return .content(
            try await post(
                request.url, json: body, headers: headers, isTrusted: isTrusted, beforeRetry: beforeRetry))
    }
}

extension ResolvedSource {
    /// What asks for the page of a list that `cursor` names.
    ///
    /// - Parameter since: as for `CollectionSpec.request(for:since:base:)`.
    /// - Throws: `SourceError` where a URL of the server does not fit.
    package func request(
        for cursor: PageCursor, of spec: CollectionSpec, since: String? = nil
    ) throws(SourceError) -> CollectionSpec.Request {
        do {
            return try spec.request(for: cursor, since: since, base: baseURL)
        } catch {
            throw SourceError(.malformed(error.message), url: nil)
        }
    }
}
