public import FeedCache
import FeedModel
import FeedSource
import FeedStore
public import Foundation

/// A picture or file that an item names, as a file.
public struct FeedAsset: Hashable, Sendable {
    /// Where it is. It stays there until room is needed for others: read it now, and ask again later.
    public let fileURL: URL
    /// The media type, in lower case: `image/png`.
    public let type: String
    /// How long it is.
    public let bytes: Int
    /// In pixels; nil where the format does not say.
    public let width: Int?
    /// In pixels; nil where the format does not say.
    public let height: Int?

    /// A file, as for a preview or a test.
    public init(fileURL: URL, type: String, bytes: Int, width: Int? = nil, height: Int? = nil) {
        (self.fileURL, self.type, self.bytes) = (fileURL, type, bytes)
        (self.width, self.height) = (width, height)
    }
}

extension FeedRepository.Configuration {
    /// The same, and each sync fetches the pictures and files that the first rows of each section name, as `assets` of the
    /// manifest's collections says. They are kept in a folder beside the database, whose name ends in `-assets`.
    public func keepingAssets() -> FeedRepository.Configuration {
        var configuration = self
        configuration.assets = FeedAssetKeeper()
        return configuration
    }
}

extension FeedRepository {
    /// The file of a picture: from the cache, else from its server. A file that the cache has is given without a request,
    /// however old.
    ///
    /// - Parameter url: as an item names it. One that is relative starts at `base_url` of the manifest. Only http and https;
    ///   credentials go to the origin of `base_url` alone.
    /// - Throws: `FeedError`: `asset` where it cannot be had, is of no type that the manifest takes, or takes more than
    ///   `assets_max`; `account`, `variables` and the codes of the database as `sync`. `CancellationError`.
    public func asset(at url: URL) async throws -> FeedAsset {
        let text = url.relativeString
        return try await calling { [engine] in
            if let asset = try await engine.storedAsset(at: text) { return asset }
            let run = try await engine.assetRun()
            let budget = try await AssetBudget(run.store, limit: run.resolved.source.assets.most) {
                try engine.read { try $0.namedAssets() }
            }
            let known = try await engine.readInBackground { try $0.reader.asset(at: text) }
            let fetcher = AssetFetcher(run: run, budget: budget)
            let result = try await fetcher.fetch(known?.url ?? text, of: nil, known: known)
            try await budget.settle()
            switch result {
            case .failed(let error): throw AssetError.failed(error)
            case .noRoom: throw AssetError.noRoom(url: text)
            case .stored, .unchanged: break
            }
            guard let asset = try await engine.storedAsset(at: text) else { throw AssetError.noRoom(url: text) }
            return asset
        }
    }

    /// The file of a picture where the cache has it; nil where it does not. Nothing is requested.
    ///
    /// - Throws: `FeedError`.
    public func storedAsset(at url: URL) async throws -> FeedAsset? {
        try await calling { [engine] in try await engine.storedAsset(at: url.relativeString) }
    }
}

extension FeedEngine {
    /// Notes that it is shown.
    fileprivate func storedAsset(at url: String) async throws -> FeedAsset? {
        let (record, folder) = try await readInBackground { (try $0.reader.asset(at: url), $0.assetFolder) }
        guard let record, let content = record.content, folder.holds(content) else { return nil }
        // Where it cannot be written, it is still shown.
        try? noteShown(record.url)
        return FeedAsset(
            fileURL: URL(filePath: folder.path(of: content.digest)), type: content.type, bytes: Int(content.bytes),
            width: content.width, height: content.height)
    }
}
