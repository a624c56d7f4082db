import FeedModel
import FeedSource
import FeedStore

/// Reads a list page by page and writes the pages, in the order of the list. The next page is asked for while those before
/// it are written, and others after it too where the server has said that there are as many.
struct PageReader: Sendable {
    let fetcher: PageFetcher
    let context: RunContext
    /// Nil for a delta: only what changed is asked for, without conditions.
    var walk: WalkStrategy?
    /// The version that changes are asked from; nil where the whole list is read.
    var since: String?
    /// Pages to read, nil for all.
    var pageLimit: Int?
    /// Writes the next pages in one transaction, as `WalkStore.write` does.
    let write: @Sendable ([ListPage]) throws -> WrittenPages
    var end: @Sendable () throws -> Void = {}

    private var spec: CollectionSpec { fetcher.spec }

    /// Reads from `start` to the end, or `pageLimit` pages. What has arrived when the task is cancelled is written.
    ///
    /// - Returns: false where a page was confirmed by a 304 that did not stand for it any more when it was written: it has to
    ///   be asked for without a condition. What is before it is in.
    /// - Throws: `SourceError`, `StoreError`, `CancellationError`; what is in by then stays in.
    func run(from start: ListPosition, loop: LoopGuard = LoopGuard(), tally: inout PageTally) async throws -> Bool {
        context.guesses.beginList()
        defer { context.guesses.endList() }
        return try await withThrowingTaskGroup(of: PageEvent.self) { tasks in
            var reading = Reading(
                position: start, loop: loop,
                ahead: PagesAhead(self), batches: PageBatches(write: write, queue: context.writing), tally: tally)
            defer {
                reading.ahead.drop()
                tasks.cancelAll()
                tally = reading.tally
            }
            let result = await Result {
                try reading.ahead.ask(reading.position, as: .first, &reading.loop, &tasks)
                while try await readPage(&reading, &tasks) {}
            }
            try await finishWriting(&reading, &tasks)
            if reading.batches.isOutdated { return false }
            try result.get()
            if reading.endsAfterLastPage { try end() }
            return true
        }
    }

    private struct Reading {
        var position: ListPosition
        var loop: LoopGuard
        var ahead: PagesAhead
        var batches: PageBatches
        var tally: PageTally
        /// By the page before; nil where that was read in another run.
        var outlook: Paging.Outlook?
        var pageCount = 0
        /// Bytes of the last page that came whole; 0 where none did.
        var pageBytes = 0
        /// Whether the server's answer said that the list had ended with the page before.
        var endsAfterLastPage = false
    }

    private func readPage(_ reading: inout Reading, _ tasks: inout PageTasks) async throws -> Bool {
        guard var page = try await nextPage(&reading, &tasks) else { return false }
        let (elements, next): (Int, String?)
        var pageCount = page.pageCount
        switch page.content {
        case .notModified(let condition):
            switch try walk?.meaning(of: page, number: reading.position.number, condition: condition) {
            case .list:
                reading.tally.isListUnchanged = true
                return false
            case nil:
                try reading.ahead.askAgain(reading.position, &tasks)
                return true
            case .page(let known):
                (elements, next, pageCount) = (known.elements, known.next, reading.outlook?.pageCount)
            }
        case .items(let items):
            do {
                try reading.loop.receive(items)
            } catch {
                throw SourceError(.paginationLoop(error.message), url: nil)
            }
            reading.pageBytes = items.body.count
            if page.beyondTotal != nil, walk != nil {
                try await finishWriting(&reading, &tasks)
                if reading.batches.isOutdated { return false }
                if try hasMore(page, items, of: reading) { page.goOn() }
            }
            (elements, next) = (items.itemCount, page.nextCursor)
        }
        page.isEdge = try isEdge(page, elements: elements, of: reading)
        reading.batches.add(page)
        reading.outlook = Paging.Outlook(
            step: elements, total: page.total(after: reading.outlook?.total), pageCount: pageCount,
            limit: walk?.window?.foreseen ?? .max)
        reading.tally.followsStoredPage = page.items == nil
        return try advance(&reading, to: page.isEdge ? nil : next, elements: elements, &tasks)
    }

    /// Whether a list goes on that has given as many elements as its total: fewer of them are different, and its last page has
    /// brought new ones. All pages before it are written.
    private func hasMore(_ page: ListPage, _ items: DecodedPage, of reading: Reading) throws -> Bool {
        guard let walk, let total = [page.total, reading.position.total].compactMap(\.self).max() else { return false }
        let met = try walk.sync.store.met(with: items)
        return met.new > 0 && met.items < total
    }

    private func isEdge(_ page: ListPage, elements: Int, of reading: Reading) throws -> Bool {
        guard let walk, let window = walk.window else { return false }
        let position = reading.position
        return try window.ends(
            after: position.elements + elements,
            payloads: {
                guard case .items(let items) = page.content else {
                    return try walk.sync.store.payloads(onPage: position.number).map { Array($0.utf8)[...] }
                }
                return items.items.map(items.payload)
            }, now: page.serverTime)
    }

    private func advance(
        _ reading: inout Reading, to next: String?, elements: Int, _ tasks: inout PageTasks
    ) throws -> Bool {
        reading.pageCount += 1
        guard let cursor = fetcher.cursor(next), pageLimit.map({ reading.pageCount < $0 }) ?? true
        else { return false }
        reading.position = reading.position.after(elements, at: cursor, reading.outlook)
        try reading.ahead.ask(reading.position, as: .next, &reading.loop, &tasks)
        if let outlook = reading.outlook {
            try reading.ahead.guess(after: reading.position, outlook, bytes: reading.pageBytes, &tasks)
        }
        return true
    }

    /// The page at the position, as soon as it is there. Meanwhile those before it are written.
    ///
    /// - Returns: nil where the server's answer says that the list ended with the page before, or where what was read is
    ///   out of date.
    private func nextPage(_ reading: inout Reading, _ tasks: inout PageTasks) async throws -> ListPage? {
        while !reading.batches.isOutdated {
            do {
                if reading.batches.hasRoom, let page = try reading.ahead.takePage(at: reading.position) { return page }
            } catch let error as SourceError where reading.position.number > 1 {
                let isPastEnd = reading.position.isPastEnd(of: reading.outlook)
                // Some servers answer 404 or 400 after the last page, where it was full.
                reading.endsAfterLastPage = spec.paging.endsList(
                    error, afterPageWith: reading.outlook?.step, isPastEnd: isPastEnd)
                if reading.endsAfterLastPage { return nil }
                throw spec.paging.advised(error, afterPageWith: reading.outlook?.step)
            }
            reading.batches.startWhenDue(&tasks)
            try await waitForEvent(&reading, &tasks)
        }
        return nil
    }

    private func finishWriting(_ reading: inout Reading, _ tasks: inout PageTasks) async throws {
        while !reading.batches.isEmpty {
            reading.batches.start(&tasks)
            try await waitForEvent(&reading, &tasks)
        }
    }

    private func waitForEvent(_ reading: inout Reading, _ tasks: inout PageTasks) async throws {
        switch try await tasks.next() {
        case .arrival(let sequence, let reply):
            reading.ahead.keep(reply, to: sequence)
        case .written(let pages, let failure):
            try reading.batches.conclude(pages, failure: failure, &reading.tally, report: report)
        case .due:
            reading.batches.hasTimer = false
        case nil:
            throw CancellationError()
        }
    }

    private func report(_ tally: PageTally, total: Int?) {
        context.progress(
            .page(
                collection: CollectionName(spec.name), pages: tally.pages, items: tally.elements,
                bytes: context.client.transferMetrics.bytes,
                total: total))
    }
}

/// What a run has read of a list; kept up to date page by page, so that it is true when the reading breaks off.
struct PageTally: Sendable {
    var pages = 0
    private(set) var counts = ItemCounts()
    /// Whether the cache is another than before: an item came, went, moved or has other content.
    private(set) var hasChanges = false
    private(set) var elements = 0
    private(set) var olderVersions = 0
    /// The greatest version of the first page from which a delta may start.
    private(set) var firstPageVersion: String?
    var warnings: [String] = []
    var delta: DeltaEvidence?
    /// The first page seems to be cut off from the rest of its list: how many elements it had, and the total.
    private(set) var cutOff: (elements: Int, total: Int?)?
    private(set) var saysEnd = false
    var isListUnchanged = false
    /// Where the last page that was read leads was known from before: it was a 304.
    var followsStoredPage = false

    /// The list is read again from its first page: what was stored of it counts, what was only seen is seen again.
    mutating func restart() {
        counts.unchanged = 0
        (elements, olderVersions, cutOff, followsStoredPage, delta) = (0, 0, nil, false, nil)
    }

    mutating func add(_ result: PageResult, _ page: ListPage, _ items: DecodedPage) {
        if pages == 0 { firstPageVersion = result.deltaStart }
        if page.isCut { cutOff = (items.itemCount, page.total) }
        saysEnd = page.saysEnd
        pages += 1
        counts += result.counts
        hasChanges = hasChanges || result.hasChanges || result.moved
        elements += items.itemCount
        olderVersions = max(olderVersions, result.olderVersions)
        warnings += result.warnings
        delta?.add(page, items, isNew: result.hasChanges)
    }
}
