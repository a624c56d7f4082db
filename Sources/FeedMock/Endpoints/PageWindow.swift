/// Which part of a list a request is about.
///
/// By page (`page` from 1, `per_page`), by offset (`offset` from 0, `limit`), or neither: then its first items. A part
/// beyond the list's end is empty, not an error.
struct PageWindow: Equatable, Sendable {
    static let sizes = 1...1_000
    static let parameters = ["page", "per_page", "offset", "limit"]

    enum Style: Equatable, Sendable {
        case page
        case offset
    }

    let style: Style
    /// The page, from 1, or how many items are before it.
    let number: Int
    let size: Int
    let total: Int

    /// The places in the list, from 0.
    var range: Range<Int> {
        let start: Int
        switch style {
        case .offset:
            start = number
        case .page:
            let (product, isOverflow) = (number - 1).multipliedReportingOverflow(by: size)
            start = isOverflow ? total : product
        }
        let first = min(start, total)
        return first..<min(total, first + size)
    }

    var hasNext: Bool { range.upperBound < total }

    /// How many pages of that size there are, at least 1.
    var pageCount: Int { max(1, (total + size - 1) / size) }

    /// The `Link` header (RFC 8288) to the pages around this one, with `kept` parameters in each; nil when there are none.
    func links(path: String, keeping kept: String) -> String? {
        var targets: [(String, Int)] = []
        switch style {
        case .page:
            if number > 1 { targets += [("first", 1), ("prev", min(number - 1, pageCount))] }
            if hasNext { targets += [("next", number + 1), ("last", pageCount)] }
        case .offset:
            if number > 0 { targets += [("first", 0), ("prev", max(0, min(number, total) - size))] }
            if hasNext { targets += [("next", number + size)] }
        }
        let (place, length) = style == .page ? ("page", "per_page") : ("offset", "limit")
        let links = targets.map { "<\(path)?\(kept)\(place)=\($1)&\(length)=\(size)>; rel=\"\($0)\"" }
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }
}

extension PageWindow {
    /// Reads the window of a list of `total` items.
    ///
    /// - Parameters:
    ///   - defaultSize: how many items a page has when the request says which but not how large
    ///   - bareSize: how many items a request without parameters gets
    init(_ query: Query, total: Int, defaultSize: Int, bareSize: Int) throws(RequestError) {
        let page = try query.integer("page", in: 1...Int.max)
        let perPage = try query.integer("per_page", in: Self.sizes)
        let offset = try query.integer("offset", in: 0...Int.max)
        let limit = try query.integer("limit", in: Self.sizes)
        if page != nil || perPage != nil, offset != nil || limit != nil {
            throw .conflictingParameters("page or per_page", "offset or limit")
        }
        self.total = total
        if offset != nil || limit != nil {
            (style, number, size) = (.offset, offset ?? 0, limit ?? defaultSize)
        } else if page != nil || perPage != nil {
            (style, number, size) = (.page, page ?? 1, perPage ?? defaultSize)
        } else {
            (style, number, size) = (.page, 1, bareSize)
        }
    }
}
