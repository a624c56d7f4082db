import FeedModel
import FeedSource
import FeedStore

/// Where a delta starts.
struct DeltaStart: Sendable {
    /// The greatest version seen, in the server's words.
    let greatest: String
    let delta: CollectionSpec.Delta

    /// What the server is asked for: the greatest version, less the overlap in its own unit (a date's is the second).
    var since: String {
        guard delta.overlap > 0 else { return greatest }
        switch ItemVersion(text: greatest) {
        case .integer(let version):
            let (earlier, isOverflow) = version.subtractingReportingOverflow(Int128(delta.overlap))
            return isOverflow ? greatest : String(earlier)
        case .date(let instant):
            return instant.advanced(bySeconds: -Int64(delta.overlap)).description
        case .none:
            return greatest
        }
    }
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
        var asked: Set<String> = []
        while true {
            try Task.checkCancellation()
            let (url, request) = try fetcher.request(for: cursor, since: since.since)
            guard asked.insert(request).inserted else {
                throw SourceError(.paginationLoop("the delta leads back to an earlier page"), url: url)
            }
            let page = try await fetcher.fetch(cursor, since: since.since, validator: nil)
            guard case .content(let content, _, let next, let total) = page.answer else { return greatest }
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
        }
    }

    private func greater(_ greatest: String, _ page: DecodedPage) -> String {
        page.items.reduce(greatest) { greatest, item in
            guard let text = item.versionText, item.version > ItemVersion(text: greatest) else { return greatest }
            return text
        }
    }
}
