import FeedModel

extension Paging {
    /// The styles by their names in a manifest, and the keys each of them reads beside `style`.
    package enum Name: String, CaseIterable {
        case none, page, offset, cursor
        case nextURL = "next_url"
        case link
        case afterID = "after_id"

        var keys: [String] {
            let size = ["size_param", "size"]
            let total = ["total", "total_header"]
            let common = ["has_next", "end_status"] + size + total
            return switch self {
            case .none: size + total
            case .page: ["param", "first", "total_pages", "total_pages_header"] + common
            case .offset: ["param"] + common
            case .cursor: ["param", "first", "next", "end_cursor"] + common
            case .nextURL: ["next", "next_header"] + common
            case .link: common
            case .afterID: ["param"] + common
            }
        }
    }

    /// Reads a `paging` table; a key that its style has no use for is an error, not ignored.
    ///
    /// - Parameters:
    ///   - isInBody: whether its parameters are paths in the body of a request.
    ///   - uses: the placeholders of the collection.
    init(_ table: ManifestTable, isInBody: Bool, uses: [TemplateUse]) throws(ManifestError) {
        self.isInBody = isInBody
        guard let name = try table.word("style", as: Name.self) else {
            let styles = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw table.error("style", .missingKey(advice: "choose one of \(styles)"))
        }
        if let key = table.firstKey(besides: ["style"] + name.keys) {
            throw table.error(key, .impossible("has no meaning with the style “\(name.rawValue)”; remove one of them"))
        }
        isTemplated = try Self.isTemplated(name, uses)
        if isTemplated, table.has("param") {
            throw table.error("param", .impossible("and a placeholder both name the page; keep one"))
        }
        lastFields = uses.lastFields
        style = try Self.style(name, in: table)
        size = try Self.size(in: table, uses)
        endCursor = try table.cursorText("end_cursor")
        hasNext = try table.innerPath("has_next")
        total = try Self.place("total", "total_header", in: table)
        endStatus = try Self.endStatus(in: table)
        try check(table)
    }

    /// Statuses that say that there is no such page; the others of 400 to 499 say who may ask, or when.
    private static func endStatus(in table: ManifestTable) throws(ManifestError) -> Set<Int> {
        let statuses = try table.integers("end_status")
        for status in statuses where !(400...499).contains(status) || [401, 403, 407, 408, 429].contains(status) {
            throw table.error(
                "end_status", .badValue("holds \(status), which cannot say that a list ends; write [400, 404], say"))
        }
        return Set(statuses)
    }

    private static func style(_ name: Name, in table: ManifestTable) throws(ManifestError) -> Style {
        switch name {
        case .none: return .none
        case .page:
            return .page(
                param: try table.parameter("param") ?? "page",
                first: try table.integer("first") ?? 1,
                totalPages: try place("total_pages", "total_pages_header", in: table))
        case .offset: return .offset(param: try table.parameter("param") ?? "offset")
        case .cursor:
            guard let next = try table.innerPath("next") else {
                throw table.error("next", .missingKey(advice: "write the path to the next cursor in the body"))
            }
            return .cursor(
                param: try table.parameter("param") ?? "cursor", first: try table.string("first"), next: next)
        case .nextURL:
            guard let next = try place("next", "next_header", in: table) else {
                throw table.error(
                    "next", .missingKey(advice: "write the path to the next URL in the body, or next_header"))
            }
            return .nextURL(next)
        case .link: return .link
        case .afterID: return .afterID(param: try table.parameter("param") ?? "after")
        }
    }

    /// Whether placeholders say where a page is named: only those that the style has a value for may be there.
    private static func isTemplated(_ name: Name, _ uses: [TemplateUse]) throws(ManifestError) -> Bool {
        var isTemplated = false
        for use in uses {
            let style: Name
            switch use.variable {
            case .size, .since: continue
            case .page: style = .page
            case .offset: style = .offset
            case .cursor: style = .cursor
            case .last: style = .afterID
            }
            guard name == style else {
                throw use.error("which only the style “\(style.rawValue)” has, and this is “\(name.rawValue)”")
            }
            isTemplated = true
        }
        return isTemplated
    }

    private static func size(in table: ManifestTable, _ uses: [TemplateUse]) throws(ManifestError) -> PageSize? {
        let param = try table.parameter("size_param")
        let use = uses.first { $0.variable == .size }
        guard let count = try table.integer("size") else {
            if param != nil { throw table.error("size_param", .impossible("needs size: how many items to ask for")) }
            if let use { throw use.error("which needs size in paging: how many items to ask for") }
            return nil
        }
        if param != nil, use != nil {
            throw table.error("size_param", .impossible("and {size} say the same thing; keep one"))
        }
        return PageSize(param: param, count: count, isAsked: param != nil || use != nil)
    }

    /// A value that is in the body or in a header, but not in both.
    private static func place(
        _ bodyKey: String, _ headerKey: String, in table: ManifestTable
    ) throws(ManifestError) -> Place? {
        let path = try table.innerPath(bodyKey)
        let header = try table.headerName(headerKey)
        if path != nil, header != nil {
            throw table.error(headerKey, .impossible("and \(bodyKey) say the same thing; keep one"))
        }
        return path.map(Place.body) ?? header.map(Place.header)
    }

    private func check(_ table: ManifestTable) throws(ManifestError) {
        if case .offset = style, size == nil, hasNext == nil, total == nil {
            throw table.error(
                "size",
                .missingKey(advice: "without it, has_next, total or total_header nothing says where the list ends"))
        }
        if Set(parameters).count < parameters.count {
            throw table.error("size_param", .impossible("is the same parameter as param"))
        }
    }
}
