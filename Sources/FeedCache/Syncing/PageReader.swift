import FeedModel
import FeedSource
import FeedStore

/// Reads a list page by page and hands each page to a strategy, in the order of the list. The next page is asked for
/// while the last one is written, and those after it too where the server has said that there are as many.
struct PageReader<Strategy: PageStrategy>: Sendable {
    let fetcher: PageFetcher
    let strategy: Strategy
    /// Pages to read, nil for all.
    let pageLimit: Int?

    private var context: RunContext { fetcher.context }
    private var spec: CollectionSpec { fetcher.spec }

    /// Where a list is read from.
    struct Start {
        let cursor: PageCursor
        /// The page's number, from 1.
        let number: Int64
        /// Elements received before it.
        let elements: Int
        /// Knows the pages before it.
        let loop: LoopGuard

        init(cursor: PageCursor, number: Int64 = 1, elements: Int = 0, loop: LoopGuard = LoopGuard()) {
            self.cursor = cursor
            self.number = number
            self.elements = elements
            self.loop = loop
        }
    }

    /// Reads from `start` to the end, or `pageLimit` pages. A page in hand when the task is cancelled is finished.
    ///
    /// - Throws: `SourceError`, `StoreError`, `CancellationError`; what is in by then stays in.
    func run(from start: Start, tally: inout PageTally) async throws {
        try await withThrowingTaskGroup(of: PagesAhead<Strategy>.Arrival.self) { group in
            var ahead = PagesAhead(fetcher: fetcher, strategy: strategy, mayGuess: pageLimit == nil)
            defer { ahead.drop() }
            try await run(from: start, &ahead, &group, &tally)
            group.cancelAll()
        }
    }

    private func run(
        from start: Start, _ ahead: inout PagesAhead<Strategy>, _ group: inout PagesAhead<Strategy>.Requests,
        _ tally: inout PageTally
    ) async throws {
        var loop = start.loop
        var position = ListPosition(cursor: start.cursor, number: start.number, elements: start.elements)
        var outlook: Paging.Outlook?
        // Items on the page before; nil where that was read in another run or was a 304.
        var previousCount: Int?
        try admit(position, &loop)
        try ahead.ask(position, as: .first, &group)
        while let page = try await arrival(at: position, after: previousCount, &ahead, &group) {
            let following: ListPosition
            switch page.content {
            case .notModified:
                switch try strategy.confirm(page, number: position.number) {
                case .list:
                    tally.isListUnchanged = true
                    return
                case .nothing:
                    try ahead.ask(position, as: .again, &group)
                    continue
                case .page(let next, let elements, let total):
                    tally.pages += 1
                    report(tally, total: total)
                    guard let next = next.flatMap(PageCursor.init(text:)), !hasReachedLimit(tally) else { return }
                    following = ListPosition(cursor: next, number: position.number + 1, elements: elements)
                    previousCount = nil
                    outlook = Paging.Outlook(
                        step: elements - position.elements, total: total, pageCount: outlook?.pageCount)
                    try admit(following, &loop)
                    try ahead.ask(following, outlook, bytes: 0, &group)
                }
            case .items(let items):
                try receive(items, &loop)
                guard let next = page.nextCursor.flatMap(PageCursor.init(text:)), !isLastAllowed(tally) else {
                    return try write(page, items, position, tally: &tally)
                }
                following = ListPosition(
                    cursor: next, number: position.number + 1, elements: position.elements + items.itemCount)
                previousCount = items.itemCount
                outlook = Paging.Outlook(step: items.itemCount, total: page.total, pageCount: page.pageCount)
                // What is wrong with the next page is said once this one is in.
                let asked = Result {
                    try admit(following, &loop)
                    try ahead.ask(following, outlook, bytes: items.body.count, &group)
                }
                try write(page, items, position, tally: &tally)
                try asked.get()
            }
            position = following
        }
        try strategy.end()
    }

    private func hasReachedLimit(_ tally: PageTally) -> Bool {
        pageLimit.map { tally.pages >= $0 } ?? false
    }

    private func isLastAllowed(_ tally: PageTally) -> Bool {
        pageLimit.map { tally.pages + 1 >= $0 } ?? false
    }

    // MARK: Asking

    /// Shows the loop guard the address of a page that is about to be read.
    private func admit(_ position: ListPosition, _ loop: inout LoopGuard) throws {
        let (url, address) = try fetcher.address(of: position.cursor, since: strategy.since)
        do {
            try loop.ask(address)
        } catch {
            throw SourceError(.paginationLoop(error.message), url: url)
        }
    }

    private func receive(_ items: DecodedPage, _ loop: inout LoopGuard) throws {
        do {
            try loop.receive(items)
        } catch {
            throw SourceError(.paginationLoop(error.message), url: nil)
        }
    }

    /// The page at a position; nil where the server's answer says that the list ended with the page before.
    private func arrival(
        at position: ListPosition, after previousCount: Int?, _ ahead: inout PagesAhead<Strategy>,
        _ group: inout PagesAhead<Strategy>.Requests
    ) async throws -> ListPage? {
        do {
            return try await ahead.page(at: position, &group)
        } catch let error as SourceError where endsList(error, position, after: previousCount) {
            return nil
        }
    }

    /// Some servers answer 404 or 400 after the last page, where it was full.
    private func endsList(_ error: SourceError, _ position: ListPosition, after previousCount: Int?) -> Bool {
        guard let status = error.status, position.number > 1 else { return false }
        return spec.paging.endsList(status: status, afterPageWith: previousCount)
    }

    // MARK: Writing

    private func write(
        _ page: ListPage, _ items: DecodedPage, _ position: ListPosition, tally: inout PageTally
    ) throws {
        let seemsCut = position.number == 1 && seemsCut(page, items)
        let result = try strategy.write(page, items, keepsValidator: !seemsCut)
        tally.add(result, page, items, isCut: seemsCut)
        report(tally, total: page.total)
    }

    /// Whether nothing is where the first page should say what the next one is, although the list seems to go on: the
    /// page is full, or has fewer items than the total.
    private func seemsCut(_ page: ListPage, _ items: DecodedPage) -> Bool {
        guard page.isNextMissing else { return false }
        let isFull = spec.paging.size.map { items.itemCount >= $0.count } ?? false
        return isFull || page.total.map { items.itemCount < $0 } ?? false
    }

    private func report(_ tally: PageTally, total: Int?) {
        context.progress(
            .page(
                collection: spec.name, pages: tally.pages, items: tally.elements,
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
    /// Items that came at a lower version than is stored.
    private(set) var olderVersions = 0
    /// The greatest version of the first page from which a delta may start.
    private(set) var firstPageVersion: String?
    /// The first page seems to be cut off from the rest of its list: how many elements it had, and the total.
    private(set) var cutOff: (elements: Int, total: Int?)?
    /// The server said that the whole list is as it was.
    var isListUnchanged = false

    /// - Parameter isCut: whether the page is the first one and seems to be cut off from the rest of its list.
    mutating func add(_ result: PageResult, _ page: ListPage, _ items: DecodedPage, isCut: Bool) {
        if pages == 0 { firstPageVersion = result.deltaStart }
        if isCut { cutOff = (items.itemCount, page.total) }
        pages += 1
        counts += result.counts
        hasChanges = hasChanges || result.hasChanges || result.moved
        elements += items.itemCount
        olderVersions += result.olderVersions
    }
}
