import FeedCache
import FeedModel
import FeedSource
import FeedStore
import Foundation

struct CacheState {
    let source: String
    let collections: [CollectionStatus]
    let outbox: OutboxState
    let sectionsWait: CollectionWait?
    /// The last run that ended; nil before the first.
    let lastRun: RunRecord?
    let problems: Int
    let consumers: [ConsumerRecord]
    let databaseBytes: Int64
    let space: FileSpace
    let assets: AssetSpace

    init(of cache: FeedEngine) throws {
        source = cache.manifest.source.name
        databaseBytes = cache.database.bytes
        (collections, outbox, sectionsWait, lastRun, problems, consumers, space, assets) = try cache.read {
            // One may be under way.
            let runs = try $0.reader.runs(limit: 2)
            return (
                try $0.status(), try $0.reader.outbox(), try $0.sectionsWait(), runs.first { $0.ended != nil },
                try $0.reader.problemCount(collection: nil), try $0.reader.consumers(), try $0.reader.snapshot.space(),
                try $0.reader.assetSpace()
            )
        }
    }

    /// A line for each collection whose last success is longer ago than that: which, since when, why.
    func staleLines(olderThan age: DurationArgument, now: Instant) -> [ErrorLine] {
        collections.filter { status in
            status.lastSuccess.map { now.millisecondsSince1970 - $0.millisecondsSince1970 > age.milliseconds } ?? true
        }.map { status in
            let since = status.lastSuccess.map { "not synced since \($0)" } ?? "never synced"
            return ErrorLine(
                "stale", "\(status.name): \(since)\(status.trouble.map { ": \($0)" } ?? "")", advice: "sync")
        }
    }
}

extension CollectionStatus {
    /// Why the last success is as old as it is; nil where no sync has been tried since.
    fileprivate var trouble: String? {
        wait.map { "waiting until \($0.until): \($0.reason)" } ?? lastFailure?.message
    }
}

extension Int64 {
    var megabytes: String { String(format: "%.1f MB", Double(self) / 1_000_000) }
}
