import FeedModel
import Foundation

/// A list API in a few lines. What is not set is sound: 25 items in pages of 10, with versions.
struct AuditedList: Sendable {
    enum Style: Sendable {
        case none, page, offset, cursor, nextURL, link, afterID
    }

    /// A request, as far as an answer depends on it.
    struct Moment: Sendable {
        /// How often the first page of the whole list was asked for, from 1.
        let walk: Int
        /// From 1.
        let request: Int
        /// The number of items before the page.
        let start: Int
        let size: Int
        let since: Int?
        let now: Instant
        /// The number of items before the next page.
        var end = 0
        /// How long the list is.
        var count = 0

        var hasMore: Bool { end < count }
        var page: Int { start / size + 1 }
    }

    struct Refusal: Sendable {
        let status: Int
        var headers: [String: String] = [:]
    }

    var style = Style.page
    /// In the manifest, as the members of `paging`.
    var paging = #"style = "page""#
    /// More lines of the collection in the manifest.
    var lines = ""
    /// More lines of `[source]`.
    var source = ""
    var count = 25
    var size = 10
    /// The largest page that may be asked for.
    var cap = Int.max
    /// The IDs of the list in its order; nil for 0 up to `count`.
    var ids: (@Sendable (Moment) -> [Int])?
    var item: @Sendable (Int, Moment) -> String = { id, _ in #"{"id":\#(id),"v":\#(100 + id)}"# }
    /// More members of the answer.
    var members: @Sendable (Moment) -> [String] = { _ in [] }
    /// What names the next page; nil for none.
    var next: @Sendable (Moment) -> Int? = { $0.hasMore ? $0.end : nil }
    var headers: @Sendable (Moment, _ body: String) -> [String: String] = { _, _ in [:] }
    /// What is answered in place of a page.
    var refusal: @Sendable (Moment) -> Refusal? = { _ in nil }
    /// What a delta answers, of the IDs of the list; nil for those whose version is greater.
    var delta: (@Sendable (_ ids: [Int], _ since: Int) -> [Int])?

    var manifest: String {
        """
        [source]
        name = "t"
        base_url = "http://api.example.com/v1"
        retry = { attempts = 2 }
        \(source)
        [[collections]]
        name = "list"
        path = "list"
        items = "items"
        \(lines.contains("id = ") ? "" : "id = \"id\"")
        \(lines.contains("version = ") ? "" : "version = \"v\"")
        paging = { \(paging) }
        \(lines)
        """
    }

    /// - Parameter query: the parameters of the request.
    func answer(
        _ query: [String: String], walk: Int, request: Int, now: Instant
    ) -> (
        status: Int, headers: [String: String], body: String
    ) {
        let size = min(query["limit"].flatMap(Int.init) ?? self.size, cap)
        let number = ["page", "offset", "cursor", "after"].lazy.compactMap { query[$0].flatMap(Int.init) }.first
        var start = number ?? 0
        if style == .page { start = ((number ?? 1) - 1) * size }
        if style == .afterID { start = number.map { $0 + 1 } ?? 0 }
        var moment = Moment(
            walk: walk, request: request, start: start, size: size, since: query["since"].flatMap(Int.init), now: now)
        if let refusal = refusal(moment) { return (refusal.status, refusal.headers, "{}") }
        var ids = ids?(moment) ?? Array(0..<count)
        if let since = moment.since { ids = delta?(ids, since) ?? ids.filter { 100 + $0 > since } }
        moment.count = ids.count
        moment.end = style == .none ? ids.count : min(max(start, 0) + size, ids.count)
        let elements = (min(max(start, 0), moment.end)..<moment.end).map { item(ids[$0], moment) }
        var members = ["\"items\":[\(elements.joined(separator: ","))]"] + members(moment)
        var headers: [String: String] = [:]
        let next = next(moment)
        switch style {
        case .cursor: members.append("\"next\":\(next.map { "\"\($0)\"" } ?? "null")")
        case .nextURL: members.append("\"next\":\(next.map { "\"/v1/list?cursor=\($0)\"" } ?? "null")")
        case .link: if let next { headers["Link"] = "</v1/list?cursor=\(next)>; rel=\"next\"" }
        case .none, .page, .offset, .afterID: break
        }
        let body = "{\(members.joined(separator: ","))}"
        return (200, headers.merging(self.headers(moment, body)) { $1 }, body)
    }
}
