public import FeedCache
public import Foundation

/// A small feed reader: photos and articles with ads, there at once and offline.
public struct Reader: Sendable {
    /// The cache.
    public let repository: FeedRepository

    /// Opens the reader's cache.
    ///
    /// - Throws: `FeedError`.
    public init(baseURL: String, databaseURL: URL, configuration: FeedRepository.Configuration = .init()) async throws {
        repository = try await FeedRepository(
            manifest: Self.manifest(baseURL: baseURL), databaseURL: databaseURL, configuration: configuration)
    }

    static func manifest(baseURL: String) throws -> FeedManifest {
        try FeedManifest(
            source: .init(
                name: "gourmet", baseURL: baseURL, headers: ["Authorization": "Bearer ${TOKEN}"],
                timeout: .seconds(120), attempts: 1),
            collections: [
                .init(
                    name: "photos", path: "photos", items: "0.photos", id: "id", version: "updated_at",
                    deleted: "deleted",
                    paging: .page(size: 10, sizeParameter: "per_page", hasNext: "0.has_next_page")),
                .init(
                    name: "articles", path: "articles", items: "", id: "id", version: "updated_at", deleted: "deleted",
                    paging: .link(size: 10, sizeParameter: "per_page")),
            ],
            ads: .init(path: "ads", policy: .init(fixed: [1])), events: .init(path: "events"))
    }

    /// The photos that are in the cache, in the server's order; those that are not as the reader knows them are left out.
    ///
    /// - Throws: `FeedError`.
    public func photos() async throws -> [Photo] {
        try await repository.list(Photo.self, in: "photos", decoder: Photo.decoder).items().values
    }

    /// Follows the photos on screen, and calls `show` with each state in which a list view is to be shown.
    ///
    /// - Throws: `FeedError`; what `show` throws, which ends it.
    public func followPhotos(_ show: (FeedScreen) throws -> Void) async throws {
        for try await change in repository.changes(of: .section("photos")) {
            for stage in change.stages { try show(stage.screen) }
        }
    }
}
