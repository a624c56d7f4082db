/// Every way a manifest can say how a list is read page by page.
enum ListStyle: String, CaseIterable, Sendable {
    case none, page, pageHasNext, pageCount, pageCountHeader, offset, offsetHasNext, offsetTotal, offsetTotalHeader
    case cursor, nextURL, nextHeader, link, afterID

    /// The inline table of the manifest.
    func manifest(size: Int, reportsTotal: Bool = false) -> String {
        let table = manifest(size: size)
        guard reportsTotal, self != .none, self != .offsetTotal, self != .offsetTotalHeader else { return table }
        return table.dropLast(2) + #", total = "total" }"#
    }

    private func manifest(size: Int) -> String {
        switch self {
        case .none: #"{ style = "none" }"#
        case .page: #"{ style = "page", param = "page" }"#
        case .pageHasNext: #"{ style = "page", param = "page", has_next = "more" }"#
        case .pageCount: #"{ style = "page", param = "page", total_pages = "pages" }"#
        case .pageCountHeader: #"{ style = "page", param = "page", total_pages_header = "X-Pages" }"#
        case .offset: #"{ style = "offset", param = "offset", size = \#(size) }"#
        case .offsetHasNext: #"{ style = "offset", param = "offset", size = \#(size), has_next = "more" }"#
        case .offsetTotal: #"{ style = "offset", param = "offset", size = \#(size), total = "total" }"#
        case .offsetTotalHeader: #"{ style = "offset", param = "offset", size = \#(size), total_header = "X-Total" }"#
        case .cursor: #"{ style = "cursor", param = "cursor", next = "next" }"#
        case .nextURL: #"{ style = "next_url", next = "next" }"#
        case .nextHeader: #"{ style = "next_url", next_header = "X-Next" }"#
        case .link: #"{ style = "link" }"#
        case .afterID: #"{ style = "after_id", param = "after", has_next = "more" }"#
        }
    }

    /// Whether the style itself needs the list's length.
    var reportsTotal: Bool { self == .offsetTotal || self == .offsetTotalHeader }

    /// Whether pages are named by their place in the list.
    var isPositional: Bool { rawValue.hasPrefix("page") || rawValue.hasPrefix("offset") }
}
