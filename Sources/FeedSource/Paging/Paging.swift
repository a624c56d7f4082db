package import FeedModel

/// How a list is walked from page to page.
///
/// A walk is `firstPage`, then for each answer `cursor(after:_:answeredBy:isTrusted:)` until that is nil. Cursors come back
/// from the database as they were, so a walk can go on in another process.
package struct Paging: Hashable, Sendable {
    package typealias Style = PagingStyle

    package enum Place: Hashable, Sendable {
        case body(DottedPath)
        case header(String)

        var bodyPath: DottedPath? { if case .body(let path) = self { path } else { nil } }
    }

    package struct PageSize: Hashable, Sendable {
        /// The query parameter that asks for it; nil where the server decides.
        package let param: String?
        /// 1 or more.
        package let count: Int
        /// Whether requests ask for it, by the parameter or in a template.
        let isAsked: Bool
    }

    package let style: Style
    /// The query parameter that takes the cursor, unless templates have a place for it; nil for the styles without one.
    let param: String?
    package let firstNumber: Int
    let firstCursor: String?
    /// Where an answer names the next page; nil for the styles that need no name.
    package let next: Place?
    package let totalPages: Place?
    /// How many items a page has; nil where the manifest does not say.
    package internal(set) var size: PageSize?
    package let hasNext: DottedPath?
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
        case .page: .number(firstNumber)
        case .offset: .number(0)
        case .none, .cursor, .nextURL, .link, .afterID: .start
        }
    }

    /// Whether a page that is the same to the byte reports the same length of the list.
    var isTotalInBody: Bool { total?.bodyPath != nil }

    var parameter: String? { isTemplated ? nil : param }

    func add(to fingerprint: inout Fingerprint) {
        fingerprint.add(style.rawValue)
        if let param { fingerprint.add(param) }
        if style == .page {
            fingerprint.add(firstNumber)
            fingerprint.add(totalPages?.description)
        }
        if style == .cursor { fingerprint.add(firstCursor) }
        if let next { fingerprint.add(next.description) }
        fingerprint.add(size?.param)
        fingerprint.add(size?.count)
        fingerprint.add(hasNext?.description)
        fingerprint.add(total?.description)
        if let endCursor { fingerprint.add("end_cursor", endCursor) }
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
