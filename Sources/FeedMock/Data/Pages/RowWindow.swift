import FeedModel

/// Where a row is in the order that pages follow: by its place, or, where changes are asked for, by its version. Both
/// stay what they are while rows before it come and go.
struct RowPosition: Comparable {
    private let version: ListVersion?
    private let ordinal: Int

    init(_ row: DataItem, byVersion: Bool) {
        version = byVersion ? row.version : nil
        ordinal = row.ordinal
    }

    /// Reads a cursor that `text` gave; nil where it is none.
    init?(_ text: String, as kind: ListVersion.Kind?) {
        let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let ordinal = halves.first.flatMap({ Int($0) }), (halves.count == 2) == (kind != nil) else { return nil }
        self.ordinal = ordinal
        version = kind.flatMap { kind in halves.last.flatMap { ListVersion($0, as: kind) } }
        if kind != nil, version == nil { return nil }
    }

    /// The cursor of the page that begins after it.
    var text: String { "\(ordinal)" + (version.map { "@\($0.text)" } ?? "") }

    static func < (left: RowPosition, right: RowPosition) -> Bool {
        if let first = left.version, let second = right.version, first != second { return first < second }
        return left.ordinal < right.ordinal
    }
}

/// The part of a list, or of its changes, that a request asks for in the list's style.
struct RowWindow {
    private let rows: [DataItem]
    private let window: PageWindow
    private let list: DataList
    private let since: ListVersion?
    private let query: Query
    private let asked: RowQuery

    /// - Parameters:
    ///   - standardSize: how many items a page has unless the request says so
    ///   - isMeant: the rows that the request is about; nil: all
    /// - Throws: `RequestError` for a number out of range, and for a cursor, an ID or a version that is none.
    init(
        _ query: Query, of list: DataList, standardSize: Int, where isMeant: ((DataItem) -> Bool)? = nil
    ) throws(RequestError) {
        (self.list, self.query) = (list, query)
        since = try Self.since(query, list)
        let all = since.map(list.changes(after:)) ?? list.items
        asked = try RowQuery(query, of: list, rows: isMeant.map { isMeant in all.filter { isMeant($0) } } ?? all)
        let (since, rows) = (since, asked.rows)
        self.rows = rows
        switch list.paging {
        case .none: window = PageWindow(style: .page, number: 1, size: rows.count, total: rows.count)
        case .page, .link: window = try PageWindow(query, as: [.page], total: rows.count, size: standardSize)
        case .offset: window = try PageWindow(query, as: [.offset], total: rows.count, size: standardSize)
        case .cursor, .nextURL, .afterID:
            // Such a place is one in the list's own order.
            if asked.isSorted { throw .conflictingParameters("_sort", "pages by \(list.paging.rawValue)") }
            let position = try Self.position(query, list, byVersion: since != nil)
            let start = position.map { start in
                rows.firstIndexInSorted { RowPosition($0, byVersion: since != nil) > start }
            }
            let size = try query.integer("limit", in: PageWindow.sizes) ?? standardSize
            window = PageWindow(style: .offset, number: start ?? 0, size: size, total: rows.count)
        }
    }

    private static func since(_ query: Query, _ list: DataList) throws(RequestError) -> ListVersion? {
        guard let kind = list.versions, let text = query["since"] else { return nil }
        guard let version = ListVersion(text, as: kind) else {
            let expected = kind == .number ? "a whole number" : "an RFC 3339 date"
            throw .badParameter(name: "since", value: text, expected: expected)
        }
        return version
    }

    private static func position(
        _ query: Query, _ list: DataList, byVersion: Bool
    ) throws(RequestError) -> RowPosition? {
        let isAfterID = list.paging == .afterID
        let name = isAfterID ? "after" : "cursor"
        guard let text = query[name] else { return nil }
        if isAfterID {
            if let row = list.row(text) { return RowPosition(row, byVersion: byVersion) }
            throw .badParameter(name: name, value: text, expected: "the ID of an item")
        }
        if let position = RowPosition(text, as: byVersion ? list.versions : nil) { return position }
        throw .badParameter(name: name, value: text, expected: "a cursor that this server gave")
    }

    /// The cursor of the next page, or its URL.
    private func next(_ url: String) -> String? {
        guard window.hasNext, let last = window.range.last else { return nil }
        let cursor = RowPosition(rows[last], byVersion: since != nil).text
        if list.paging == .cursor { return cursor }
        return "\(url)?\(kept)cursor=\(PlainPath.encoded(cursor))&limit=\(window.size)"
    }

    /// The query parameters that changed something.
    var obeyed: [String] { list.paging.parameters + (list.versions == nil ? [] : ["since"]) + asked.obeyed }

    /// The answer, in the shape of the list's style.
    ///
    /// - Parameters:
    ///   - url: of the list, for links
    ///   - embed: writes the rows of another list that belong to an item, by the other list's name and the item's ID
    func answer(at url: String, embed: (String, DataItem) -> [DataItem]) -> Answer {
        let links =
            list.paging == .link && asked.page == nil
            ? window.links(url, keeping: kept)
            : asked.page?.links(url, keeping: kept, parameters: RowQuery.pageParameters, hasEnds: true)
        return .page(of: asked.total, links: links) { writer in
            if list.paging.isBare { return write(to: &writer, embed) }
            writer.object { writer in
                writer.key("data")
                write(to: &writer, embed)
                writeMembers(to: &writer, url)
            }
        }
    }

    private func write(to writer: inout JSONWriter, _ embed: (String, DataItem) -> [DataItem]) {
        writer.array { writer in
            for row in rows[window.range] {
                guard !asked.embedded.isEmpty else {
                    row.write(to: &writer)
                    continue
                }
                guard var members = try? JSONMembers(object: JSONWriter.bytes { row.write(to: &$0) }) else { continue }
                for name in asked.embedded {
                    let list = JSONWriter.bytes { writer in
                        writer.array { for other in embed(name, row) { other.write(to: &$0) } }
                    }
                    members.set(name, to: list[...])
                }
                writer.verbatim(members.bytes)
            }
        }
    }

    private func writeMembers(to writer: inout JSONWriter, _ url: String) {
        switch list.paging {
        case .none, .link: break
        case .page:
            writer.field("page", window.number)
            writer.field("total_pages", rows.isEmpty ? 0 : window.pageCount)
            writer.field("has_next", window.hasNext)
        case .offset: writer.field("offset", window.number)
        case .cursor, .nextURL:
            writer.key("next")
            if let next = next(url) { writer.string(next) } else { writer.null() }
        case .afterID: writer.field("has_more", window.hasNext)
        }
        writer.field("total", rows.count)
    }

    /// The parameters that are not about pages.
    private var kept: String {
        let paging = list.paging.parameters + (asked.page == nil ? [] : RowQuery.pageParameters)
        return query.parameters.filter { !paging.contains($0.name) }.map {
            "\(PlainPath.encoded($0.name))=\(PlainPath.encoded($0.value))&"
        }.joined()
    }
}
