import FeedModel
import FeedSource
import FeedStore

/// A page of a walk as it came from the server, not yet in the cache.
struct FetchedPage: Sendable {
    /// What the server said.
    enum Answer: Sendable {
        /// `leadsTo` and `total` are what the answer's headers say of the next page and the list's length, nil where they
        /// say nothing.
        case notModified(leadsTo: PageCursor?, total: Int?)
        case content(DecodedPage, validator: Validator, next: PageCursor?, total: Int?)
    }

    /// The page's address: its path and query where it is the source's own.
    let request: String
    /// The number the request had when it was sent.
    let sequence: Int64
    let answer: Answer
}

/// Asks for the pages of one collection and reads them.
struct PageFetcher: Sendable {
    let spec: CollectionSpec
    let context: RunContext
    private let decoder: PageDecoder

    init(spec: CollectionSpec, context: RunContext) {
        self.spec = spec
        self.context = context
        decoder = spec.decoder
    }

    /// The address of the page that `cursor` names, as walks and validators know it.
    func request(for cursor: PageCursor, since: String? = nil) throws -> (url: SourceURL, text: String) {
        let base = context.resolved.baseURL
        do {
            let url = try spec.url(for: cursor, since: since, base: base)
            return (url, url.origin == base.origin ? url.pathAndQuery : url.description)
        } catch {
            throw SourceError(.malformed(error.message), url: nil)
        }
    }

    /// Asks for a page.
    func fetch(_ cursor: PageCursor, since: String? = nil, validator: Validator?) async throws -> FetchedPage {
        let (url, text) = try request(for: cursor, since: since)
        let sequence = try context.numbers.next()
        switch try await context.client.get(url, unless: validator, isTrusted: cursor.isTrusted) {
        case .notModified(let headers, let url, let isTrusted):
            // A page by offset that is as it was is taken for full.
            let offset: Int = if case .number(let number) = cursor { number } else { 0 }
            let next = try spec.paging.cursor(
                after: cursor, unmodified: headers, stored: nil, itemsRead: offset + (spec.paging.size?.count ?? 0),
                answeredBy: url, isTrusted: isTrusted)
            let leadsTo: PageCursor? = if case .page(let cursor) = next { cursor } else { nil }
            return FetchedPage(
                request: text, sequence: sequence,
                answer: .notModified(leadsTo: leadsTo, total: spec.paging.total(in: headers)))
        case .content(let content):
            let page = try decoder.decode(content)
            let metadata = spec.paging.metadata(of: page, headers: content.headers)
            let next = try spec.paging.cursor(
                after: cursor, metadata: metadata, itemsRead: 0, answeredBy: content.url, isTrusted: content.isTrusted)
            return FetchedPage(
                request: text, sequence: sequence,
                answer: .content(page, validator: content.validator, next: next, total: metadata.reportedTotal))
        }
    }
}
