import FeedCache
import FeedModel
import FeedSource

/// Asks for pages of lists without a cache: nothing is stored.
struct PageAsker: Sendable {
    /// How long the server is left alone between two requests.
    private static let pause = Duration.milliseconds(250)

    let client: SourceClient

    /// The page that `cursor` names.
    ///
    /// - Parameter since: as for `CollectionSpec.request(for:since:base:)`.
    func content(
        for cursor: PageCursor, of spec: CollectionSpec, at source: ResolvedSource, since: String? = nil
    ) async throws -> PageContent {
        try await client.page(
            try source.request(for: cursor, of: spec, since: since), headers: source.headers(of: spec),
            isTrusted: cursor.isTrusted,
            unless: nil
        ).wholeContent
    }

    /// Leaves the server alone for a moment.
    func pause() async throws {
        try await client.pause(for: Self.pause)
    }
}
