package import FeedModel
package import FeedSource
package import FeedStore

/// Keeps the pictures and files that items name. An app that wants none links none: the target `FeedAssets` has the one.
package protocol AssetKeeper: Sendable {
    /// Fetches what the first rows of the screen name and is due, after the lists of a sync.
    ///
    /// - Throws: `StoreError`; what could not be fetched is in the report.
    func sync(_ run: AssetRun, of collections: [CollectionSpec]) async throws -> AssetReport
}

package struct AssetRun: Sendable {
    package let engine: FeedEngine
    package let resolved: ResolvedSource
    package let client: SourceClient
    package let store: AssetStore
    package var asksForAll = false
    package var progress: @Sendable (SyncProgress) -> Void = { _ in }

    package var now: Instant { engine.dependencies.now() }
}

extension FeedEngine {
    /// Fetches the pictures of a sync; nil where none are kept.
    func syncAssets(of collections: [CollectionSpec], _ context: RunContext) async throws -> AssetReport? {
        guard let keeper = dependencies.assets, context.resolved.collections.contains(where: { !$0.assets.isEmpty })
        else { return nil }
        let run = AssetRun(
            engine: self, resolved: context.resolved, client: context.client, store: context.source.assets,
            asksForAll: context.asksForAll, progress: context.progress)
        do {
            try database.mendAssets()
            return try await keeper.sync(run, of: collections)
        } catch let error as StoreError {
            // The lists are in. A folder that cannot be written is no failure of theirs; the database is.
            guard case .cannotKeep = error else { throw error }
            return AssetReport(failed: 1, lastFailure: error.message)
        }
    }

    /// What one picture is fetched with, outside of a sync.
    package func assetRun() async throws -> AssetRun {
        let (resolved, client) = try await assetClient()
        return AssetRun(engine: self, resolved: resolved, client: client, store: try sourceStore().assets)
    }

    /// What one picture that is not kept is fetched with.
    package func assetClient() async throws -> (resolved: ResolvedSource, client: SourceClient) {
        let resolved = try await dependencies.resolved(manifest)
        return (resolved, dependencies.client(resolved))
    }

    /// Notes that the file of a URL, as an item writes it, is shown.
    package func noteShown(_ url: String) throws {
        try sourceStore().assets.noteShown(url, now: dependencies.now())
    }
}
