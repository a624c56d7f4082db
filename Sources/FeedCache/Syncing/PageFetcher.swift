import FeedModel
import FeedSource
import FeedStore

/// Asks for the pages of one collection and reads them: a question, the reply to it, and the page that the reply is.
struct PageFetcher: Sendable {
    let spec: CollectionSpec
    let context: RunContext
    private let decoder: PageDecoder

    init(spec: CollectionSpec, context: RunContext) {
        self.spec = spec
        self.context = context
        decoder = spec.decoder
    }

    /// The address of a page as walks and validators know it: with a digest of the body where the list is asked for with
    /// one.
    private func address(of request: CollectionSpec.Request) -> String {
        let url = request.url
        let text = url.origin == context.resolved.baseURL.origin ? url.pathAndQuery : url.description
        return request.bodyDigest.map { "\(text) POST \($0)" } ?? text
    }

    /// A page that is about to be asked for.
    struct Question: Sendable {
        let cursor: PageCursor
        let request: CollectionSpec.Request
        /// The request as walks and validators know it.
        let address: String
        /// The number of the request.
        let sequence: Int64
    }

    /// What a server answered, before it is known what the pages before it hold.
    struct Reply: Sendable {
        fileprivate let answer: Answer
        fileprivate let serverTime: Instant
        /// The number of the try that was answered: that of the question, or a later one.
        fileprivate let sequence: Int64

        fileprivate enum Answer: Sendable {
            case notModified(headers: HeaderFields, url: SourceURL, isTrusted: Bool, condition: PageCondition?)
            case items(DecodedPage, PageMetadata, PageContent, Validator)
        }
    }

    /// A page of the list.
    struct Page {
        let page: ListPage
        /// What a page that is a 304 was asked for with.
        let condition: PageCondition?
    }

    /// Takes the number of a request. What is asked first has the lower number.
    func question(_ cursor: PageCursor, since: String?) throws -> Question {
        let request = try context.resolved.request(for: cursor, of: spec, since: since)
        return Question(
            cursor: cursor, request: request, address: address(of: request), sequence: try context.numbers.next())
    }

    /// Asks for a page. Each further try has a number of its own: what it brings is newer than what was asked for before
    /// it was sent.
    ///
    /// - Parameter condition: what it is asked for conditionally with; nil for nothing.
    func reply(to question: Question, condition: PageCondition? = nil) async throws -> Reply {
        var sequence = question.sequence
        let answer = try await context.client.page(
            question.request, headers: context.resolved.headers(of: spec), isTrusted: question.cursor.isTrusted,
            unless: condition?.validator
        ) {
            sequence = try context.numbers.next()
        }
        switch answer {
        case .notModified(let headers, let url, let isTrusted):
            return Reply(
                answer: .notModified(headers: headers, url: url, isTrusted: isTrusted, condition: condition),
                serverTime: serverTime(headers), sequence: sequence)
        case .content(let content):
            let page = try decoder.decode(content)
            let metadata = spec.paging.metadata(of: page, headers: content.headers)
            let validator =
                question.request.body == nil ? content.validator : Validator(etag: nil, lastModified: nil)
            return Reply(
                answer: .items(page, metadata, content, validator),
                serverTime: serverTime(content.headers), sequence: sequence)
        }
    }

    /// The page that an answer is.
    ///
    /// - Parameter elements: how many the list has given before it.
    func page(_ reply: Reply, to question: Question, elements: Int) throws -> Page {
        switch reply.answer {
        case .notModified(let headers, let url, let isTrusted, let condition):
            let next = try spec.paging.cursor(
                after: question.cursor, unmodified: headers, stored: condition?.next.flatMap(PageCursor.init(text:)),
                itemsRead: elements + (condition?.elements ?? 0), answeredBy: url, isTrusted: isTrusted)
            let page = ListPage(
                address: question.address, answeredBy: url.description, sequence: reply.sequence,
                content: .notModified, next: ListPage.Next(next), total: spec.paging.total(in: headers),
                serverTime: reply.serverTime)
            return Page(page: page, condition: condition)
        case .items(let page, let metadata, let content, let validator):
            let itemsRead = elements + page.itemCount
            let next = try spec.paging.cursor(
                after: question.cursor, metadata: metadata, itemsRead: itemsRead, answeredBy: content.url,
                isTrusted: content.isTrusted)
            let remark =
                next == nil
                ? spec.remark(onEnd: page, metadata, headers: content.headers, itemsRead: itemsRead) : nil
            let listPage = ListPage(
                address: question.address, answeredBy: content.url.description, sequence: reply.sequence,
                content: .items(page), validator: validator, next: next.map { .page($0.text) } ?? .end,
                isNextMissing: metadata.isNextPathMissing, total: metadata.reportedTotal,
                pageCount: metadata.pageCount, isTotalInBody: spec.paging.isTotalInBody,
                serverTime: reply.serverTime, remark: remark)
            return Page(page: listPage, condition: nil)
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
        if case .body = total { true } else { false }
    }

    /// Where a body says what the next page is, or whether there is one; nil where it does not.
    var pathOfNext: DottedPath? {
        switch style {
        case .cursor(_, _, let next), .nextURL(.body(let next)): hasNext ?? next
        default: hasNext
        }
    }
}
