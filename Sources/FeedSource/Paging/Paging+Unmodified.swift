import FeedModel

/// Where a list goes on after a page that is as it was (304).
package enum PageAfterUnmodified: Equatable, Sendable {
    case page(PageCursor)
    /// Nowhere: the list ends with the page.
    case end
    /// The page was the last one, and whether it still is would be said by headers that the 304 does not have. It has to
    /// be requested without a condition.
    case unknown
}

extension Paging {
    /// Where the list goes on after a page that the server answered with 304.
    ///
    /// What the body says of the next page is as it was, since the body is. What headers say is newer than what is known
    /// (RFC 9111 §4.3.4): a list may grow after a page whose own bytes, all that many a server's entity tag speaks of,
    /// stay the same. A 304 may leave them out; that does not make the page the last one.
    ///
    /// - Parameters:
    ///   - cursor: what the page was requested with.
    ///   - headers: those of the 304.
    ///   - stored: what the page led to when it was read; nil where it was the last.
    ///   - itemsRead: how many elements the lists of this walk's pages had so far, those of this page included.
    ///   - url: where the 304 came from, after redirects; relative URLs start there.
    ///   - isTrusted: whether it came from the source's origin, without a detour.
    /// - Throws: `SourceError` (malformed) if what names the next page is nothing to ask for.
    package func cursor(
        after cursor: PageCursor, unmodified headers: HeaderFields, stored: PageCursor?, itemsRead: Int,
        answeredBy url: SourceURL, isTrusted: Bool
    ) throws(SourceError) -> PageAfterUnmodified {
        // The body, which is as it was, said that this is the last page.
        if hasNext != nil, stored == nil { return .end }
        switch style {
        case .none, .cursor, .nextURL(.body), .afterID:
            return Self.step(to: stored)
        case .link:
            let links = headers.all("Link")
            if links.isEmpty { break }
            let next = LinkHeader.next(in: links).map(JSONScalar.string)
            return Self.step(to: try link(next, at: "the Link header", url, isTrusted: isTrusted))
        case .nextURL(.header(let name)):
            guard let next = headers[name] else { break }
            return Self.step(to: try link(.string(next), at: "the header \(name)", url, isTrusted: isTrusted))
        case .page(_, let first, let totalPages):
            guard hasNext == nil, case .number(let number) = cursor else { return Self.step(to: stored) }
            let hasMore: Bool?
            if let totalPages {
                guard case .header(let name) = totalPages else { return Self.step(to: stored) }
                let count = PageMetadata(itemCount: itemsRead, totalPages: headers[name].map(JSONScalar.string))
                    .plausiblePageCount
                hasMore = count.map { number - first < $0 - 1 }
            } else {
                guard case .header = total else { return Self.step(to: stored) }
                hasMore = plausibleTotal(in: headers, itemsRead: itemsRead).map { itemsRead < $0 }
            }
            guard let hasMore else { break }
            return hasMore && number < .max ? .page(.number(number + 1)) : .end
        case .offset:
            guard hasNext == nil, case .header = total else { return Self.step(to: stored) }
            guard let total = plausibleTotal(in: headers, itemsRead: itemsRead) else { break }
            return itemsRead < total ? .page(stored ?? .number(itemsRead)) : .end
        }
        return stored.map(PageAfterUnmodified.page) ?? .unknown
    }

    /// What the headers say of the length of the list; nil for 0 beside items that were read.
    private func plausibleTotal(in headers: HeaderFields, itemsRead: Int) -> Int? {
        total(in: headers).flatMap { $0 == 0 && itemsRead > 0 ? nil : $0 }
    }

    private static func step(to next: PageCursor?) -> PageAfterUnmodified {
        next.map(PageAfterUnmodified.page) ?? .end
    }
}
