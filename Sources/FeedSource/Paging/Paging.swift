package import FeedModel

/// How a list is walked from page to page.
///
/// A walk is `firstPage`, then for each answer `cursor(after:metadata:itemsRead:answeredBy:)` until that is nil. Cursors come back
/// from the database as they were, so a walk can go on in another process.
package struct Paging: Hashable, Sendable {
    package enum Style: Hashable, Sendable {
        /// One request is the whole list.
        case none
        case page(param: String, first: Int, totalPages: Place?)
        /// The number of items before the page.
        case offset(param: String)
        /// A token from the answer, or an object of several; `first`, if there is one, is sent with the first request.
        case cursor(param: String, first: String?, next: DottedPath)
        case nextURL(Place)
        /// A URL from the `Link` header (RFC 8288).
        case link
        /// The ID of the last item received, or fields of it.
        case afterID(param: String)
    }

    /// Where in an answer a value is.
    package enum Place: Hashable, Sendable {
        case body(DottedPath)
        case header(String)
    }

    /// How many items make a page.
    package struct PageSize: Hashable, Sendable {
        /// The query parameter that asks for it; nil where the server decides.
        package let param: String?
        /// 1 or more.
        package let count: Int
        /// Whether requests ask for it, by the parameter or in a template.
        let isAsked: Bool
    }

    package let style: Style
    /// How many items a page has; nil where the manifest does not say.
    package internal(set) var size: PageSize?
    /// Where an answer says whether there are more pages.
    package let hasNext: DottedPath?
    /// Where an answer says how many items the list has.
    package let total: Place?
    /// Statuses of answers that say that there is no such page: the list ended before.
    package let endStatus: Set<Int>
    /// Whether the parameters are paths in the body of a request (`BodyTemplate`), not names in a query.
    package let isInBody: Bool
    /// Whether templates say where a page is named, and no parameter does.
    let isTemplated: Bool
    /// The fields of the last item that templates ask with.
    let lastFields: [DottedPath]
    /// The cursor that ends a list, as text; nil where only a missing one does.
    let endCursor: String?

    package var firstPage: PageCursor {
        switch style {
        case .page(_, let first, _): .number(first)
        case .offset: .number(0)
        case .none, .cursor, .nextURL, .link, .afterID: .start
        }
    }

    /// Whether a page that is the same to the byte reports the same length of the list.
    var isTotalInBody: Bool {
        if case .body = total { true } else { false }
    }

    /// The query parameters that paging uses.
    var parameters: [String] {
        [parameter, size?.param].compactMap(\.self)
    }

    /// The query parameter that takes the cursor.
    var parameter: String? {
        if isTemplated { return nil }
        return switch style {
        case .page(let param, _, _), .offset(let param), .cursor(let param, _, _), .afterID(let param): param
        case .none, .nextURL, .link: nil
        }
    }
}

extension Paging {
    /// Adds all that makes one paging differ from another.
    func add(to fingerprint: inout Fingerprint) {
        switch style {
        case .none: fingerprint.add("none")
        case .page(let param, let first, let totalPages):
            fingerprint.add("page")
            fingerprint.add(param)
            fingerprint.add(first)
            fingerprint.add(totalPages?.description)
        case .offset(let param):
            fingerprint.add("offset")
            fingerprint.add(param)
        case .cursor(let param, let first, let next):
            fingerprint.add("cursor")
            fingerprint.add(param)
            fingerprint.add(first)
            fingerprint.add(next.description)
        case .nextURL(let next):
            fingerprint.add("next_url")
            fingerprint.add(next.description)
        case .link: fingerprint.add("link")
        case .afterID(let param):
            fingerprint.add("after_id")
            fingerprint.add(param)
        }
        fingerprint.add(size?.param)
        fingerprint.add(size?.count)
        fingerprint.add(hasNext?.description)
        fingerprint.add(total?.description)
        if let endCursor {
            fingerprint.add("end_cursor")
            fingerprint.add(endCursor)
        }
    }
}

extension Paging.Place: CustomStringConvertible {
    /// `data.total`, or `header X-Total-Count`.
    package var description: String {
        switch self {
        case .body(let path): path.description
        case .header(let name): "header \(name)"
        }
    }
}
