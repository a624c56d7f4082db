import FeedMock
import FeedModel
import FeedSource
import Foundation

@testable import FeedCache

/// A cache of the mock API's gourmet world, in a folder that goes with it.
final class MockedCache {
    let folder: URL
    let manifest: Manifest
    let cache: FeedEngine

    /// - Parameter edit: changes the text of the manifest.
    init(baseURL: String, edit: (String) -> String = { $0 }) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = Manifest.gourmetText(baseURL: baseURL)
            .replacing("base_url =", with: "retry = { attempts = 1 }\ntimeout_ms = 120000\nbase_url =")
        manifest = try Manifest(toml: edit(text), file: "feed.toml")
        cache = try FeedEngine(
            manifest: manifest, databasePath: folder.appending(path: "feed.db").path,
            dependencies: .live([:], source: manifest.source))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func ids(_ collection: String) throws -> [String] {
        try cache.read { snapshot in
            let list = try snapshot.list(collection)
            return try list.window(offset: 0, limit: .max).map(\.key)
        }
    }

    func sync(_ name: String, _ options: SyncOptions = SyncOptions()) async throws -> CollectionReport? {
        var options = options
        options.collections = [CollectionName(name)]
        return try await cache.sync(options).collections.first
    }
}
