package import FeedModel

package struct ListPosition: Sendable {
    package let cursor: PageCursor
    /// The page's number, from 1.
    package let number: Int64
    /// Elements that the list gave before it, as far as is known.
    package let elements: Int
    /// The list's length and its number of pages, the greatest that answers before it gave; nil where none did.
    package let total: Int?
    package let pageCount: Int?

    package init(cursor: PageCursor, number: Int64 = 1, elements: Int = 0, total: Int? = nil, pageCount: Int? = nil) {
        self.cursor = cursor
        self.number = number
        self.elements = elements
        self.total = total
        self.pageCount = pageCount
    }

    /// - Parameter outlook: what the page at this position says of the list; nil where that is not known.
    package func after(_ elements: Int, at cursor: PageCursor, _ outlook: Paging.Outlook? = nil) -> ListPosition {
        ListPosition(
            cursor: cursor, number: number + 1, elements: self.elements + elements,
            total: [total, outlook?.total].compactMap(\.self).max(),
            pageCount: [pageCount, outlook?.pageCount].compactMap(\.self).max())
    }

    /// Whether only an answer before the last one says that the list goes on to here.
    package func isPastEnd(of last: Paging.Outlook?) -> Bool {
        if let count = last?.pageCount { return number > count }
        return last?.total.map { elements >= $0 } ?? false
    }
}

/// Asks for the pages of one list and reads them: a question, the reply to it, and the page that the reply is.
package struct PageFetcher: Sendable {
    package let spec: CollectionSpec
    private let source: ResolvedSource
    private let client: SourceClient
    private let number: @Sendable () throws -> Int64
    private let decoder: PageDecoder
    private let headers: HeaderFields

    /// - Parameters:
    ///   - passesCaches: whether caches on the way are asked to ask the server (RFC 9111 §5.2.1.4).
    ///   - number: of the request that is about to be sent; what is asked first has the lower one.
    package init(
        spec: CollectionSpec, source: ResolvedSource, client: SourceClient, passesCaches: Bool = false,
        number: @escaping @Sendable () throws -> Int64 = { 0 }
    ) {
        self.spec = spec
        self.source = source
        self.client = client
        self.number = number
        decoder = spec.decoder
        var headers = source.headers(of: spec)
        if passesCaches { headers.set("Cache-Control", to: "no-cache") }
        self.headers = headers
    }

    package struct Question: Sendable {
        package let cursor: PageCursor
        package let request: CollectionSpec.Request
        package let sequence: Int64
        /// Whether it asks for the first page of the whole list.
        fileprivate let beginsList: Bool

        package var address: String { request.address }
    }

    /// What a server answered, before it is known what the pages before it hold.
    package struct Reply: Sendable {
        fileprivate let content: PageContent
        /// Nil for a 304.
        fileprivate let items: DecodedPage?
        /// What it was asked for with; nil for nothing.
        fileprivate let condition: PageCondition?
        fileprivate let date: Instant?
        /// The earliest time at which it may have been made.
        fileprivate let made: Instant
        /// The number of the try that was answered: that of the question, or a later one.
        fileprivate let sequence: Int64
    }

    /// The cursor that a page or the database has.
    package func cursor(_ text: String?) -> PageCursor? {
        text.flatMap { PageCursor(text: $0, below: source.baseURL) }
    }

    /// Takes the number of a request.
    ///
    /// - Parameter since: as for `CollectionSpec.request(for:since:base:)`.
    /// - Throws: `SourceError` where a URL of the server does not fit; what `number` throws.
    package func question(_ cursor: PageCursor, since: String? = nil) throws -> Question {
        let request: CollectionSpec.Request
        do throws(SourceURLError) {
            request = try spec.request(for: cursor, since: since, base: source.baseURL)
        } catch {
            throw SourceError(.malformed(error.message), url: nil)
        }
        return Question(
            cursor: cursor, request: request, sequence: try number(),
            beginsList: since == nil && cursor == spec.paging.firstPage)
    }

    /// Asks for a page. Each further try has a number of its own: what it brings is newer than what was asked for before
    /// it was sent.
    package func reply(to question: Question, condition: PageCondition? = nil) async throws -> Reply {
        var (sequence, sent) = (question.sequence, client.clock.now)
        let content = try await content(for: question, unless: condition?.validator) {
            (sequence, sent) = (try number(), client.clock.now)
        }
        // Where a list begins with IDs, a page without any is odd, and no mistake of the manifest.
        let items =
            content.isUnmodified ? nil : try decoder.decode(content, needsID: question.beginsList)
        let date = content.headers["Date"].flatMap(Instant.init(httpDate:))
        let age = age(of: content, isPosted: question.request.body != nil, date)
        return Reply(
            content: content, items: items, condition: condition, date: date,
            made: sent.advanced(bySeconds: -age.seconds), sequence: sequence)
    }

    /// What the server answers where it is asked for a page without a condition.
    package func content(at cursor: PageCursor, since: String? = nil) async throws -> PageContent {
        try await content(for: question(cursor, since: since), unless: nil) {}
    }

    private func content(
        for question: Question, unless validator: Validator?, _ beforeRetry: () throws -> Void
    ) async throws -> PageContent {
        let request = question.request
        var headers = headers
        headers.addMissing(request.headers)
        return try await client.get(
            request.url, unless: validator,
            body: request.body.map { ($0, spec.contentType, spec.body?.hasVariables ?? false) },
            own: OwnParts(headers: headers, query: spec.secretQuery), isTrusted: question.cursor.isTrusted,
            beforeRetry: beforeRetry)
    }

    private func age(of content: PageContent, isPosted: Bool, _ date: Instant?) -> AnswerAge {
        AnswerAge(
            header: { name in
                let values = content.headers.all(name)
                return values.isEmpty ? nil : values.joined(separator: ",")
            },
            // No shared cache keeps it, unless that allows it.
            isPersonal: content.isTrusted && (isPosted || source.isAuthorized(for: spec)),
            unmarked: source.source.sharedCache, date: date)
    }

    package func page(
        _ reply: Reply, to question: Question, at position: ListPosition
    ) throws(SourceError) -> ListPage {
        let content = reply.content
        guard let items = reply.items else { return try unmodified(reply, to: question, at: position) }
        let metadata = spec.paging.metadata(of: items, headers: content.headers)
        let (next, remark) = try spec.step(after: items, metadata, of: content, at: position)
        return ListPage(
            address: question.address, answeredBy: content.url.identity, sequence: reply.sequence,
            content: .items(items),
            validator: question.request.body == nil ? content.validator : Validator(etag: nil, lastModified: nil),
            next: ListPage.Next(next),
            beyondTotal: next == nil ? spec.paging.cursorBeyondTotal(after: position, metadata)?.text : nil,
            isCut: position.number == 1 && spec.seemsCut(metadata),
            saysEnd: next == nil && spec.paging.saysEnd(metadata, isFirst: position.number == 1)
                && !spec.paging.isPart(content, metadata),
            total: metadata.reportedTotal, pageCount: metadata.pageCount, isTotalInBody: spec.paging.isTotalInBody,
            serverTime: reply.date ?? client.clock.now, made: reply.made, date: reply.date, remark: remark)
    }

    private func unmodified(
        _ reply: Reply, to question: Question, at position: ListPosition
    ) throws(SourceError) -> ListPage {
        let (content, condition) = (reply.content, reply.condition)
        let next = try spec.paging.next(
            after: position.cursor, unmodified: content.headers,
            stored: cursor(condition?.next),
            itemsRead: position.elements + (condition?.elements ?? 0), answeredBy: content.url,
            isTrusted: content.isTrusted)
        return ListPage(
            address: question.address, answeredBy: content.url.identity, sequence: reply.sequence,
            content: .notModified(condition), next: next, total: spec.paging.total(in: content.headers),
            serverTime: reply.date ?? client.clock.now, made: reply.made, date: reply.date)
    }

    package func page(at position: ListPosition) async throws -> ListPage {
        let question = try question(position.cursor)
        return try page(try await reply(to: question), to: question, at: position)
    }
}

extension CollectionSpec {
    /// Where the list goes on after a page, and what is odd in the page where it is the last.
    package func step(
        after items: DecodedPage, _ metadata: PageMetadata, of content: PageContent, at position: ListPosition
    ) throws(SourceError) -> (next: PageCursor?, remark: String?) {
        let next = try paging.cursor(
            after: position, metadata, answeredBy: content.url, isTrusted: content.isTrusted)
        guard next == nil else { return (next, nil) }
        let itemsRead = position.elements + items.itemCount
        return (nil, remark(onEnd: items, metadata, content, itemsRead: itemsRead))
    }

    /// Whether nothing is where the first page should say what the next one is, although the list seems to go on: the
    /// page is full, or has fewer items than the total.
    fileprivate func seemsCut(_ first: PageMetadata) -> Bool {
        guard first.isNextPathMissing else { return false }
        let isFull = paging.size.map { first.itemCount >= $0.count } ?? false
        return isFull || first.reportedTotal.map { first.itemCount < $0 } ?? false
    }
}
