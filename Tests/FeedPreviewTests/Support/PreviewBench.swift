import FeedAssets
import FeedCache
import FeedMock
import FeedSource
import Foundation
import TestSupport
import Testing

@testable import FeedPreview

/// A cache of the mock's world, and a preview of it that a client has opened.
struct PreviewBench {
    let server: MockServer
    let cache: FeedEngine
    let link: URL
    let client: PreviewClient
    /// The secret path, with slashes around it.
    let path: String
    /// What the link brought.
    let cookie: String

    var headers: [String] { ["Cookie: \(cookie)"] }

    func get(_ target: String, headers: [String] = []) async throws -> RawAnswer {
        try await client.send(path + target, headers: self.headers + headers)
    }

    /// - Parameters:
    ///   - isSynced: whether there is something in the cache.
    ///   - keepsPictures: whether the pictures of its items are there, too.
    ///   - prepare: makes what is at the path of the database before.
    static func run(
        isSynced: Bool = true, showsImages: Bool = false, keepsPictures: Bool = false,
        preparing prepare: (String) throws -> Void = { _ in },
        _ body: (PreviewBench) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        var mock = MockConfiguration()
        mock.sizes = ListSizes(all: 12)
        try await withMockServer(mock) { server, baseURL in
            let manifest = try Manifest(
                toml: Manifest.gourmetText(baseURL: baseURL, keepsPictures: keepsPictures), file: "feed.toml")
            let database = folder.path("feed.db")
            try prepare(database)
            let dependencies = Dependencies.live([:], source: manifest.source, assets: FeedAssetKeeper())
            let cache = try FeedEngine(manifest: manifest, databasePath: database, dependencies: dependencies)
            if isSynced { _ = try await cache.sync() }
            let reader = try FeedEngine(
                manifest: manifest, databasePath: database, dependencies: dependencies, isReadOnly: true)
            var configuration = FeedPreview.Configuration()
            configuration.showsImages = showsImages
            let preview = FeedPreview(reader, configuration: configuration) { _ in
                try await Task.sleep(for: .milliseconds(2))
            }
            let link = try await preview.start()
            let client = PreviewClient(port: try #require(link.port))
            let target = try #require(link.absoluteString.firstRange(of: "/", after: "http://"))
            let first = try await client.send(target)
            let cookie = try #require(first.headers["set-cookie"]?.split(separator: ";").first)
            let bench = PreviewBench(
                server: server, cache: cache, link: link, client: client, path: link.path + "/", cookie: String(cookie))
            do {
                try await body(bench)
            } catch {
                await preview.stop()
                throw error
            }
            await preview.stop()
        }
        withExtendedLifetime(folder) {}
    }
}

extension String {
    /// From the first `mark` after a beginning on.
    fileprivate func firstRange(of mark: Character, after beginning: String) -> String? {
        let rest = dropFirst(beginning.count)
        return rest.firstIndex(of: mark).map { String(rest[$0...]) }
    }
}
