import FeedModel

extension Paging {
    /// The styles by their names in a manifest, and the keys each of them reads beside `style`.
    private enum StyleName: String, CaseIterable {
        case none, page, offset, cursor
        case nextURL = "next_url"
        case link
        case afterID = "after_id"

        var keys: [String] {
            let size = ["size_param", "size"]
            let total = ["total", "total_header"]
            let common = ["has_next", "end_status"] + size + total
            return switch self {
            case .none: size
            case .page: ["param", "first", "total_pages", "total_pages_header"] + common
            case .offset: ["param"] + common
            case .cursor: ["param", "first", "next"] + common
            case .nextURL: ["next", "next_header"] + common
            case .link: common
            case .afterID: ["param"] + common
            }
        }
    }

    /// The keys that some style has beside `style`, each once.
    static let styleKeys = StyleName.allCases.flatMap(\.keys).reduce(into: [String]()) { keys, key in
        if !keys.contains(key) { keys.append(key) }
    }

    package static let styleNames = StyleName.allCases.map(\.rawValue)

    /// Reads a `paging` table; a key that its style has no use for is an error, not ignored.
    ///
    /// - Parameter isInBody: whether its parameters are paths in the body of a request.
    init(_ table: ManifestTable, isInBody: Bool) throws(ManifestError) {
        self.isInBody = isInBody
        try table.allow(only: ManifestKeys.paging)
        guard let name = try table.word("style", as: StyleName.self) else {
            let styles = Self.styleNames.joined(separator: ", ")
            throw table.error("style", .missingKey(advice: "choose one of \(styles)"))
        }
        if let key = Self.styleKeys.first(where: { table.has($0) && !name.keys.contains($0) }) {
            throw table.error(key, .impossible("has no meaning with the style “\(name.rawValue)”; remove one of them"))
        }
        style = try Self.style(name, in: table)
        size = try Self.size(in: table)
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

    private static func style(_ name: StyleName, in table: ManifestTable) throws(ManifestError) -> Style {
        switch name {
        case .none: return .none
        case .page:
            return .page(
                param: try table.parameter("param") ?? "page",
                first: try table.integer("first", in: 0...Int.max) ?? 1,
                totalPages: try place("total_pages", "total_pages_header", in: table))
        case .offset: return .offset(param: try table.parameter("param") ?? "offset")
        case .cursor:
            guard let next = try table.innerPath("next") else {
                throw table.error("next", .missingKey(advice: "write the path to the next cursor in the body"))
            }
            return .cursor(param: try table.parameter("param") ?? "cursor", first: try firstCursor(table), next: next)
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

    private static func firstCursor(_ table: ManifestTable) throws(ManifestError) -> String? {
        if case .integer(let number) = table.values["first"] { return String(number) }
        return try table.string("first")
    }

    private static func size(in table: ManifestTable) throws(ManifestError) -> PageSize? {
        let param = try table.parameter("size_param")
        guard let count = try table.integer("size", in: 1...1_000_000) else {
            if param != nil { throw table.error("size_param", .impossible("needs size: how many items to ask for")) }
            return nil
        }
        return PageSize(param: param, count: count)
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
