import FeedModel
import FeedSource
import FeedStore

/// Reads single pages as a reader scrolls: the first one again, or one more.
struct PageTurn: Sendable {
    let spec: CollectionSpec
    let collection: CollectionStore
    let context: RunContext

    private var sync: CollectionSync { CollectionSync(spec: spec, collection: collection, context: context) }

    /// Begins a walk of its own with the first page; what lies deeper follows it in its old order.
    func refresh() async throws -> CollectionReport {
        if let deferred = sync.deferred(try collection.syncState(), mode: .page) { return deferred }
        let walk = try begin()
        return try await turn(from: walk)
    }

    /// One page further in the walk that is open; nothing where the list's end is in.
    func more() async throws -> CollectionReport {
        if let deferred = sync.deferred(try collection.syncState(), mode: .page) { return deferred }
        let walk = try sync.walkStore.state()
        if let walk, walk.isOpen, walk.fingerprint == sync.fingerprint { return try await turn(from: walk) }
        guard try collection.syncState().isWhole, walk?.fingerprint == sync.fingerprint else {
            return try await turn(from: try begin())
        }
        return CollectionReport(name: spec.name, outcome: .unchanged, mode: .page)
    }

    private func begin() throws -> WalkState {
        try sync.walkStore.begin(
            kind: .browse, fingerprint: sync.fingerprint, first: spec.paging.firstPage.text, now: context.now())
    }

    private func turn(from walk: WalkState) async throws -> CollectionReport {
        var tally = ListWalk.Tally()
        let report = CollectionReport(name: spec.name, outcome: .complete, mode: .page)
        let state = try collection.syncState()
        let page = ListWalk(
            fetcher: PageFetcher(spec: spec, context: context), store: sync.walkStore,
            isUnconditional: spec.validator == .list,
            pageLimit: 1)
        do {
            try await page.run(from: walk, tally: &tally)
            return try await sync.end(tally: tally, state: state, report: report)
        } catch {
            return try sync.failed(error, tally: tally, report: report)
        }
    }
}
