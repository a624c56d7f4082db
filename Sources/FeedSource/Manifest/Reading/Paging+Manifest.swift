import FeedModel

extension Paging.Style {
    /// What the parameter of a page is called where the manifest does not say; nil where there is none.
    fileprivate var usualParam: String? {
        switch self {
        case .page, .offset, .cursor: rawValue
        case .afterID: "after"
        case .none, .nextURL, .link: nil
        }
    }
}

extension Paging {
    /// Reads a `paging` table; a key that its style has no use for is an error, not ignored.
    init(_ table: ManifestTable, isInBody: Bool, uses: [TemplateUse]) throws(ManifestError) {
        self.isInBody = isInBody
        let style = try table.required("style", orAdvise: "choose one of \(Style.list)") { key throws(ManifestError) in
            try table.word(key, as: Style.self)
        }
        let keys = ManifestKeys.pagingKeys.filter { $0.styles.contains(style) }.map(\.key.name)
        if let key = table.firstKey(besides: keys) {
            throw table.error(key, .impossible("has no meaning with the style “\(style.rawValue)”; remove one of them"))
        }
        self.style = style
        isTemplated = try Self.isTemplated(style, uses)
        if isTemplated, table.has("param") {
            throw table.error("param", .impossible("and a placeholder both name the page; keep one"))
        }
        lastFields = uses.lastFields
        param = try table.parameter("param") ?? style.usualParam
        firstNumber = try style == .page ? table.integer("first") ?? 1 : 1
        firstCursor = try style == .cursor ? table.string("first") : nil
        totalPages = try Self.place("total_pages", "total_pages_header", in: table)
        next = try Self.next(style, in: table)
        size = try Self.size(in: table, uses)
        endCursor = try table.cursorText("end_cursor")
        hasNext = try table.innerPath("has_next")
        total = try Self.place("total", "total_header", in: table)
        endStatus = try Self.endStatus(in: table)
        try check(table)
    }

    /// Statuses that say that there is no such page; the others of 400 to 499 say who may ask, or when.
    private static func endStatus(in table: ManifestTable) throws(ManifestError) -> Set<Int> {
        let statuses = try table.list("end_status", expecting: "an array of integers", \.whole) ?? []
        for status in statuses where !(400...499).contains(status) || [401, 403, 407, 408, 429].contains(status) {
            throw table.error(
                "end_status", .badValue("holds \(status), which cannot say that a list ends; write [400, 404], say"))
        }
        return Set(statuses)
    }

    private static func next(_ style: Style, in table: ManifestTable) throws(ManifestError) -> Place? {
        if let next = try place("next", "next_header", in: table) { return next }
        switch style {
        case .cursor:
            throw table.error("next", .missingKey(advice: "write the path to the next cursor in the body"))
        case .nextURL:
            throw table.error("next", .missingKey(advice: "write the path to the next URL in the body, or next_header"))
        case .none, .page, .offset, .link, .afterID: return nil
        }
    }

    /// Whether placeholders say where a page is named: only those that the style has a value for may be there.
    private static func isTemplated(_ style: Style, _ uses: [TemplateUse]) throws(ManifestError) -> Bool {
        var isTemplated = false
        for use in uses {
            let needed: Style
            switch use.variable {
            case .size, .since: continue
            case .page: needed = .page
            case .offset: needed = .offset
            case .cursor: needed = .cursor
            case .last: needed = .afterID
            }
            guard style == needed else {
                throw use.error("which only the style “\(needed.rawValue)” has, and this is “\(style.rawValue)”")
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
        if style == .offset, size == nil, hasNext == nil, total == nil {
            throw table.error(
                "size",
                .missingKey(advice: "without it, has_next, total or total_header nothing says where the list ends"))
        }
    }
}
