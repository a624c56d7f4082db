import FeedAssets
import FeedCache
import FeedMock
import Foundation
import Testing

@Suite("Pictures of an app", .timeLimit(.minutes(10)))
struct PictureTests {
    private struct Photo: Decodable {
        struct Image: Decodable {
            let url: String
            let width: Int
            let height: Int
        }

        let images: [Image]
    }

    @Test("are there with the server gone, those of the first rows, and those that were asked for")
    func offline() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withMockServer { server, baseURL in
            let manifest = try FeedManifest(
                source: .init(name: "gourmet", baseURL: baseURL, attempts: 1, assetsMax: 1_000_000, assetsAhead: 3),
                collections: [
                    .init(
                        name: "photos", path: "photos", items: "0.photos", id: "id",
                        paging: .page(size: 100, sizeParameter: "per_page", hasNext: "0.has_next_page"),
                        assets: ["images.*.url"])
                ])
            let repository = try await FeedRepository(
                manifest: manifest, databaseURL: folder.appending(path: "feed.db"),
                configuration: FeedRepository.Configuration().keepingAssets())
            let report = try await repository.sync()
            #expect(report.outcome == .complete && (3...9).contains(report.assets?.stored ?? 0))
            let rows = try await repository.screen(rows: 0..<10).sections[0].rows
            let photos = try rows.map { try $0.decode(Photo.self) }
            let (first, last) = try (#require(photos[0].images.first), #require(photos[9].images.first))
            let (near, far) = try (#require(URL(string: first.url)), #require(URL(string: last.url)))
            #expect(try await repository.storedAsset(at: far) == nil)
            let fetched = try await repository.asset(at: far)
            #expect(fetched.width == last.width && fetched.height == last.height && fetched.type == "image/png")
            server.faults.isOffline = true
            #expect(try await repository.asset(at: far) == fetched)
            let stored = try #require(try await repository.storedAsset(at: near))
            #expect(stored.width == first.width)
            #expect(try Data(contentsOf: stored.fileURL).count == stored.bytes)
        }
    }
}
