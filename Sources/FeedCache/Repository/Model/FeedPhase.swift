import FeedModel
import FeedStore

/// What a cache is doing, as a view says it.
@nonexhaustive public enum FeedPhase: Equatable, Sendable {
    /// Nothing is under way, and the last sync went well.
    case idle
    /// A sync is under way, in this or another process.
    case syncing(FeedProgress)
    /// The last sync could not reach the server. `since` is the last time that it could be; nil where it never was.
    case offline(since: Instant?)
    /// The last sync reached the server, and a collection could not be synced.
    case failed(SyncFailure)
    /// The last sync could not have the section config, so that the last good one stays in force; `message` says why.
    case sectionsFailed(message: String)
    /// A call of `FeedScreenModel` could not begin, for example as the app's own variables could not be had.
    case refused(FeedError)

    /// What went wrong, in one line for people; nil where nothing did.
    public var message: String? {
        switch self {
        case .idle, .syncing: nil
        case .offline: "the server cannot be reached"
        case .failed(let failure): failure.message
        case .sectionsFailed(let message): message
        case .refused(let error): error.message
        }
    }
}

/// How far a sync has come.
public struct FeedProgress: Equatable, Sendable {
    /// Collections that are done.
    public let finished: Int
    /// Collections of the manifest; of a `refresh` or `loadMore`, one.
    public let collections: Int
    /// Elements received so far. A list that is read a second time counts anew.
    public let items: Int
    /// The part that is done, 0 to 1, as far as it is known: lists count alike, and one whose length the server does not say
    /// counts when it is done.
    public let fraction: Double

    /// Progress.
    ///
    /// - Parameters:
    ///   - finished: collections that are done, 0 or more.
    ///   - collections: all of them, 1 or more.
    ///   - items: elements received so far, 0 or more.
    ///   - fraction: the part that is done, 0 to 1; nil: that of the collections.
    public init(finished: Int, collections: Int, items: Int = 0, fraction: Double? = nil) {
        (self.finished, self.collections, self.items) = (finished, collections, items)
        self.fraction = min(1, max(0, fraction ?? Double(finished) / Double(max(1, collections))))
    }
}

extension FeedPhase {
    /// That of the last run in the ledger, of whatever process.
    init(_ cache: FeedEngine) throws {
        // Asked before the ledger is read: a run that ends meanwhile is one that has ended.
        let isSyncing = cache.isSyncing
        self = try cache.read { snapshot in
            guard let run = try snapshot.reader.runs(limit: 1).first else { return .idle }
            if run.ended == nil, isSyncing { return .syncing(try FeedProgress(run, in: snapshot)) }
            let failures = run.collections.filter { !$0.outcome.isSuccess }.compactMap(\.failure)
            if try snapshot.recency().isOffline {
                return .offline(since: try snapshot.lastSuccesses().compactMap(\.self).max())
            }
            if let failure = failures.first(where: { $0.reach == .reached }) { return .failed(failure) }
            // Of a run that was stopped it says no more than that.
            guard run.sectionsOutcome == CollectionOutcome.failed.rawValue, run.outcome != SyncOutcome.interrupted,
                let reason = run.sectionsError
            else { return .idle }
            return .sectionsFailed(message: reason)
        }
    }
}

extension FeedProgress {
    fileprivate init(_ run: RunRecord, in snapshot: FeedSnapshot) throws {
        let done = Set(run.collections.map(\.name))
        let status = try snapshot.status()
        let walks = status.compactMap { status in status.lastWalk.map { (name: status.name, walk: $0) } }
            .filter { $0.walk.advanced >= run.started }
        let parts = walks.filter { !done.contains($0.name) }.map { _, walk in
            walk.total.map { min(1, Double(walk.elements) / Double(max(1, $0))) } ?? 0
        }
        let count = run.kind == RunKind.sync.rawValue ? max(status.count, done.count) : 1
        self.init(
            finished: done.count, collections: count, items: walks.reduce(0) { $0 + $1.walk.elements },
            fraction: (Double(done.count) + parts.reduce(0, +)) / Double(max(1, count)))
    }
}

/// How fresh the cache is.
public struct FeedStatus: Equatable, Sendable {
    /// The collections, in the manifest's order.
    public let collections: [CollectionStatus]
    /// Impressions and taps that wait for delivery.
    public let waitingEvents: Int

    /// A status, as for a test.
    public init(collections: [CollectionStatus], waitingEvents: Int = 0) {
        (self.collections, self.waitingEvents) = (collections, waitingEvents)
    }
}
