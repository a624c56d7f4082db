import FeedModel
import FeedSource
import FeedStore

/// Where a delta starts.
struct DeltaStart: Sendable {
    /// The greatest version seen, in the server's words.
    let greatest: String
    let delta: CollectionSpec.Delta

    /// What the server is asked for.
    var since: String { delta.since(greatest) }
}

/// Asks a server only for what changed since the greatest version seen.
///
/// Pages are merged as they come, but the starting point moves only when the last one is in: a delta that breaks off is
/// asked for again from where it began.
struct DeltaSync: Sendable {
    let sync: CollectionSync
    let since: DeltaStart

    private var context: RunContext { sync.context }

    /// Nil where the server refuses the delta (410, or 400 on its parameter).
    func run() async throws -> CollectionReport? {
        var report = CollectionReport(name: sync.spec.name, outcome: .complete, mode: .delta)
        var tally = ListWalk.Tally()
        do {
            let greatest = try await read(&tally)
            try sync.collection.concludeDelta(greatest: greatest)
            report.pages = tally.pages
            report.items = tally.counts
            report.outcome = tally.hasChanges ? .complete : .unchanged
            return report
        } catch let error as SourceError where error.status == 410 || error.status == 400 {
            try sync.collection.forgetDelta()
            return nil
        } catch {
            report = try sync.failed(error, tally: tally, report: report)
            return report
        }
    }

    private func read(_ tally: inout ListWalk.Tally) async throws -> String {
        let fetcher = PageFetcher(spec: sync.spec, context: context)
        var cursor = sync.spec.paging.firstPage
        var greatest = since.greatest
        var trail = DeltaTrail()
        while true {
            try Task.checkCancellation()
            let (url, request) = try fetcher.request(for: cursor, since: since.since)
            try trail.ask(request, at: url)
            let page = try await fetcher.fetch(cursor, since: since.since, validator: nil)
            guard case .content(let content, _, let next, let total) = page.answer else { return greatest }
            try trail.meet(content, at: url)
            let result = try sync.walkStore.writeDelta(
                content, sequence: page.sequence, place: since.delta.place, now: context.now())
            tally.pages += 1
            tally.items += content.items.count
            tally.counts += result.counts
            tally.hasChanges = tally.hasChanges || result.hasChanges
            greatest = greater(greatest, content)
            context.progress(
                .page(
                    collection: sync.spec.name, pages: tally.pages, items: tally.items,
                    bytes: context.client.traffic.bytes, total: total))
            guard let next else { return greatest }
            cursor = next
            try await context.pauseBetweenPages()
        }
    }

    private func greater(_ greatest: String, _ page: DecodedPage) -> String {
        page.items.reduce(greatest) { greatest, item in
            guard let text = item.versionText, item.version > ItemVersion(text: greatest) else { return greatest }
            return text
        }
    }
}

/// What a delta has asked for and met: a server that leads it in a circle, or on without an end, is found out.
private struct DeltaTrail {
    private var requests: Set<String> = []
    /// Digests of the pages' IDs.
    private var pages: Set<Int> = []
    private var emptyPages = 0

    mutating func ask(_ request: String, at url: SourceURL) throws(SourceError) {
        guard requests.insert(request).inserted else {
            throw SourceError(.paginationLoop("the delta leads back to an earlier page"), url: url)
        }
    }

    mutating func meet(_ page: DecodedPage, at url: SourceURL) throws(SourceError) {
        emptyPages = page.items.isEmpty ? emptyPages + 1 : 0
        guard emptyPages < ListWalk.mostEmptyPages else {
            throw SourceError(.paginationLoop("\(emptyPages) pages in a row hold nothing"), url: url)
        }
        let ids = Set(page.items.map(\.identity))
        guard ids.isEmpty || pages.insert(ids.hashValue).inserted else {
            throw SourceError(.paginationLoop("the delta brings a page that it has brought before"), url: url)
        }
    }
}
