import FeedModel
import FeedSource
import FeedStore

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
    func address(of cursor: PageCursor, since: String? = nil) throws -> (url: SourceURL, text: String) {
        let base = context.resolved.baseURL
        do {
            let url = try spec.url(for: cursor, since: since, base: base)
            return (url, url.origin == base.origin ? url.pathAndQuery : url.description)
        } catch {
            throw SourceError(.malformed(error.message), url: nil)
        }
    }

    /// Asks for a page.
    ///
    /// - Parameters:
    ///   - elements: how many the list has given before it.
    ///   - condition: what it is asked for conditionally with; nil for nothing.
    func fetch(
        _ cursor: PageCursor, elements: Int, since: String? = nil, condition: PageCondition? = nil
    ) async throws -> ListPage {
        let (url, address) = try address(of: cursor, since: since)
        let sequence = try context.numbers.next()
        switch try await context.client.get(url, unless: condition?.validator, isTrusted: cursor.isTrusted) {
        case .notModified(let headers, let url, let isTrusted):
            let next = try spec.paging.cursor(
                after: cursor, unmodified: headers, stored: condition?.next.flatMap(PageCursor.init(text:)),
                itemsRead: elements + (condition?.elements ?? 0), answeredBy: url, isTrusted: isTrusted)
            return ListPage(
                address: address, answeredBy: url.description, sequence: sequence, content: .notModified,
                next: ListPage.Next(next), total: spec.paging.total(in: headers), serverTime: serverTime(headers))
        case .content(let content):
            let page = try decoder.decode(content)
            let metadata = spec.paging.metadata(of: page, headers: content.headers)
            let next = try spec.paging.cursor(
                after: cursor, metadata: metadata, itemsRead: elements + page.itemCount, answeredBy: content.url,
                isTrusted: content.isTrusted)
            return ListPage(
                address: address, answeredBy: content.url.description, sequence: sequence, content: .items(page),
                validator: content.validator, next: next.map { .page($0.text) } ?? .end,
                isNextMissing: metadata.isNextPathMissing, total: metadata.reportedTotal,
                isTotalInBody: spec.paging.isTotalInBody, serverTime: serverTime(content.headers))
        }
    }

    private func serverTime(_ headers: HeaderFields) -> Instant {
        headers["Date"].flatMap { HTTPDate.parse(Array($0.utf8)[...]) } ?? context.now()
    }
}

extension ListPage.Next {
    fileprivate init(_ next: PageAfterUnmodified) {
        self =
            switch next {
            case .page(let cursor): .page(cursor.text)
            case .end: .end
            case .unknown: .unknown
            }
    }
}

extension Paging {
    /// Whether a page that is the same to the byte reports the same length of the list.
    fileprivate var isTotalInBody: Bool {
        guard case .header = total else { return true }
        return false
    }

    /// Where a body says what the next page is, or whether there is one; nil where it does not.
    var pathOfNext: DottedPath? {
        switch style {
        case .cursor(_, _, let next), .nextURL(.body(let next)): next
        default: hasNext
        }
    }
}
