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

    /// The address of the page that `cursor` names, as walks and validators know it: with a digest of the body where the
    /// list is asked for with one.
    func address(of cursor: PageCursor, since: String? = nil) throws -> (url: SourceURL, text: String) {
        let request = try request(for: cursor, since: since)
        return (request.url, address(of: request))
    }

    private func request(for cursor: PageCursor, since: String?) throws -> CollectionSpec.Request {
        do {
            return try spec.request(for: cursor, since: since, base: context.resolved.baseURL)
        } catch {
            throw SourceError(.malformed(error.message), url: nil)
        }
    }

    private func address(of request: CollectionSpec.Request) -> String {
        let url = request.url
        let text = url.origin == context.resolved.baseURL.origin ? url.pathAndQuery : url.description
        return request.bodyDigest.map { "\(text) POST \($0)" } ?? text
    }

    /// Asks for a page.
    ///
    /// - Parameters:
    ///   - elements: how many the list has given before it.
    ///   - condition: what it is asked for conditionally with; nil for nothing.
    func fetch(
        _ cursor: PageCursor, elements: Int, since: String? = nil, condition: PageCondition? = nil
    ) async throws -> ListPage {
        let request = try request(for: cursor, since: since)
        let address = address(of: request)
        let sequence = try context.numbers.next()
        switch try await answer(to: request, cursor, unless: condition?.validator) {
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
                validator: request.body == nil ? content.validator : Validator(etag: nil, lastModified: nil),
                next: next.map { .page($0.text) } ?? .end,
                isNextMissing: metadata.isNextPathMissing, total: metadata.reportedTotal,
                isTotalInBody: spec.paging.isTotalInBody, serverTime: serverTime(content.headers))
        }
    }

    /// A body is asked with without a validator: conditions are for GET (RFC 9110 §13.1).
    private func answer(
        to request: CollectionSpec.Request, _ cursor: PageCursor, unless validator: Validator?
    ) async throws -> PageAnswer {
        let headers = context.resolved.headers(of: spec)
        guard let body = request.body else {
            return try await context.client.get(
                request.url, unless: validator, headers: headers, isTrusted: cursor.isTrusted)
        }
        return .content(
            try await context.client.post(request.url, json: body, headers: headers, isTrusted: cursor.isTrusted))
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
        case .cursor(_, _, let next), .nextURL(.body(let next)): hasNext ?? next
        default: hasNext
        }
    }
}
