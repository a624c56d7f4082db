package import FeedModel

package struct PageMetadata: Sendable {
    /// How many elements the page's list has, the rejected ones included.
    package let itemCount: Int
    /// The ID of the last item that has one.
    package var lastID: String?
    /// Whether the body holds nothing at the path that should say what the next page is, or whether there is one:
    /// `has_next`, else `next` of the styles `cursor` and `next_url`. Null or false there is not nothing.
    package var isNextPathMissing = false
    /// Nil where the manifest does not name it; null where the body does not have it.
    var hasNext: JSONScalar?
    var totalPages: JSONScalar?
    var next: JSONScalar?
    /// What is there, as it came.
    var nextDocument: String?
    /// The fields of the last item that `after_id` asks with, in an object; nil where it asks with the ID, and where one
    /// of them is missing.
    var lastFields: String?
    var total: JSONScalar?

    /// How many items the server says the list has. One that changes during a walk is a sign that the list moved.
    package var reportedTotal: Int? { total?.count }

    /// Whether there are more pages; nil where the manifest has no `has_next`, or where what is there answers no such
    /// question.
    ///
    /// True, a number but 0, and a text that is not empty (a URL, say) mean yes; false, null, an empty text and nothing
    /// at all mean no, and so do “false” and “0”, which are how some servers write no.
    package var saysMore: Bool? {
        switch hasNext {
        case nil, .array, .object: nil
        case .null: false
        case .bool(let more): more
        case .number(let text): text != "0"
        case .string(let text): !["", "0", "false"].contains(text.lowercased())
        }
    }

    package var pageCount: Int? { totalPages?.count }

    /// The length of the list where it is reported. One of 0 beside a page that holds something says nothing.
    var plausibleTotal: Int? { reportedTotal == 0 && itemCount > 0 ? nil : reportedTotal }

    /// The number of pages, in the same way.
    var plausiblePageCount: Int? { pageCount == 0 && itemCount > 0 ? nil : pageCount }
}

extension Paging {
    package func total(in headers: HeaderFields) -> Int? {
        PageMetadata(itemCount: 0, total: totalText(in: headers)).reportedTotal
    }

    /// Where the manifest names no total, that of a range of items counts (`items 0-9/25`, as PostgREST answers).
    func totalText(in headers: HeaderFields) -> JSONScalar? {
        switch total {
        case .body: nil
        case .header(let name) where !HeaderFields.areEqual(name, HeaderFields.contentRange):
            headers[name].map(JSONScalar.string)
        case .header, nil: headers.itemRange?.split(separator: "/").last.map { .string(String($0)) }
        }
    }

    /// The paths in a body that a decoder must look up for `metadata(of:headers:)`.
    package var extraPaths: [DottedPath] {
        [hasNext, totalPages?.bodyPath, next?.bodyPath, total?.bodyPath].compactMap(\.self)
    }

    /// Gathers what an answer says about its list. The page must come from a decoder that was made for `extraPaths`.
    package func metadata(of page: DecodedPage, headers: HeaderFields) -> PageMetadata {
        let paths = extraPaths
        func find(_ place: Place?) -> JSONScalar? {
            switch place {
            case .body(let path): paths.firstIndex(of: path).flatMap(page.extra)
            case .header(let name): headers[name].map(JSONScalar.string)
            case nil: nil
            }
        }
        let link = style == .link ? LinkHeader.next(in: headers.all("Link")).map(JSONScalar.string) : nil
        return PageMetadata(
            itemCount: page.itemCount, lastID: page.items.last { $0.id != nil }?.id,
            isNextPathMissing: pathOfNext.map { find(.body($0)) == nil } ?? false,
            hasNext: hasNext.map { find(.body($0)) ?? .null }, totalPages: find(totalPages),
            next: find(next) ?? link,
            nextDocument: next?.bodyPath.flatMap { paths.firstIndex(of: $0) }.flatMap(page.extraText),
            lastFields: lastFields(in: page),
            total: totalText(in: headers) ?? find(total))
    }

    /// Whether an answer that no page follows says so itself: in words, by being empty or shorter than those before it, or,
    /// where it is all there is, by a length that no server cuts lists at.
    ///
    /// - Parameter isFirst: whether it is the first page: where it names no next one, the name may be a wrong one.
    package func saysEnd(_ metadata: PageMetadata, isFirst: Bool) -> Bool {
        if metadata.saysMore != nil { return !metadata.isNextPathMissing }
        let isNamed = pathOfNext != nil && !metadata.isNextPathMissing
        if isFirst {
            let isCut = metadata.itemCount == size?.count || PageLength.isRound(metadata.itemCount)
            return isNamed || metadata.itemCount > 0 && pathOfNext == nil && !isCut
        }
        return switch style {
        case .cursor, .nextURL, .link, .offset: true
        case .page: metadata.itemCount == 0 || metadata.pageCount != nil
        case .afterID: metadata.itemCount == 0
        case .none: false
        }
    }

    /// Where a body says what the next page is, or whether there is one; nil where it does not.
    package var pathOfNext: DottedPath? { hasNext ?? next?.bodyPath }

    private func lastFields(in page: DecodedPage) -> String? {
        guard !lastFields.isEmpty, let last = page.items.last,
            let item = try? JSONDocument(Array(page.payload(of: last)))
        else { return nil }
        let places = lastFields.compactMap { path in
            item.value(at: path).flatMap { item.scalar(at: $0) == .null ? nil : (key: path.description, value: $0) }
        }
        return places.count == lastFields.count ? item.object(places) : nil
    }
}
