import FeedModel

extension Paging {
    /// The longest cursor that is taken from a server, in bytes.
    static let longestCursor = 8192

    /// The page after the one at `position`, which `url` answered; nil after the last.
    ///
    /// Where the server says by itself whether there is more, its word counts before any counting of pages and items:
    /// a server may give shorter pages than it was requested, and a list that is cut short looks like a deletion. Servers
    /// that are not all as new as each other say less at times: what one of them has said, the total and the number of
    /// pages of `position`, is asked for, up to an empty page.
    ///
    /// - Parameters:
    ///   - url: where the answer came from, after redirects; relative URLs start there.
    ///   - isTrusted: whether the answer came from the source's origin, without a detour (`PageContent.isTrusted`).
    package func cursor(
        after position: ListPosition, _ metadata: PageMetadata, answeredBy url: SourceURL, isTrusted: Bool
    ) throws(SourceError) -> PageCursor? {
        switch style {
        case .none: nil
        case .page, .offset: countedPage(after: position, metadata)
        case .cursor, .nextURL, .link: try namedPage(metadata, answeredBy: url, isTrusted: isTrusted)
        case .afterID: try lastID(after: position.cursor, metadata, url)
        }
    }

    /// What servers answer for a page past the last one.
    private static let statusesPastEnd: Set = [400, 404, 410, 416, 422]

    /// Whether what was answered in place of a page is the end of a list, rather than a failure: the manifest says so
    /// (`end_status`), and the page before it held something.
    ///
    /// - Parameters:
    ///   - itemCount: how many elements the page before had in this walk; nil where there was none.
    ///   - isPastEnd: whether the page before was the last one by its own answer.
    package func endsList(_ error: SourceError, afterPageWith itemCount: Int?, isPastEnd: Bool = false) -> Bool {
        guard let status = error.status, itemCount ?? 0 > 0 else { return false }
        return endStatus.contains(status) || isPastEnd && Self.statusesPastEnd.contains(status)
    }

    /// The page that the answer names. `has_next` outranks it: some servers name a page after the last one, too.
    private func namedPage(
        _ metadata: PageMetadata, answeredBy url: SourceURL, isTrusted: Bool
    ) throws(SourceError) -> PageCursor? {
        if metadata.saysMore == false { return nil }
        let place = self.next?.description ?? "the Link header"
        let next =
            try style == .cursor
            ? token(metadata, at: place, url) : link(metadata.next, at: place, url, isTrusted: isTrusted)
        // A list that is cut short looks like a deletion.
        if next == nil, metadata.saysMore == true, let hasNext {
            throw SourceError(
                .malformed("“\(hasNext)” says that there is another page, but nothing names it"), url: url)
        }
        return next
    }

    /// The page after one that is numbered, or counted in elements.
    private func countedPage(after position: ListPosition, _ metadata: PageMetadata) -> PageCursor? {
        guard case .number(let number) = position.cursor else { return nil }
        let (count, hasItems) = (metadata.itemCount, metadata.itemCount > 0)
        let (next, isOverflow) = number.addingReportingOverflow(style == .page ? 1 : count)
        let isBeforeLast = metadata.plausiblePageCount.map { pages in
            number - firstNumber < (hasItems ? max(pages, position.pageCount ?? 0) : pages) - 1
        }
        let read = style == .page ? position.elements + count : next
        // An empty page does not lead on, whatever the total says.
        let isBeforeEnd = metadata.plausibleTotal.map { hasItems && read < max($0, position.total ?? 0) }
        let isFull = hasItems && (style == .page || count >= size?.count ?? 1 || isCapped(metadata, number))
        let hasMore = metadata.saysMore ?? isBeforeLast ?? isBeforeEnd ?? isFull
        return hasMore && !isOverflow ? .number(next) : nil
    }

    /// The page after the last one of a list of numbered pages that has ended by its total alone; nil where it ends otherwise.
    ///
    /// A total counts items. Elements that came twice, or have no ID, may not be among these.
    func cursorBeyondTotal(after position: ListPosition, _ metadata: PageMetadata) -> PageCursor? {
        guard style == .page, metadata.saysMore == nil, metadata.plausiblePageCount == nil,
            metadata.plausibleTotal != nil, metadata.itemCount > 0, case .number(let number) = position.cursor
        else { return nil }
        let (next, isOverflow) = number.addingReportingOverflow(1)
        return isOverflow ? nil : .number(next)
    }

    /// Whether a page that is shorter than asked for may be as long as the server gives them: a round number that the
    /// offset is a multiple of.
    private func isCapped(_ metadata: PageMetadata, _ offset: Int) -> Bool {
        size?.isAsked == true && (metadata.itemCount % 10 == 0 || PageLength.isRound(metadata.itemCount))
            && offset % metadata.itemCount == 0
    }

    private func lastID(
        after cursor: PageCursor, _ metadata: PageMetadata, _ url: SourceURL
    ) throws(SourceError) -> PageCursor? {
        guard metadata.saysMore ?? (metadata.itemCount > 0) else { return nil }
        if metadata.itemCount > 0, !lastFields.isEmpty {
            if let fields = metadata.lastFields, fields.utf8.count <= Self.longestCursor { return .document(fields) }
            let names = lastFields.map { "“\($0)”" }.joined(separator: ", ")
            throw SourceError(
                .malformed("the last item of the page has no \(names), so the next page cannot be requested"), url: url)
        }
        if let id = metadata.lastID { return .token(id) }
        // More of what, after which item? Asking the same again shows up as a loop; items without IDs as what they are.
        if metadata.itemCount == 0 { return cursor }
        throw SourceError(.malformed("no item of the page has an ID, so the next page cannot be requested"), url: url)
    }

    private func token(_ metadata: PageMetadata, at path: String, _ url: SourceURL) throws(SourceError) -> PageCursor? {
        func malformed(_ reason: String) -> SourceError {
            SourceError(.malformed("the cursor at “\(path)” \(reason)"), url: url)
        }
        if let endCursor, metadata.next?.plainText == endCursor { return nil }
        let cursor: PageCursor?
        switch metadata.next {
        case nil, .null, .string(""): cursor = nil
        case .string(let text): cursor = .token(text)
        case .number(let text): cursor = isInBody || isTemplated ? .numeral(text) : .token(text)
        case .array, .object: cursor = metadata.nextDocument.flatMap(PageCursor.init(container:))
        case .some(let found): throw malformed("is \(found.kindName); name one that ends the list with end_cursor")
        }
        let texts = cursor?.texts ?? []
        let length = texts.reduce(0) { $0 + $1.utf8.count }
        if length > Self.longestCursor {
            throw malformed("is \(length) bytes long; cursors end at \(Self.longestCursor)")
        }
        if texts.contains(where: { $0.utf8.contains(0) }) { throw malformed("holds U+0000") }
        return cursor
    }

    func link(
        _ next: JSONScalar?, at place: String, _ url: SourceURL, isTrusted: Bool
    ) throws(SourceError) -> PageCursor? {
        switch next {
        case nil, .null, .string(""): return nil
        case .string(let text):
            do {
                let reference = String(decoding: URLText.trimming(text.utf8), as: UTF8.self)
                let target = try url.resolving(reference).keepingEncryption(of: url)
                return .url(target.withoutOwnParameters, isTrusted: isTrusted && target.origin == url.origin)
            } catch {
                throw SourceError(.malformed("the next URL in \(place) \(error.message)"), url: url)
            }
        case .some(let found):
            throw SourceError(
                .malformed("the next URL in \(place) should be a string, but is \(found.kindName)"), url: url)
        }
    }

    /// What to try where a list asks for a page twice; nil for nothing.
    package var loopAdvice: String? {
        guard style == .cursor, let next, endCursor == nil else { return nil }
        return "does “\(next)” have a value of its own on the last page (0, -1)? Name it with end_cursor"
    }

    /// The failure, with what to try where it may be how a list ends.
    ///
    /// - Parameter itemCount: as for `endsList`.
    package func advised(_ error: SourceError, afterPageWith itemCount: Int?) -> SourceError {
        guard case .status(let status) = error.kind, Self.statusesPastEnd.contains(status), itemCount ?? 0 > 0,
            [.page, .offset, .afterID].contains(style)
        else { return error }
        var advised = error
        advised.advice = "if lists end so here, write end_status = [\(status)]"
        return advised
    }
}

extension SourceURL {
    /// Where an encrypted page links to the same host by http, as APIs do whose TLS ends at a proxy by mistake, the link is
    /// read as https: what began encrypted never goes on in the clear.
    fileprivate func keepingEncryption(of page: SourceURL) throws(SourceURLError) -> SourceURL {
        guard page.origin.scheme == .https, origin.scheme == .http else { return self }
        guard origin.host == page.origin.host, origin.port == Scheme.http.defaultPort else { throw .downgrade }
        return SourceURL(origin: page.origin, path: path, query: query, secrets: secrets)
    }
}
