import FeedCache
import Foundation

/// A small reader app: what it keeps of the feed, and how it opens the cache.
struct Photo: Codable, Hashable {
    let id: Int
    let updatedAt: String
}

enum Reader {
    static func manifest(baseURL: String) throws -> FeedManifest {
        try FeedManifest(
            source: .init(
                name: "gourmet", baseURL: baseURL, headers: ["Authorization": "Bearer ${TOKEN}"], attempts: 1),
            collections: [
                .init(
                    name: "photos", path: "photos", items: "0.photos", id: "id", version: "updated_at",
                    deleted: "deleted",
                    paging: .page(size: 10, sizeParameter: "per_page", hasNext: "0.has_next_page")),
                .init(
                    name: "articles", path: "articles", items: "", id: "id", version: "updated_at", deleted: "deleted",
                    paging: .link(size: 10, sizeParameter: "per_page")),
            ],
            sections: nil, ads: .init(path: "ads"), events: .init(path: "events"))
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
