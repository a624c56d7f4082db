@_exported public import enum FeedModel.PagingStyle

/// How a list of own data is cut into pages: the styles that a manifest knows.
///
/// - `none`: one answer has the whole list, as a bare array.
/// - `page`: `page` from 1 and `per_page`; the answer has `data`, `page`, `total`, `total_pages` and `has_next`.
/// - `offset`: `offset` from 0 and `limit`; the answer has `data`, `offset` and `total`.
/// - `cursor`: `cursor` and `limit`; the answer has `data`, `total` and `next`, the next cursor or null.
/// - `nextURL`: the answer has `data`, `total` and `next`, the next page's URL or null; `limit` is how long a page is.
/// - `link`: a bare array; the `Link` header has the URLs of the pages around (RFC 8288).
/// - `afterID`: `after`, the ID of the last item, and `limit`; the answer has `data`, `total` and `has_more`.
public typealias ListPaging = PagingStyle

extension PagingStyle {
    /// The query parameter that says how long a page is; nil: it has no pages.
    var sizeParameter: String? { parameters.last }

    /// The query parameters that say which page, and how long it is.
    var parameters: [String] {
        switch self {
        case .none: []
        case .page, .link: PageWindow.Style.page.parameters
        case .offset: PageWindow.Style.offset.parameters
        case .cursor, .nextURL: ["cursor", "limit"]
        case .afterID: ["after", "limit"]
        }
    }

    /// Whether the list is the answer, rather than a member of it.
    var isBare: Bool { self == .none || self == .link }
}
