import FeedModel

/// What an answer says about the list it is a page of, besides the items themselves.
public struct PageClues: Equatable, Sendable {
    /// How many elements the page's list has, the rejected ones included.
    public let itemCount: Int
    /// The ID of the last item that has one.
    public let lastID: String?
    let hasNext: JSONScalar?
    let totalPages: JSONScalar?
    /// The next cursor or URL.
    let next: JSONScalar?
    let total: JSONScalar?

    init(
        itemCount: Int, lastID: String? = nil, hasNext: JSONScalar? = nil, totalPages: JSONScalar? = nil,
        next: JSONScalar? = nil, total: JSONScalar? = nil
    ) {
        self.itemCount = itemCount
        self.lastID = lastID
        self.hasNext = hasNext
        self.totalPages = totalPages
        self.next = next
        self.total = total
    }

    /// How many items the server says the list has. One that changes during a walk is a sign that the list moved.
    public var reportedTotal: Int? { Self.count(total) }

    /// Whether there are more pages; nil unless the server says so clearly. Nothing but a clear no may end a walk
    /// early: what a whole walk has not met is removed.
    var saysMore: Bool? {
        switch hasNext {
        case .bool(let more): more
        case .number("0"), .string("false"), .string("0"): false
        case .number("1"), .string("true"), .string("1"): true
        default: nil
        }
    }

    var pageCount: Int? { Self.count(totalPages) }

    /// A whole number, as number or text, that is not negative.
    private static func count(_ value: JSONScalar?) -> Int? {
        switch value {
        case .number(let text), .string(let text): Int(text).flatMap { $0 >= 0 ? $0 : nil }
        default: nil
        }
    }
}

extension Paging {
    /// The list's length where a header tells it.
    public func total(in headers: HeaderFields) -> Int? {
        guard case .header(let name) = total else { return nil }
        return PageClues(itemCount: 0, total: headers[name].map(JSONScalar.string)).reportedTotal
    }

    /// The paths in a body that a decoder must look up for `clues(in:headers:)`.
    public var extraPaths: [DottedPath] { bodyClues.map(\.path) }

    /// Gathers what an answer says about its list. The page must come from a decoder that was made for `extraPaths`.
    public func clues(in page: DecodedPage, headers: HeaderFields) -> PageClues {
        func find(_ clue: Clue) -> JSONScalar? {
            switch place(of: clue) {
            case .body: bodyClues.firstIndex { $0.clue == clue }.flatMap(page.extra)
            case .header(let name): headers[name].map(JSONScalar.string)
            case nil: nil
            }
        }
        let link = style == .link ? LinkHeader.next(in: headers.all("Link")).map(JSONScalar.string) : nil
        return PageClues(
            itemCount: page.items.count, lastID: lastID(in: page), hasNext: find(.hasNext),
            totalPages: find(.totalPages), next: find(.next) ?? link, total: find(.total))
    }

    private func lastID(in page: DecodedPage) -> String? {
        for item in page.items.reversed() {
            if case .id(let id) = item.identity { return id }
        }
        return nil
    }

    private enum Clue: CaseIterable {
        case hasNext, totalPages, next, total
    }

    private func place(of clue: Clue) -> Place? {
        switch (clue, style) {
        case (.hasNext, _): hasNext.map(Place.body)
        case (.total, _): total
        case (.totalPages, .page(_, _, let totalPages)): totalPages
        case (.next, .cursor(_, _, let next)): .body(next)
        case (.next, .nextURL(let next)): next
        default: nil
        }
    }

    private var bodyClues: [(clue: Clue, path: DottedPath)] {
        Clue.allCases.compactMap { clue in
            if case .body(let path) = place(of: clue) { (clue, path) } else { nil }
        }
    }
}
