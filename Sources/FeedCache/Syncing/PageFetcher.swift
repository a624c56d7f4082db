import FeedModel
import FeedSource
import FeedStore

/// Asks for the pages of one collection and reads them: a question, the reply to it, and the page that the reply is.
struct PageFetcher: Sendable {
    let spec: CollectionSpec
    let context: RunContext
    private let decoder: PageDecoder
    private let headers: HeaderFields

    /// - Parameter passesCaches: whether caches on the way are asked to ask the server (RFC 9111 §5.2.1.4).
    init(spec: CollectionSpec, context: RunContext, passesCaches: Bool = false) {
        self.spec = spec
        self.context = context
        decoder = spec.decoder
        var headers = context.resolved.headers(of: spec)
        if passesCaches { headers.set("Cache-Control", to: "no-cache") }
        self.headers = headers
    }

    /// The address of a page as walks and validators know it: with a digest of the body where the list is asked for with
    /// one.
    private func address(of request: CollectionSpec.Request) -> String {
        let url = request.url
        let text = url.origin == context.resolved.baseURL.origin ? url.pathAndQuery : url.description
        return request.bodyDigest.map { "\(text) POST \($0)" } ?? text
    }

    struct Question: Sendable {
        let cursor: PageCursor
        let request: CollectionSpec.Request
        /// The request as walks and validators know it.
        let address: String
        let sequence: Int64
    }

    /// What a server answered, before it is known what the pages before it hold.
    struct Reply: Sendable {
        fileprivate let answer: Answer
        fileprivate let date: Instant?
        /// The earliest time at which it may have been made.
        fileprivate let made: Instant
        /// The number of the try that was answered: that of the question, or a later one.
        fileprivate let sequence: Int64

        fileprivate enum Answer: Sendable {
            case notModified(headers: HeaderFields, url: SourceURL, isTrusted: Bool, condition: PageCondition?)
            case items(DecodedPage, PageMetadata, PageContent, Validator)
        }
    }

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
        var sent = context.now()
        let answer = try await context.client.page(
            question.request, headers: headers, isTrusted: question.cursor.isTrusted, unless: condition?.validator
        ) {
            sequence = try context.numbers.next()
            sent = context.now()
        }
        func reply(_ answer: Reply.Answer, _ headers: HeaderFields, isTrusted: Bool) -> Reply {
            let date = headers["Date"].flatMap(Instant.init(httpDate:))
            let age = age(headers, isPersonal: isTrusted && isPersonal(question.request), date: date)
            return Reply(answer: answer, date: date, made: sent.advanced(bySeconds: -age.seconds), sequence: sequence)
        }
        switch answer {
        case .notModified(let headers, let url, let isTrusted):
            return reply(
                .notModified(headers: headers, url: url, isTrusted: isTrusted, condition: condition), headers,
                isTrusted: isTrusted)
        case .content(let content):
            let page = try decoder.decode(content)
            let metadata = spec.paging.metadata(of: page, headers: content.headers)
            let validator =
                question.request.body == nil ? content.validator : Validator(etag: nil, lastModified: nil)
            return reply(
                .items(page, metadata, content, validator), content.headers, isTrusted: content.isTrusted)
        }
    }

    /// Whether no shared cache keeps the answer, unless that allows it.
    private func isPersonal(_ request: CollectionSpec.Request) -> Bool {
        request.body != nil || context.resolved.isAuthorized(for: spec)
    }

    private func age(_ headers: HeaderFields, isPersonal: Bool, date: Instant?) -> AnswerAge {
        AnswerAge(
            header: { name in
                let values = headers.all(name)
                return values.isEmpty ? nil : values.joined(separator: ",")
            }, isPersonal: isPersonal, unmarked: context.resolved.source.sharedCache, date: date)
    }

    /// Asks for one page by itself, without a condition.
    func page(at position: ListPosition) async throws -> Page {
        let question = try question(position.cursor, since: nil)
        return try page(try await reply(to: question), to: question, elements: position.elements)
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
                serverTime: reply.date ?? context.now(), made: reply.made, date: reply.date)
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
                serverTime: reply.date ?? context.now(), made: reply.made, date: reply.date, remark: remark)
            return Page(page: listPage, condition: nil)
        }
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
