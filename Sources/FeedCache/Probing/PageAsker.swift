import FeedModel
import FeedSource

/// Asks for pages of lists without a cache: nothing is stored.
struct PageAsker: Sendable {
    /// How long the server is left alone between two requests.
    private static let pause = Duration.milliseconds(250)

    let client: SourceClient

    /// The page that `cursor` names.
    ///
    /// - Throws: `SourceError`, `CancellationError`.
    func content(for cursor: PageCursor, of spec: CollectionSpec, at source: ResolvedSource) async throws -> PageContent
    {
        let request: CollectionSpec.Request
        do {
            request = try spec.request(for: cursor, base: source.baseURL)
        } catch {
            throw SourceError(.malformed(error.message), url: nil)
        }
        let headers = source.headers(of: spec)
        if let body = request.body {
            return try await client.post(request.url, json: body, headers: headers, isTrusted: cursor.isTrusted)
        }
        switch try await client.get(request.url, headers: headers, isTrusted: cursor.isTrusted) {
        case .content(let content): return content
        case .notModified(_, let url, _):
            throw SourceError(.malformed("the server answered 304 to a request without conditions"), url: url)
        }
    }

    /// Leaves the server alone for a moment.
    func pause() async throws {
        try await client.pause(for: Self.pause)
    }
}
