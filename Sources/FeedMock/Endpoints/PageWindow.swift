/// Which part of a list a request is about, and the answer that holds it: the page server of the gourmet world's lists and
/// of own data.
///
/// By page (`page` from 1, `per_page`), by offset (`offset` from 0, `limit`), or neither: then its first items. A part
/// beyond the list's end is empty, not an error.
struct PageWindow: Equatable, Sendable {
    static let sizes = 1...1_000
    static let parameters = Style.allCases.flatMap(\.parameters)

    enum Style: String, CaseIterable, Sendable {
        case page
        case offset

        /// The query parameters that say which part and how long it is.
        var parameters: [String] { [rawValue, self == .page ? "per_page" : "limit"] }

        /// The number of the list's beginning.
        var first: Int { self == .page ? 1 : 0 }
    }

    let style: Style
    /// The page, from 1, or how many items are before it.
    let number: Int
    let size: Int
    let total: Int

    /// The places in the list, from 0.
    var range: Range<Int> {
        let (before, isOverflow) = (number - 1).multipliedReportingOverflow(by: size)
        let first = min(style == .offset ? number : isOverflow ? total : before, total)
        return first..<first + min(size, total - first)
    }

    var hasNext: Bool { range.upperBound < total }

    /// How many pages of that size there are, at least 1.
    var pageCount: Int { total == 0 ? 1 : (total - 1) / size + 1 }

    /// The `Link` header (RFC 8288) to the pages around this one; nil when there are none.
    ///
    /// - Parameters:
    ///   - kept: the parameters that are not about pages, each with `&` after it
    ///   - parameters: other ones than the style's
    ///   - hasEnds: whether each page names the first and the last one, itself included
    func links(
        _ url: String, keeping kept: String, parameters: [String]? = nil, hasEnds: Bool = false
    ) -> String? {
        var targets: [(String, Int)] = []
        let before = style == .page ? min(number - 1, pageCount) : max(0, min(number, total) - size)
        if number > style.first || hasEnds { targets.append(("first", style.first)) }
        if number > style.first { targets.append(("prev", before)) }
        if hasNext { targets.append(("next", number + (style == .page ? 1 : size))) }
        if hasNext || hasEnds, style == .page { targets.append(("last", pageCount)) }
        let names = parameters ?? style.parameters
        let links = targets.map { "<\(url)?\(kept)\(names[0])=\($1)&\(names[1])=\(size)>; rel=\"\($0)\"" }
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }
}

extension PageWindow {
    /// Reads the window of a list of `total` items.
    ///
    /// - Parameters:
    ///   - styles: those the list understands
    ///   - size: how many items a page has unless the request says so
    ///   - bareSize: how many items a request without parameters gets; nil: a page
    init(_ query: Query, as styles: [Style], total: Int, size: Int, bareSize: Int? = nil) throws(RequestError) {
        let asked = try styles.filter { $0.parameters.contains(where: query.has) }.map { (style) throws(RequestError) in
            PageWindow(
                style: style, number: try query.integer(style.rawValue, in: style.first...Int.max) ?? style.first,
                size: try query.integer(style.parameters[1], in: Self.sizes) ?? size, total: total)
        }
        if asked.count > 1 { throw .conflictingParameters("page or per_page", "offset or limit") }
        let bare = PageWindow(style: styles[0], number: styles[0].first, size: bareSize ?? size, total: total)
        self = asked.first ?? bare
    }
}
