import FeedModel
import Foundation

/// A list of the scripted server, and how it gives it away.
struct ServerList: Sendable {
    /// What the server's entity tags speak of.
    enum Tags: CaseIterable, Sendable {
        case none
        /// The page, with the headers that lead on.
        case page
        /// The page's bytes alone: the headers of a 304 may lead elsewhere than they did.
        case body
        /// The whole list.
        case list
    }

    var style: ListStyle
    var size = 3
    var tags = Tags.page
    var items: [ServerItem] = [] {
        didSet { if items.isEmpty, let last = oldValue.first { hasVersionsWhenEmpty = last.version != nil } }
    }
    /// Tombstones, which only a list of changes tells.
    var graves: [ServerItem] = []
    /// Whether `since` is understood, and whether it includes the version it names.
    var delta: Delta?
    /// Whether every page is the first one, whatever was asked.
    var ignoresPaging = false
    /// What the page leads to instead of the next one.
    var nextInstead: String?
    /// Whether each page says how long the list is, in its body.
    var reportsTotal = false
    /// How many more than there are it says.
    var totalExcess = 0
    /// The largest length that it says.
    var largestTotal = Int.max
    /// An item that every page begins with, besides its own ones.
    var pinned: ServerItem?

    /// Whether its items have versions. An emptied list gets items like those it had; one that was always empty gets
    /// some with versions.
    var hasVersions: Bool { items.first.map { $0.version != nil } ?? hasVersionsWhenEmpty }
    private(set) var hasVersionsWhenEmpty = true

    enum Delta: Sendable {
        case after, from
    }

    /// An answer before anybody spoils it.
    struct Answer {
        var status = 200
        var headers: [(String, String)] = []
        var body = ""
    }

    func answer(path: String, query: [String: String], tag known: String?) -> Answer {
        let listing = listing(since: query["since"])
        guard let start = start(query, in: listing) else { return Answer(status: 400) }
        let end = style == .none ? listing.count : min(start + size, listing.count)
        let shown = start < end ? Array(listing[start..<end]) : []
        var answer = page(shown, start: start, end: end, count: listing.count)
        if style == .link || style == .nextHeader || style == .nextURL, end < listing.count || nextInstead != nil {
            let since = query["since"].map { "&since=\($0)" } ?? ""
            lead(&answer, to: "\(path)?after=\(nextInstead ?? shown.last?.id ?? "")\(since)")
        }
        guard let tag = tag(of: answer) else { return answer }
        answer.headers.append(("ETag", tag))
        return tag == known ? Answer(status: 304, headers: answer.headers) : answer
    }

    private func listing(since: String?) -> [ServerItem] {
        guard let delta, let since = since.flatMap(Int.init) else { return items }
        return (items + graves).filter { item in
            delta == .after ? item.version ?? 0 > since : item.version ?? 0 >= since
        }
    }

    private func start(_ query: [String: String], in listing: [ServerItem]) -> Int? {
        if ignoresPaging { return 0 }
        if let page = query["page"].flatMap(Int.init) { return (page - 1) * size }
        if let offset = query["offset"].flatMap(Int.init) { return offset }
        guard let id = query["after"] ?? query["cursor"] else { return 0 }
        return listing.lastIndex { $0.id == id }.map { $0 + 1 }
    }

    private func page(_ shown: [ServerItem], start: Int, end: Int, count: Int) -> Answer {
        var answer = Answer()
        let items = (pinned.map { [$0] } ?? []) + shown
        var members = [#""items":[\#(items.map(\.json).joined(separator: ","))]"#]
        let hasMore = end < count
        switch style {
        case .pageHasNext, .offsetHasNext, .afterID: members.append(#""more":\#(hasMore)"#)
        case .pageCount: members.append(#""pages":\#((count + size - 1) / size)"#)
        case .pageCountHeader: answer.headers.append(("X-Pages", "\((count + size - 1) / size)"))
        case .offsetTotal: members.append(#""total":\#(count)"#)
        case .offsetTotalHeader: answer.headers.append(("X-Total", "\(count)"))
        case .cursor:
            let next = nextInstead ?? (hasMore ? shown.last?.id : nil)
            members.append(#""next":\#(next.map { "\"\($0)\"" } ?? "null")"#)
        case .none, .page, .offset, .nextURL, .nextHeader, .link: break
        }
        if reportsTotal, style != .offsetTotal {
            members.append(#""total":\#(min(count + totalExcess, largestTotal))"#)
        }
        answer.body = "{\(members.joined(separator: ","))}"
        return answer
    }

    private func lead(_ answer: inout Answer, to next: String) {
        switch style {
        case .link: answer.headers.append(("Link", "<\(next)>; rel=\"next\""))
        case .nextHeader: answer.headers.append(("X-Next", next))
        default: answer.body = answer.body.dropLast() + #","next":"\#(next)"}"#
        }
    }

    private func tag(of answer: Answer) -> String? {
        switch tags {
        case .none: nil
        case .page: Self.tag(answer.body + answer.headers.map { "\($0)\($1)" }.joined())
        case .body: Self.tag(answer.body)
        case .list: Self.tag(items.map(\.json).joined())
        }
    }

    /// Whether a request names no other page.
    static func isFirstPage(_ query: [String: String]) -> Bool {
        query["page"] ?? "1" == "1" && query["offset"] ?? "0" == "0" && query["after"] == nil && query["cursor"] == nil
    }

    static func tag(_ text: String) -> String {
        "\"\(String(FNV1a.hash(text.utf8), radix: 16))\""
    }
}
