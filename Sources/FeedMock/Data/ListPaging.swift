/// How a list of own data is cut into pages: the styles that a manifest knows, by their names there.
@nonexhaustive public enum ListPaging: String, CaseIterable, Sendable {
    /// One answer has the whole list, as a bare array.
    case none
    /// `page` from 1 and `per_page`; the answer has `data`, `page`, `total`, `total_pages` and `has_next`.
    case page
    /// `offset` from 0 and `limit`; the answer has `data`, `offset` and `total`.
    case offset
    /// `cursor` and `limit`; the answer has `data`, `total` and `next`, the next cursor or null.
    case cursor
    /// The answer has `data`, `total` and `next`, the next page's URL or null; `limit` is how long a page is.
    case nextURL = "next_url"
    /// A bare array; the `Link` header has the next page's URL (RFC 8288).
    case link
    /// `after`, the ID of the last item, and `limit`; the answer has `data`, `total` and `has_more`.
    case afterID = "after_id"

    /// The query parameter that says how long a page is; nil: it has no pages.
    var sizeParameter: String? {
        switch self {
        case .none: nil
        case .page, .link: "per_page"
        case .offset, .cursor, .nextURL, .afterID: "limit"
        }
    }

    /// The query parameters that say which page.
    var parameters: [String] {
        let place: [String] =
            switch self {
            case .none: []
            case .page, .link: ["page"]
            case .offset: ["offset"]
            case .cursor, .nextURL: ["cursor"]
            case .afterID: ["after"]
            }
        return place + [sizeParameter].compactMap(\.self)
    }

    /// Whether the list is the answer, rather than a member of it.
    var isBare: Bool { self == .none || self == .link }
}
