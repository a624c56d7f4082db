/// How a list is read page by page. The raw values are those of a manifest.
@nonexhaustive public enum PagingStyle: String, CaseIterable, Sendable {
    /// One request is the whole list.
    case none
    /// The number of the page.
    case page
    /// The number of items before the page.
    case offset
    /// A token from the answer, or an object of several.
    case cursor
    /// A URL from the answer.
    case nextURL = "next_url"
    /// A URL from the `Link` header (RFC 8288).
    case link
    /// The ID of the last item received, or fields of it.
    case afterID = "after_id"

    /// All styles, as a message lists them.
    package static let list = allCases.map(\.rawValue).joined(separator: ", ")
}
