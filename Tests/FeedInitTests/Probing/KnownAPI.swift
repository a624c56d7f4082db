import FeedModel
import Foundation
import TestSupport

/// Lists of 250 items as well-known servers answer them, by their documentation.
enum KnownAPI: String, CaseIterable, Sendable {
    case spring, springModel, strapi, notion, airtable, jira, salesforce, openAlex, magento

    static let count = 250
    static let keys = (0..<count).map { "i\($0)" }

    /// The URL that a user would paste.
    var url: String {
        switch self {
        case .openAlex: "/v1/list?filter=a&per-page=100&cursor=*"
        case .magento: "/v1/list?searchCriteria[pageSize]=100"
        default: "/v1/list"
        }
    }

    var body: String? { self == .notion ? #"{"page_size": 100}"# : nil }

    /// `GET /v1/list?page=2`, `POST /v1/list {…}`
    func answer(_ request: String) -> TableAnswer? {
        let parts = request.split(separator: " ", maxSplits: 2)
        guard let url = URLComponents(string: String(parts[1])), url.path.hasPrefix("/v1/list") else { return nil }
        func value(_ name: String) -> String? { url.queryItems?.first { $0.name == name }?.value }
        func number(_ name: String) -> Int? { value(name).flatMap(Int.init) }
        switch self {
        case .spring, .springModel: return spring(number("page") ?? 0)
        case .strapi:
            let page = number("pagination[page]") ?? 1
            return list(
                "data", from: (page - 1) * 25, 25,
                #""meta":{"pagination":{"page":\#(page),"pageSize":25,"pageCount":10,"total":250}}"#)
        case .notion:
            guard parts.count == 3 else { return TableAnswer(status: 400) }
            let cursor = parts[2].split(separator: "\"start_cursor\":\"").dropFirst().first?.prefix { $0 != "\"" }
            let start = cursor.flatMap { Int($0.dropFirst()) } ?? 0
            let next = start + 100 < Self.count ? "\"c\(start + 100)\"" : "null"
            return list("results", from: start, 100, #""next_cursor":\#(next),"has_more":\#(next != "null")"#)
        case .airtable:
            let start = value("offset").flatMap { Int($0.dropFirst(4)) } ?? 0
            return list("records", from: start, 100, start + 100 < Self.count ? #""offset":"itr/\#(start + 100)""# : "")
        case .jira:
            let start = number("startAt") ?? 0
            return list("issues", from: start, 50, #""startAt":\#(start),"maxResults":50,"total":250"#)
        case .salesforce:
            let start = url.path.split(separator: "-").dropFirst().first.flatMap { Int($0) } ?? 0
            let more = start + 100 < Self.count
            let next = more ? #","nextRecordsUrl":"/v1/list/01g-\#(start + 100)""# : ""
            return list("records", from: start, 100, #""totalSize":250,"done":\#(!more)\#(next)"#)
        case .openAlex:
            guard let cursor = value("cursor") else {
                return list(
                    "results", from: 0, 100, #""meta":{"count":250,"page":1,"per_page":100,"next_cursor":null}"#)
            }
            let start = Int(cursor.dropFirst()) ?? 0
            let next = start < Self.count ? "\"I\(start + 100)\"" : "null"
            return list("results", from: start, 100, #""meta":{"count":250,"page":null,"next_cursor":\#(next)}"#)
        case .magento:
            // A page beyond the last one is the last one again.
            let page = min(number("searchCriteria[currentPage]") ?? 1, 3)
            return list(
                "items", from: (page - 1) * 100, 100,
                #""search_criteria":{"filter_groups":[],"page_size":100},"total_count":250"#)
        }
    }

    private func spring(_ page: Int) -> TableAnswer {
        let ends = #""totalElements":250,"totalPages":13"#
        let more = #""last":\#(page >= 12),"size":20,"number":\#(page),\#(ends),"first":\#(page == 0)"#
        return list(
            "content", from: page * 20, 20, self == .spring ? more : #""page":{"size":20,"number":\#(page),\#(ends)}"#)
    }

    private func list(_ name: String, from start: Int, _ size: Int, _ more: String) -> TableAnswer {
        let range = min(start, Self.count)..<min(start + size, Self.count)
        let items = range.map { #"{"id":"i\#($0)","n":\#($0)}"# }.joined(separator: ",")
        return TableAnswer(body: #"{"\#(name)":[\#(items)]\#(more.isEmpty ? "" : ",")\#(more)}"#)
    }
}
