package import FeedModel

extension Paging {
    /// Where the list goes on after a page that the server answered with 304.
    ///
    /// What the body says of the next page is as it was, since the body is. What headers say is newer than what is known
    /// (RFC 9111 §4.3.4): a list may grow after a page whose own bytes, all that many a server's entity tag speaks of,
    /// stay the same. A 304 may leave them out; that does not make the page the last one.
    ///
    /// - Parameters: as for `cursor(after:_:answeredBy:isTrusted:)`, and:
    ///   - headers: those of the 304.
    ///   - stored: what the page led to when it was read; nil where it was the last.
    ///   - itemsRead: how many elements the lists of this walk's pages had so far, those of this page included.
    /// - Returns: `unknown` where the page was the last one, and whether it still is would be said by headers that the 304
    ///   does not have: it has to be requested without a condition.
    package func next(
        after cursor: PageCursor, unmodified headers: HeaderFields, stored: PageCursor?, itemsRead: Int,
        answeredBy url: SourceURL, isTrusted: Bool
    ) throws(SourceError) -> ListPage.Next {
        // The body, which is as it was, said that this is the last page.
        if hasNext != nil, stored == nil { return .end }
        let said = PageMetadata(itemCount: itemsRead, total: totalText(in: headers))
        switch style {
        case .none, .cursor, .afterID: return ListPage.Next(stored)
        case .link:
            let links = headers.all("Link")
            if links.isEmpty { break }
            let next = LinkHeader.next(in: links).map(JSONScalar.string)
            return ListPage.Next(try link(next, at: "the Link header", url, isTrusted: isTrusted))
        case .nextURL:
            guard case .header(let name) = self.next else { return ListPage.Next(stored) }
            guard let next = headers[name] else { break }
            return ListPage.Next(try link(.string(next), at: "the header \(name)", url, isTrusted: isTrusted))
        case .page:
            guard hasNext == nil, case .number(let number) = cursor else { return ListPage.Next(stored) }
            let hasMore: Bool?
            if let totalPages {
                guard case .header(let name) = totalPages else { return ListPage.Next(stored) }
                let count = PageMetadata(itemCount: itemsRead, totalPages: headers[name].map(JSONScalar.string))
                    .plausiblePageCount
                hasMore = count.map { number - firstNumber < $0 - 1 }
            } else {
                guard case .header = total else { return ListPage.Next(stored) }
                hasMore = said.plausibleTotal.map { itemsRead < $0 }
            }
            guard let hasMore else { break }
            return ListPage.Next(hasMore && number < .max ? .number(number + 1) : nil)
        case .offset:
            guard hasNext == nil, case .header = total else { return ListPage.Next(stored) }
            guard let total = said.plausibleTotal else { break }
            return ListPage.Next(itemsRead < total ? stored ?? .number(itemsRead) : nil)
        }
        return stored == nil ? .unknown : ListPage.Next(stored)
    }
}

extension ListPage.Next {
    init(_ cursor: PageCursor?) {
        self = cursor.map { .page($0.text) } ?? .end
    }
}
