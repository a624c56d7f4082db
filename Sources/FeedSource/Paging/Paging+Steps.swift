import FeedModel

extension Paging {
    /// The longest cursor that is taken from a server, in bytes.
    static let longestCursor = 8192

    /// The page behind the one that `cursor` named and `url` answered; nil behind the last.
    ///
    /// Where the server says by itself whether there is more, its word counts before any counting of pages and items:
    /// a server may give shorter pages than it was asked for, and a list that is cut short looks like a deletion.
    ///
    /// - Parameters:
    ///   - cursor: what the page was asked for with.
    ///   - clues: what its answer says.
    ///   - url: where the answer came from, behind redirects; relative URLs start there.
    /// - Throws: `SourceError` (malformed) if what names the next page is nothing to ask for.
    public func cursor(
        after cursor: PageCursor, clues: PageClues, answeredBy url: SourceURL
    ) throws(SourceError) -> PageCursor? {
        switch style {
        case .none: nil
        case .page(_, let first, _): pageNumber(after: cursor, first: first, clues)
        case .offset: offset(after: cursor, clues)
        case .cursor(_, _, let next): try token(clues, at: next, url)
        case .nextURL(let next): try link(clues, at: next.description, url)
        case .link: try link(clues, at: "the Link header", url)
        case .afterID: try lastID(after: cursor, clues, url)
        }
    }

    /// The page that the headers of a 304 lead to; nil where they do not say, or say that there is none.
    ///
    /// They replace those of the answer that is known (RFC 9111 §4.3.4): a list may grow behind a page whose own bytes,
    /// all that many a server's entity tag speaks of, stay the same.
    ///
    /// - Throws: as `cursor(after:clues:answeredBy:)`.
    public func cursor(
        after cursor: PageCursor, unmodified headers: HeaderFields, answeredBy url: SourceURL
    ) throws(SourceError) -> PageCursor? {
        switch style {
        case .link:
            let next = LinkHeader.next(in: headers.all("Link")).map(JSONScalar.string)
            return try link(PageClues(itemCount: 1, next: next), at: "the Link header", url)
        case .nextURL(.header(let name)):
            let next = headers[name].map(JSONScalar.string)
            return try link(PageClues(itemCount: 1, next: next), at: "the header \(name)", url)
        case .page(_, let first, .header(let name)) where hasNext == nil:
            guard let count = headers[name].map(JSONScalar.string) else { return nil }
            return pageNumber(after: cursor, first: first, PageClues(itemCount: 1, totalPages: count))
        case .offset where hasNext == nil:
            // A page that is shorter than it should be cannot stay the same when the list grows.
            guard let total = total(in: headers), let size else { return nil }
            let clues = PageClues(itemCount: size.count, total: .number(text: String(total)))
            return offset(after: cursor, clues)
        default:
            return nil
        }
    }

    private func pageNumber(after cursor: PageCursor, first: Int, _ clues: PageClues) -> PageCursor? {
        guard case .number(let number) = cursor else { return nil }
        let (next, isOverflow) = number.addingReportingOverflow(1)
        let hasMore = clues.saysMore ?? clues.pageCount.map { next - first < $0 } ?? (clues.itemCount > 0)
        return hasMore && !isOverflow ? .number(next) : nil
    }

    private func offset(after cursor: PageCursor, _ clues: PageClues) -> PageCursor? {
        guard case .number(let offset) = cursor else { return nil }
        let (next, isOverflow) = offset.addingReportingOverflow(clues.itemCount)
        let isFull = clues.itemCount > 0 && clues.itemCount >= size?.count ?? 1
        // An empty page does not lead on, whatever the total says.
        let isBeforeEnd = clues.reportedTotal.map { next < $0 && clues.itemCount > 0 }
        let hasMore = clues.saysMore ?? isBeforeEnd ?? isFull
        return hasMore && !isOverflow ? .number(next) : nil
    }

    private func lastID(
        after cursor: PageCursor, _ clues: PageClues, _ url: SourceURL
    ) throws(SourceError) -> PageCursor? {
        guard clues.saysMore ?? (clues.itemCount > 0) else { return nil }
        if let id = clues.lastID { return .token(id) }
        // More of what, behind which item? Asking the same again shows up as a loop; items without IDs as what they are.
        if clues.itemCount == 0 { return cursor }
        throw SourceError(.malformed("no item of the page has an ID, so the next page cannot be asked for"), url: url)
    }

    private func token(_ clues: PageClues, at path: DottedPath, _ url: SourceURL) throws(SourceError) -> PageCursor? {
        switch clues.next {
        case nil, .null, .string(""): return nil
        case .string(let text), .number(let text):
            if text.utf8.count > Self.longestCursor {
                throw SourceError(.malformed("the cursor at “\(path)” is \(text.utf8.count) bytes long"), url: url)
            }
            return .token(text)
        case .some(let found):
            throw SourceError(
                .malformed("the cursor at “\(path)” should be a string or number, but is \(found.kindName)"), url: url)
        }
    }

    private func link(_ clues: PageClues, at place: String, _ url: SourceURL) throws(SourceError) -> PageCursor? {
        switch clues.next {
        case nil, .null, .string(""): return nil
        case .string(let text):
            do {
                return .url(try url.resolving(text.trimmingSpaces()).keepingEncryption(of: url))
            } catch {
                throw SourceError(.malformed("the next URL in \(place) \(error.message)"), url: url)
            }
        case .some(let found):
            throw SourceError(
                .malformed("the next URL in \(place) should be a string, but is \(found.kindName)"), url: url)
        }
    }
}

extension SourceURL {
    /// Where an encrypted page links to the same host by http, as APIs behind a TLS proxy do by mistake, the link is
    /// read as https: what began encrypted never goes on in the clear.
    fileprivate func keepingEncryption(of page: SourceURL) throws(URLFault) -> SourceURL {
        guard page.origin.scheme == .https, origin.scheme == .http else { return self }
        guard origin.host == page.origin.host, origin.port == Scheme.http.defaultPort else { throw .downgrade }
        return SourceURL(origin: page.origin, path: path, query: query)
    }
}

extension String {
    fileprivate func trimmingSpaces() -> String {
        let isSpace: (UInt8) -> Bool = { " \t\r\n".utf8.contains($0) }
        return String(decoding: utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed(), as: UTF8.self)
    }
}
