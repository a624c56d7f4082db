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
    let rows: [DataItem]
    let range: Range<Int>
    /// The page's number or offset, where the style has one.
    let number: Int
    let size: Int
    private let list: DataList
    private let since: ListVersion?

    /// - Parameter standardSize: how many items a page has unless the request says so
    /// - Throws: `RequestError` for a number out of range, and for a cursor, an ID or a version that is none.
    init(_ query: Query, of list: DataList, standardSize: Int) throws(RequestError) {
        self.list = list
        since = try Self.since(query, list)
        let (since, rows) = (since, since.map(list.changes(after:)) ?? list.items)
        self.rows = rows
        size =
            try list.paging.sizeParameter.map { (name) throws(RequestError) in
                try query.integer(name, in: PageWindow.sizes) ?? standardSize
            } ?? rows.count
        let start: Int
        switch list.paging {
        case .none: (number, start) = (1, 0)
        case .page, .link:
            number = try query.integer("page", in: 1...Int.max) ?? 1
            let (product, isOverflow) = (number - 1).multipliedReportingOverflow(by: size)
            start = isOverflow ? rows.count : product
        case .offset:
            number = try query.integer("offset", in: 0...Int.max) ?? 0
            start = number
        case .cursor, .nextURL, .afterID:
            let position = try Self.position(query, list, byVersion: since != nil)
            start = rows.firstIndexInSorted(where: { row in
                position.map {
                    RowPosition(row, byVersion: since != nil) > $0
                } ?? true
            })
            number = start
        }
        let first = min(start, rows.count)
        range = first..<first + min(size, rows.count - first)
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

    var hasNext: Bool { range.upperBound < rows.count }

    private var nextCursor: String? {
        guard hasNext, let last = range.last else { return nil }
        return RowPosition(rows[last], byVersion: since != nil).text
    }

    /// The answer at `path`, in the shape of the list's style.
    func answer(at path: String) -> Answer {
        var answer = Answer.json { writer in
            if list.paging.isBare { return write(to: &writer) }
            writer.object { writer in
                writer.key("data")
                write(to: &writer)
                writeMembers(to: &writer, path: path)
            }
        }
        answer.setHeader("X-Total-Count", String(rows.count))
        if list.paging == .link { answer.setHeader("Link", link(path)) }
        return answer
    }

    private func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for row in rows[range] { row.write(to: &writer) }
        }
    }

    private func writeMembers(to writer: inout JSONWriter, path: String) {
        switch list.paging {
        case .none, .link: break
        case .page:
            writer.field("page", number)
            writer.field("total", rows.count)
            writer.field("has_next", hasNext)
        case .offset:
            writer.field("offset", number)
            writer.field("total", rows.count)
        case .cursor:
            writer.key("next")
            if let nextCursor { writer.string(nextCursor) } else { writer.null() }
        case .nextURL:
            writer.key("next")
            if let nextCursor {
                writer.string("\(path)?\(kept)cursor=\(Self.escaped(nextCursor))&limit=\(size)")
            } else {
                writer.null()
            }
        case .afterID: writer.field("has_more", hasNext)
        }
    }

    private func link(_ path: String) -> String? {
        guard hasNext else { return nil }
        return "<\(path)?\(kept)page=\(number + 1)&per_page=\(size)>; rel=\"next\""
    }

    private var kept: String { since.map { "since=\(Self.escaped($0.text))&" } ?? "" }

    private static func escaped(_ text: String) -> String {
        text.replacing("@", with: "%40").replacing("+", with: "%2B").replacing(":", with: "%3A")
    }
}
