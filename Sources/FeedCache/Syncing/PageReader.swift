import FeedModel
import FeedSource
import FeedStore

/// Reads a list page by page and hands each page to a strategy: the next page is asked for while the last one is
/// written.
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

    /// A page that is about to be asked for, and what came before it.
    private struct Position {
        let cursor: PageCursor
        let number: Int64
        let elements: Int
        /// Items on the page before it; nil where that was read in another run or was a 304.
        let previousCount: Int?
        /// Whether this run asked for the page before it.
        let isFollowing: Bool
    }

    /// Reads from `start` to the end, or `pageLimit` pages. A page in hand when the task is cancelled is finished.
    ///
    /// - Throws: `SourceError`, `StoreError`, `CancellationError`; what is in by then stays in.
    func run(from start: Start, tally: inout PageTally) async throws {
        var loop = start.loop
        var position = Position(
            cursor: start.cursor, number: start.number, elements: start.elements, previousCount: nil,
            isFollowing: false)
        guard var page = try await fetch(position, admitted: admit(position, &loop)) else { return try strategy.end() }
        while true {
            switch page.content {
            case .notModified:
                switch try strategy.confirm(page, number: position.number) {
                case .list:
                    tally.isListUnchanged = true
                    return
                case .nothing:
                    page = try await fetcher.fetch(position.cursor, elements: position.elements, since: strategy.since)
                    continue
                case .page(let next, let elements, let total):
                    tally.pages += 1
                    report(tally, total: total)
                    guard let next = next.flatMap(PageCursor.init(text:)), !hasReachedLimit(tally) else { return }
                    position = Position(
                        cursor: next, number: position.number + 1, elements: elements, previousCount: nil,
                        isFollowing: true)
                    guard let following = try await fetch(position, admitted: admit(position, &loop)) else {
                        return try strategy.end()
                    }
                    page = following
                }
            case .items(let items):
                try receive(items, &loop)
                guard let next = page.nextCursor.flatMap(PageCursor.init(text:)), !isLastAllowed(tally) else {
                    return try write(page, items, position, tally: &tally)
                }
                let following = Position(
                    cursor: next, number: position.number + 1, elements: position.elements + items.itemCount,
                    previousCount: items.itemCount, isFollowing: true)
                let admitted = admit(following, &loop)
                async let upcoming = fetch(following, admitted: admitted)
                try write(page, items, position, tally: &tally)
                guard let arrived = try await upcoming else { return try strategy.end() }
                page = arrived
                position = following
            }
        }
    }

    private func hasReachedLimit(_ tally: PageTally) -> Bool {
        pageLimit.map { tally.pages >= $0 } ?? false
    }

    private func isLastAllowed(_ tally: PageTally) -> Bool {
        pageLimit.map { tally.pages + 1 >= $0 } ?? false
    }

    // MARK: Asking

    /// Shows the loop guard the address of a page that is about to be asked for.
    private func admit(_ position: Position, _ loop: inout LoopGuard) -> Result<String, any Error> {
        Result {
            let (url, address) = try fetcher.address(of: position.cursor, since: strategy.since)
            do {
                try loop.ask(address)
            } catch let error as PaginationLoopError {
                throw SourceError(.paginationLoop(error.message), url: url)
            }
            return address
        }
    }

    private func receive(_ items: DecodedPage, _ loop: inout LoopGuard) throws {
        do {
            try loop.receive(items)
        } catch {
            throw SourceError(.paginationLoop(error.message), url: nil)
        }
    }

    /// Nil where the server's answer says that the list ended with the page before.
    private func fetch(_ position: Position, admitted: Result<String, any Error>) async throws -> ListPage? {
        let address = try admitted.get()
        try Task.checkCancellation()
        if position.isFollowing { try await context.pauseBetweenPages() }
        do {
            return try await fetcher.fetch(
                position.cursor, elements: position.elements, since: strategy.since,
                condition: try strategy.condition(forPage: position.number, address: address))
        } catch let error as SourceError where endsList(error, position) {
            return nil
        }
    }

    /// Some servers answer 404 or 400 after the last page, where it was full.
    private func endsList(_ error: SourceError, _ position: Position) -> Bool {
        guard let status = error.status, position.number > 1 else { return false }
        return spec.paging.endsList(status: status, afterPageWith: position.previousCount)
    }

    // MARK: Writing

    private func write(
        _ page: ListPage, _ items: DecodedPage, _ position: Position, tally: inout PageTally
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
