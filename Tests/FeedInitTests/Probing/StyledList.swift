import FeedModel
import Foundation
import TestSupport
import Testing

/// A list that is read page by page in one way only: other parameters are passed over, as most servers do.
struct StyledList: Sendable, CustomTestStringConvertible {
    /// What the server understands.
    enum Style: String, CaseIterable, Sendable {
        case none, page, pageFromZero, pageHasNext, pageCount, pageCountHeader, pageEnding404
        case offset, skip, offsetTotal, cursor, numberCursor, nextURL, nextURLNull, nextHeader, link, afterID
    }

    let style: Style
    var count = 25
    var size = 10

    var testDescription: String { "\(style), \(count) items" }

    var keys: [String] { (0..<(style == .none ? size : count)).map { "i\($0)" } }

    /// `GET /v1/list?page=2`
    func answer(_ request: String) -> TableAnswer? {
        let url = URLComponents(string: String(request.dropFirst(4)))
        guard url?.path == "/v1/list" else { return nil }
        func value(_ name: String) -> String? { url?.queryItems?.first { $0.name == name }?.value }
        let start = start(value)
        if style == .pageEnding404, start >= count { return nil }
        let size = value("limit").flatMap(Int.init) ?? size
        let end = min(start + size, style == .none ? size : count)
        let items = (min(start, end)..<end).map { #"{"id":"i\#($0)","updated_at":\#($0),"deleted":false}"# }
        return page(items, next: end, hasMore: style != .none && end < count)
    }

    private func start(_ value: (String) -> String?) -> Int {
        func number(_ name: String) -> Int? { value(name).flatMap(Int.init) }
        switch style {
        case .none: return 0
        case .page, .pageHasNext, .pageCount, .pageCountHeader, .pageEnding404:
            return ((number("page") ?? 1) - 1) * size
        case .pageFromZero: return (number("page") ?? 0) * size
        case .offset, .offsetTotal: return number("offset") ?? 0
        case .skip: return number("skip") ?? 0
        case .numberCursor: return number("from_item") ?? 0
        case .cursor, .nextURL, .nextURLNull, .nextHeader, .link:
            return value("cursor").flatMap { Int($0.dropFirst()) } ?? 0
        case .afterID: return value("starting_after").flatMap { Int($0.dropFirst()) }.map { $0 + 1 } ?? 0
        }
    }

    private func page(_ items: [String], next: Int, hasMore: Bool) -> TableAnswer {
        let url = "ORIGIN/v1/list?cursor=c\(next)"
        let pages = (count + size - 1) / size
        var headers: [String: String] = [:]
        var members = ["\"items\":[\(items.joined(separator: ","))]"]
        switch style {
        case .none, .page, .pageEnding404, .offset, .skip: break
        case .pageFromZero: members += ["\"page\":\((next - 1) / size)", "\"pages\":\(pages)"]
        case .pageHasNext, .afterID: members.append("\"has_more\":\(hasMore)")
        case .pageCount: members.append("\"total_pages\":\(pages)")
        case .pageCountHeader: headers["X-Total-Pages"] = "\(pages)"
        case .offsetTotal: members += ["\"offset\":\(next - items.count)", "\"total\":\(count)"]
        case .cursor: members.append("\"next_cursor\":\(hasMore ? "\"c\(next)\"" : "null")")
        case .numberCursor: members.append("\"next_from_item\":\(hasMore ? "\(next)" : "null")")
        case .nextURL: if hasMore { members.append("\"next\":\"\(url)\"") }
        case .nextURLNull: members += ["\"next\":\(hasMore ? "\"\(url)\"" : "null")", "\"previous\":null"]
        case .nextHeader: if hasMore { headers["Next-Page"] = url }
        case .link: if hasMore { headers["Link"] = "<\(url)>; rel=\"next\", <\(url)>; rel=\"last\"" }
        }
        return TableAnswer(headers: headers, body: "{\(members.joined(separator: ","))}")
    }
}
