import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedSource

/// A list on a server that speaks every paging style, answering URLs with bodies and headers.
private struct PagedList {
    let count: Int
    /// The most items the server gives at once, whatever it is asked for.
    let cap: Int

    /// Items `start ..< end` as the server cuts them.
    private func slice(from start: Int, size: Int) -> (items: String, end: Int) {
        let start = min(max(start, 0), count)
        let end = min(start + min(size, cap), count)
        return ("[" + (start..<end).map { "{\"id\": \($0)}" }.joined(separator: ", ") + "]", end)
    }

    func answer(_ url: SourceURL) -> (body: String, headers: HeaderFields) {
        let items = URLComponents(string: url.description)?.queryItems ?? []
        func value(_ name: String) -> Int? { items.last { $0.name == name }?.value.flatMap { Int($0) } }
        let size = value("limit") ?? cap
        let start =
            value("page").map { ($0 - 1) * min(size, cap) } ?? value("offset") ?? value("cursor")
            ?? value("after").map { $0 + 1 } ?? 0
        let (list, end) = slice(from: start, size: size)
        let hasMore = end < count
        let next = "\(url.path)?cursor=\(end)&limit=\(size)"
        let pages = (count + min(size, cap) - 1) / min(size, cap)
        let body = """
            {"items": \(list), "more": \(hasMore), "total": \(count), "pages": \(pages),
             "cursor": \(hasMore ? "\"\(end)\"" : "null"), "url": \(hasMore ? "\"\(next)\"" : "\"\"")}
            """
        var headers: HeaderFields = ["X-Total": "\(count)", "X-Pages": "\(pages)"]
        if hasMore { headers.set("Link", to: "<\(next)>; rel=next") }
        return (body, headers)
    }
}

@Suite("A walk in any style")
struct PagedWalkTests {
    /// The styles with an end that does not depend on getting as many items as were asked for.
    static let certainStyles = [
        "style = \"page\", has_next = \"more\"", "style = \"page\", total_pages = \"pages\"",
        "style = \"page\", total_pages_header = \"X-Pages\"", "style = \"page\"",
        "style = \"page\", total = \"total\"", "style = \"page\", total_header = \"X-Total\"",
        "style = \"page\", has_next = \"url\"", "style = \"offset\", has_next = \"cursor\"",
        "style = \"offset\", has_next = \"more\"", "style = \"offset\", total = \"total\"",
        "style = \"offset\", total_header = \"x-total\"", "style = \"cursor\", next = \"cursor\"",
        "style = \"next_url\", next = \"url\"", "style = \"link\"", "style = \"after_id\", has_next = \"more\"",
        "style = \"after_id\"",
    ]

    private func walk(_ style: String, _ list: PagedList) throws -> (ids: [String], requests: Int) {
        let toml = ManifestText.collection(paging: "{ \(style) }").replacing("items = \"\"", with: "items = \"items\"")
        let source = try Manifest(toml: toml, file: "feed.toml").resolved(environment: [:])
        let spec = try #require(source.collections.first)
        var ids: [String] = []
        var requests = 0
        var cursor: PageCursor? = spec.paging.firstPage
        while let current = cursor, requests < 1000 {
            // Through its text, as in another process.
            let kept = try #require(PageCursor(text: current.text))
            let url = try spec.request(for: kept, base: source.baseURL).url
            let answer = list.answer(url)
            let page = try spec.decoder.decode(Array(answer.body.utf8))
            for item in page.items { if case .id(let id) = item.identity { ids.append(id) } }
            let metadata = spec.paging.metadata(of: page, headers: answer.headers)
            let position = ListPosition(cursor: kept, elements: ids.count - metadata.itemCount)
            cursor = try spec.paging.cursor(after: position, metadata, answeredBy: url, isTrusted: true)
            requests += 1
        }
        return (ids, requests)
    }

    @Test("reads every item once, in order", arguments: SeededGenerator.seeds(60))
    func everyItem(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let size = Int.random(in: 1...12, using: &random)
        let list = PagedList(count: Int.random(in: 0...60, using: &random), cap: Int.random(in: 1...15, using: &random))
        let expected = (0..<list.count).map(String.init)
        for style in Self.certainStyles {
            let found = try walk("\(style), size_param = \"limit\", size = \(size)", list)
            #expect(found.ids == expected, "seed \(seed): \(style)")
        }
    }

    @Test("asks no more often than it must", arguments: certainStyles)
    func requests(style: String) throws {
        let found = try walk("\(style), size_param = \"limit\", size = 10", PagedList(count: 35, cap: 100))
        let asksForAnEmptyPage = style == "style = \"page\"" || style == "style = \"after_id\""
        #expect(found.requests == (asksForAnEmptyPage ? 5 : 4))
    }

    @Test("by offset over a bare list ends at the first short page")
    func shortPage() throws {
        let style = "style = \"offset\", size_param = \"limit\", size = 10"
        #expect(try walk(style, PagedList(count: 35, cap: 100)).requests == 4)
        #expect(try walk(style, PagedList(count: 30, cap: 100)).requests == 4)
        #expect(try walk(style, PagedList(count: 0, cap: 100)).requests == 1)
    }
}
