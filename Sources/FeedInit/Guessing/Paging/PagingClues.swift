import FeedModel
import FeedSource

/// What an answer shows of how its list is read page by page.
struct PagingClues {
    let fields: AnswerFields
    let headers: HeaderFields
    /// Items on the page.
    let count: Int
    let parameters: RequestParameters
    /// Whether items have lists of the same name in them, as comments have replies: a total may count those, too.
    var isNested = false

    private static let nextNames = [
        "next", "nexturl", "nextlink", "odatanextlink", "nextpageurl", "nextpagelink", "nextpageuri", "nexturi",
        "nexthref", "nextpage", "nexthyperlink", "hydranext", "nextrecordsurl",
    ]
    private static let hasNextNames = [
        "hasnextpage", "hasnext", "hasmore", "hasmoreitems", "hasmoreresults", "morerecords", "moreresults",
        "moreavailable", "more",
    ]
    private static let totalNames = [
        "totalcount", "totalitems", "totalresults", "totalrecords", "totalelements", "totalhits", "numfound", "nbhits",
        "recordstotal", "totalsize", "totalreplies", "odatacount", "hydratotalitems", "numbermatched", "total", "count",
    ]
    private static let totalHeaders = [
        "X-Total-Count", "X-WP-Total", "X-Total", "Total-Count", "X-Total-Records", "Total-Records", "Total-Objects",
        "X-Pagination-Total-Count", "X-Total-Items",
    ]
    private static let pageCountNames = ["totalpages", "pagecount", "lastpage", "numpages", "pages", "pagetotal"]
    private static let pageCountHeaders = [
        "X-WP-TotalPages", "X-Total-Pages", "X-Pages", "X-Page-Count", "X-Pagination-Page-Count",
    ]
    private static let pageNames = ["currentpage", "pagenumber", "pageindex", "page"]
    /// What answers call the number of items before a page.
    static let offsetNames = ["offset", "skip", "start", "from", "startindex", "startat"]

    // MARK: What names the next page

    /// A URL, and what the answer calls it; also where it is null, if its name says that it is one.
    var nextURL: AnswerField? {
        let isNext: (AnswerField) -> Bool = { field in field.text.map(Self.looksLikeURL) ?? false }
        if let field = fields.first(of: Self.nextNames, where: isNext) { return field }
        return fields.all.first { field in
            ["href", "url", "uri"].contains(field.name.plain) && field.parent?.plain == "next" && isNext(field)
        }
    }

    /// A field that has the URL of the next page on pages before the last one.
    var endedNextURL: AnswerField? {
        let names = ["nexturl", "nextlink", "odatanextlink", "nextpageurl"]
        if let field = fields.first(of: names, where: { $0.value == .null }) { return field }
        let hasSiblings = fields.all.contains { ["previous", "prev"].contains($0.name.plain) }
        return hasSiblings ? fields.first(of: ["next"]) { $0.value == .null } : nil
    }

    var nextHeader: String? {
        headers.fields.first { field in
            let name = FieldName(field.name).plain
            return ["nextpage", "xnext", "xnextpage", "next", "xnexturl", "nexturl", "xnextlink"].contains(name)
                && Self.looksLikeURL(field.value)
        }?.name
    }

    static func looksLikeURL(_ text: String) -> Bool {
        if text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("?") { return true }
        // A token may begin with a slash, too: base64 does.
        if text.hasPrefix("/") { return text.contains("?") || text.count < 200 && !text.hasSuffix("=") }
        return text.contains("?") && text.contains("=")
    }

    // MARK: Whether there is more, and how much

    var hasNext: AnswerField? {
        fields.first(of: Self.hasNextNames) { if case .bool = $0.value { true } else { false } }
    }

    /// The number of the page; `number` is one beside a number of pages (Spring).
    var page: AnswerField? {
        let isFirst: (AnswerField) -> Bool = { $0.number ?? .max <= 1 }
        if let field = fields.first(of: Self.pageNames, where: isFirst) { return field }
        return pageCount.flatMap { _ in fields.first(of: ["number"], where: isFirst) }
    }

    /// The number of items before the first page, which is 0.
    var offset: AnswerField? { fields.first(of: Self.offsetNames) { $0.number == 0 } }

    /// How many pages there are: the key of the manifest, where it is, and the number.
    var pageCount: (key: String, place: String, count: Int)? {
        if let field = fields.first(of: Self.pageCountNames, where: { ($0.number ?? 0) > 0 }), let number = field.number
        {
            return ("total_pages", field.path.description, number)
        }
        return Self.number(in: headers, of: Self.pageCountHeaders).map { ("total_pages_header", $0.name, $0.number) }
    }

    /// How many items the list has.
    ///
    /// - Parameter hasMore: whether there is another page. Then a number that is no greater than the page is the page's.
    func total(hasMore: Bool) -> (key: String, place: String, count: Int)? {
        let least = hasMore ? count + 1 : count
        if !isNested, let field = fields.first(of: Self.totalNames, where: { ($0.number ?? -1) >= least }),
            let number = field.number
        {
            return ("total", field.path.description, number)
        }
        guard let header = Self.number(in: headers, of: Self.totalHeaders), header.number >= least else { return nil }
        return ("total_header", header.name, header.number)
    }

    private static func number(in headers: HeaderFields, of names: [String]) -> (name: String, number: Int)? {
        names.lazy.compactMap { name in
            let field = headers.fields.first { HeaderFields.areEqual($0.name, name) }
            return field.flatMap { field in Int(field.value).flatMap { $0 >= 0 ? (field.name, $0) : nil } }
        }.first
    }
}
