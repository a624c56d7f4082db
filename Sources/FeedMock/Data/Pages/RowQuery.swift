import FeedModel

/// What a request asks of a list besides its pages, in the parameters of json-server: equality of members by their paths
/// (`author.name=ann`; of several values any), `q`, `_sort` with `_order`, `_embed`, and, where the list has no envelope, a part
/// of it by `_page` with `_limit`, or `_start` with `_end` or `_limit`.
struct RowQuery {
    let rows: [DataItem]
    /// How many rows there are beside the part.
    let total: Int
    /// The part's page, where it was named by one.
    let page: PageWindow?
    let embedded: [String]
    /// The parameters that changed something.
    let obeyed: [String]
    /// Whether the order is not the list's own.
    let isSorted: Bool

    static let pageParameters = ["_page", "_limit"]
    private static let standardSize = 10

    init(_ query: Query, of list: DataList, rows: [DataItem]) throws(RequestError) {
        let names = Set(query.parameters.map(\.name)).subtracting(list.paging.parameters + ["since"])
        let own = names.filter { !$0.hasPrefix("_") && $0 != "q" }
        let paths = own.sorted().compactMap { name in (try? DottedPath(parsing: name)).map { (name, $0) } }
        let needsValues = !own.isEmpty || query.has("q") || query.has("_sort")
        var read = rows.map { row in (row: row, document: needsValues ? try? JSONDocument(Array(row.payload)) : nil) }
        var obeyed = names.intersection(["q", "_sort", "_embed"])
        for (name, path) in paths where read.contains(where: { $0.document?.value(at: path) != nil }) {
            obeyed.insert(name)
            let wanted = query.parameters.filter { $0.name == name }.map(\.value)
            read = read.filter { row in
                guard let document = row.document, let range = document.value(at: path) else { return false }
                return wanted.contains(document.plainText(at: range))
            }
        }
        if let text = query["q"]?.lowercased() { read = read.filter { $0.document?.holds(text) ?? false } }
        isSorted = query.has("_sort")
        if isSorted {
            obeyed.formUnion(names.intersection(["_order"]))
            read = Self.sorted(read, query)
        }
        (self.rows, total, page, obeyed) = try Self.part(read.map(\.row), query, of: list, obeyed: obeyed)
        embedded = query.parameters.filter { $0.name == "_embed" }.map(\.value)
        self.obeyed = Array(obeyed)
    }

    private typealias Part = ([DataItem], Int, PageWindow?, Set<String>)

    private static func part(
        _ rows: [DataItem], _ query: Query, of list: DataList, obeyed: Set<String>
    ) throws(RequestError) -> Part {
        let names = ["_page", "_limit", "_start", "_end"].filter(query.has)
        guard list.paging.isBare, !names.isEmpty else { return (rows, rows.count, nil, obeyed) }
        let limit = try query.integer("_limit", in: 1...Int.max)
        if let number = try query.integer("_page", in: 1...Int.max) {
            let page = PageWindow(style: .page, number: number, size: limit ?? standardSize, total: rows.count)
            return (Array(rows[page.range]), rows.count, page, obeyed.union(pageParameters))
        }
        let start = min(try query.integer("_start", in: 0...Int.max) ?? 0, rows.count)
        let end = try query.integer("_end", in: 0...Int.max) ?? .max
        let length = min(max(end - start, 0), limit ?? .max)
        return (Array(rows[start...].prefix(length)), rows.count, nil, obeyed.union(names))
    }

    // MARK: - Order

    private typealias Row = (row: DataItem, document: JSONDocument?)

    /// By several members one after another; what has no such member comes last.
    private static func sorted(_ rows: [Row], _ query: Query) -> [Row] {
        let orders = (query["_order"] ?? "").split(separator: ",")
        let fields = (query["_sort"] ?? "").split(separator: ",").enumerated().map { index, name in
            let isFalling =
                name.hasPrefix("-") || orders.indices.contains(index) && orders[index].lowercased() == "desc"
            return (path: DottedPath(String(name.trimmingPrefix("-"))), isFalling: isFalling)
        }
        let keys = rows.map { row in
            fields.map { field in
                row.document.flatMap { document in
                    document.value(at: field.path).map { (document.realNumber(at: $0), document.plainText(at: $0)) }
                }
            }
        }
        return rows.indices.sorted { left, right in
            for (index, field) in fields.enumerated() {
                guard let first = keys[left][index] else {
                    if keys[right][index] == nil { continue }
                    return false
                }
                guard let second = keys[right][index] else { return true }
                if first == second { continue }
                let isLess = if let one = first.0, let other = second.0 { one < other } else { first.1 < second.1 }
                return isLess != field.isFalling
            }
            return left < right
        }.map { rows[$0] }
    }
}

extension JSONDocument {
    /// Whether a text or a number in it has the text, whatever the case.
    fileprivate func holds(_ text: String) -> Bool {
        var isFound = false
        _ = replacingValues { range, _ in
            switch scalar(at: range) {
            case .string(let value), .number(let value): isFound = isFound || value.lowercased().contains(text)
            default: break
            }
            return nil
        }
        return isFound
    }
}
