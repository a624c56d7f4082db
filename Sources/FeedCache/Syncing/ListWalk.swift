import FeedModel
import FeedSource
import FeedStore

/// Reads a list page by page into the cache: the next page is asked for while the last one is written.
struct ListWalk: Sendable {
    /// Pages without a single item in a row that are taken for a list without an end.
    static let mostEmptyPages = 100

    let fetcher: PageFetcher
    let store: WalkStore
    /// Whether pages are asked for without validators.
    let isUnconditional: Bool
    /// Pages to read, nil for all.
    let pageLimit: Int?

    private var context: RunContext { fetcher.context }
    private var spec: CollectionSpec { fetcher.spec }

    /// What the walk has read in this run; kept up to date page by page, so that it is true when the walk breaks off.
    struct Tally: Sendable {
        var pages = 0
        var counts = ItemCounts()
        /// Whether the cache is another than before, counts apart: an item moved, or was removed that was live.
        var hasChanges = false
        var items = 0
        var lastSequence: Int64 = 0
        /// The server said that the whole list is as it was.
        var isListUnchanged = false
    }

    /// Walks from where `state` stands to the end, or for `pageLimit` pages. A page in hand when the task is cancelled is
    /// finished.
    ///
    /// - Throws: `SourceError`, `StoreError`, `CancellationError`; what is in by then stays in.
    func run(from state: WalkState, tally: inout Tally) async throws {
        guard var cursor = state.next.flatMap(PageCursor.init(text:)) else { return }
        var number = state.pages + 1
        var emptyPages = 0
        var page = try await fetch(cursor, page: number, walk: state.number)
        while true {
            switch page.answer {
            case .notModified where number == 1 && spec.validator == .list:
                tally.isListUnchanged = true
                return
            case .notModified(let leadsTo, let total):
                guard
                    let after = try confirm(
                        page, leadsTo: leadsTo, total: total, walk: state.number, tally: &tally)
                else {
                    page = try await fetcher.fetch(cursor, validator: nil)
                    continue
                }
                guard let next = after.next.flatMap(PageCursor.init(text:)), !hasReachedLimit(tally) else { return }
                page = try await fetchNext(next, page: number + 1, walk: state.number)
                cursor = next
            case .content(let content, let validator, let next, let total):
                emptyPages = content.items.isEmpty ? emptyPages + 1 : 0
                guard emptyPages < Self.mostEmptyPages else {
                    throw SourceError(.paginationLoop("\(emptyPages) pages in a row hold nothing"), url: nil)
                }
                let write = PageWrite(
                    request: page.request, sequence: page.sequence, page: content, validator: validator,
                    next: next?.text, total: total, totalIsInBody: spec.paging.totalIsInBody)
                guard let next else { return try self.write(write, walk: state.number, tally: &tally) }
                if let pageLimit, tally.pages + 1 >= pageLimit {
                    return try self.write(write, walk: state.number, tally: &tally)
                }
                let (following, request) = (number + 1, page.request)
                async let upcoming = fetchNext(next, page: following, walk: state.number, behind: request)
                try self.write(write, walk: state.number, tally: &tally)
                page = try await upcoming
                cursor = next
            }
            number += 1
        }
    }

    private func hasReachedLimit(_ tally: Tally) -> Bool {
        pageLimit.map { tally.pages >= $0 } ?? false
    }

    // MARK: Asking

    /// A page behind another one of this run.
    private func fetchNext(
        _ cursor: PageCursor, page: Int64, walk: Int64, behind previous: String? = nil
    ) async throws -> FetchedPage {
        try await context.pauseBetweenPages()
        return try await fetch(cursor, page: page, walk: walk, behind: previous)
    }

    private func fetch(
        _ cursor: PageCursor, page: Int64, walk: Int64, behind previous: String? = nil
    ) async throws -> FetchedPage {
        try Task.checkCancellation()
        let (url, request) = try fetcher.request(for: cursor)
        guard try request != previous && !store.hasAsked(request, walk: walk) else {
            throw SourceError(.paginationLoop("page \(page) has the address of an earlier page"), url: url)
        }
        return try await fetcher.fetch(cursor, validator: try validator(page: page, request: request))
    }

    private func validator(page: Int64, request: String) throws -> Validator? {
        if isUnconditional { return nil }
        switch spec.validator {
        case .page: return try store.validator(forPage: page, request: request)
        case .list: return page == 1 ? try store.listValidator(request: request) : nil
        }
    }

    // MARK: Writing

    private func write(_ write: PageWrite, walk: Int64, tally: inout Tally) throws {
        let result: PageResult
        do {
            result = try store.write(write, walk: walk, now: context.now())
        } catch WalkError.pageSeenBefore, WalkError.requestSeenBefore {
            throw SourceError(.paginationLoop("the server answers with a page that this walk has met before"), url: nil)
        }
        tally.counts += result.counts
        tally.hasChanges = tally.hasChanges || result.hasChanges || result.moved
        tally.items += write.page.items.count
        report(sequence: write.sequence, total: write.total, tally: &tally)
    }

    /// Nil where the page has lost an item since it was asked for, or leads elsewhere by now: it has to be read whole.
    private func confirm(
        _ page: FetchedPage, leadsTo next: PageCursor?, total: Int?, walk: Int64, tally: inout Tally
    ) throws -> WalkState? {
        do {
            let state = try store.confirm(
                request: page.request, sequence: page.sequence, leadsTo: next?.text, total: total, walk: walk,
                now: context.now())
            report(sequence: page.sequence, total: state.total, tally: &tally)
            return state
        } catch WalkError.validatorIsGone {
            return nil
        }
    }

    private func report(sequence: Int64, total: Int?, tally: inout Tally) {
        tally.pages += 1
        tally.lastSequence = sequence
        context.progress(
            .page(
                collection: spec.name, pages: tally.pages, items: tally.items, bytes: context.client.traffic.bytes,
                total: total))
    }
}
