package import FeedCache
package import FeedModel
package import FeedSource
import FeedStore

/// Keeps the pictures and files that items name, as files beside the database.
///
/// A sync fetches what the first rows of each section name; an app what it asks for. Together they never take more than
/// the manifest's `assets_max`: what nothing on screen names goes first, then what was shown longest ago.
package struct FeedAssetKeeper: AssetKeeper {
    /// Requests to one server that fail one after another before the rest of its URLs are left for the next run.
    private static let mostFailures = 3

    package init() {}

    package func sync(_ run: AssetRun, of collections: [CollectionSpec]) async throws -> AssetReport {
        let ahead = run.resolved.source.assets.ahead
        let (wanted, known) = try await run.engine.readInBackground { snapshot in
            let wanted = try snapshot.wantedAssets(of: collections, ahead: ahead)
            return (wanted, try snapshot.reader.assets(at: wanted.map(\.url)))
        }
        let due = wanted.filter { asset in
            guard !run.asksForAll, let record = known[asset.url] else { return true }
            let location = try? run.resolved.baseURL.resolving(asset.url).identity
            return record.isDue(at: run.now, location: location ?? asset.url)
        }
        guard !due.isEmpty else { return AssetReport() }
        let budget = try await AssetBudget(
            run.store, limit: run.resolved.source.assets.most, sparing: Set(wanted.map(\.url))
        ) { try run.engine.read { try $0.namedAssets() } }
        let report = await Result { try await fetch(due, known, by: AssetFetcher(run: run, budget: budget)) }
        // What came is written, however it ended.
        try await budget.settle()
        return try report.get()
    }

    private func fetch(
        _ due: [FeedSnapshot.NamedAsset], _ known: [String: AssetRecord], by fetcher: AssetFetcher
    ) async throws -> AssetReport {
        var (report, waiting, failures) = (AssetReport(), due[...], [SourceURL.Origin?: Int]())
        let base = fetcher.run.resolved.baseURL
        try await withThrowingTaskGroup(of: (SourceURL.Origin?, AssetFetcher.Result).self) { group in
            var underWay = 0
            repeat {
                while underWay < fetcher.run.resolved.source.concurrency, !Task.isCancelled,
                    let next = waiting.popFirst()
                {
                    let origin = try? base.resolving(next.url).origin
                    guard failures[origin, default: 0] < Self.mostFailures else {
                        report.left += 1
                        continue
                    }
                    group.addTask {
                        (origin, try await fetcher.fetch(next.url, of: next.collection, known: known[next.url]))
                    }
                    underWay += 1
                }
                guard let (origin, result) = try await group.next() else { break }
                underWay -= 1
                report.note(result)
                failures[origin] = result.isOfServer ? failures[origin, default: 0] + 1 : 0
                fetcher.run.progress(.assets(done: due.count - waiting.count - underWay, of: due.count))
            } while underWay > 0 || !Task.isCancelled && !waiting.isEmpty
        }
        return report
    }
}

extension AssetFetcher.Result {
    /// Whether it is likely that the next URL of the server fails, too.
    fileprivate var isOfServer: Bool {
        guard case .failed(let error) = self else { return false }
        return error.isTransient || error.retryAt != nil
    }
}

extension AssetReport {
    fileprivate mutating func note(_ result: AssetFetcher.Result) {
        switch result {
        case .stored: stored += 1
        case .unchanged: unchanged += 1
        case .noRoom: left += 1
        case .failed(let error):
            failed += 1
            lastFailure = error.message
        }
    }
}
