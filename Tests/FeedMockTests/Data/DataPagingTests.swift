import Foundation
import HTTPTypes
import Testing

@testable import FeedMock

@Suite struct DataPagingTests {
    private static let photos = """
        {"photos": [{"id": 7, "t": "a"}, {"id": "x/y", "t": "b"}, {"id": 3, "t": "c"}, {"id": 4, "t": "d"},
          {"id": 5, "t": "e"}], "profile": {"name": "n"}}
        """

    /// Where the page after an answer is; nil at the end.
    private func next(_ style: ListPaging, _ answer: Answer, page: Int, items: [Fields]) throws -> String? {
        let fields = style.isBare ? [:] : try object(answer.body)
        switch style {
        case .none: return nil
        case .page: return fields["has_next"] as? Bool == true ? "/photos?page=\(page + 1)" : nil
        case .offset: return page * 2 < fields["total"] as? Int ?? 0 ? "/photos?offset=\(page * 2)" : nil
        case .cursor: return (fields["next"] as? String).map { "/photos?cursor=\($0)" }
        case .nextURL: return fields["next"] as? String
        case .link:
            let next = answer.header("Link")?.split(separator: ", ").first { $0.hasSuffix("rel=\"next\"") }
            return next.map { String($0.dropFirst().prefix { $0 != ">" }) }
        case .afterID:
            return fields["has_more"] as? Bool == true ? "/photos?after=\(try #require(items.last.map(id)))" : nil
        }
    }

    private func walk(_ style: ListPaging, _ api: MockAPI, between: (Int) -> Void = { _ in }) throws -> [[Fields]] {
        var pages: [[Fields]] = []
        var target: String? = "/photos"
        while let here = target, pages.count < 10 {
            let answer = api.ask(.get, here)
            #expect(answer.status == .ok)
            let items =
                style.isBare ? try objects(answer.body) : try #require(try object(answer.body)["data"] as? [Fields])
            pages.append(items)
            between(pages.count)
            target = try next(style, answer, page: pages.count, items: items)
        }
        return pages
    }

    @Test("every style gives every item once, in order", arguments: ListPaging.allCases)
    func styles(style: ListPaging) throws {
        let folder = try DataFolder(["db.json": Self.photos])
        let api = try folder.api("db.json") { $0.paging = ["photos": style] }
        let pages = try walk(style, api)
        #expect(pages.flatMap { $0 }.map(id) == ["7", "x/y", "3", "4", "5"])
        #expect(pages.map(\.count) == (style == .none ? [5] : [2, 2, 1]))
    }

    @Test(
        "a cursor goes on after its item, whatever came or went before",
        arguments: [ListPaging.cursor, .nextURL, .afterID])
    func stability(style: ListPaging) throws {
        let folder = try DataFolder(["db.json": Self.photos])
        let api = try folder.api("db.json") { $0.standardPaging = style }
        let pages = try walk(style, api) { page in
            guard page == 1 else { return }
            for name in ["7", "x%2Fy"] {
                // An ID with a slash cannot be named in a path.
                _ = api.ask(.delete, "/photos/\(name)")
            }
            _ = api.ask(.post, "/photos", #"{"t": "new"}"#)
        }
        #expect(pages.flatMap { $0 }.map(id).prefix(5) == ["7", "x/y", "3", "4", "5"])
        #expect(pages.flatMap { $0 }.count == 6)
    }

    @Test("changes come by version, removed items as tombstones", arguments: ListPaging.allCases)
    func delta(style: ListPaging) throws {
        let folder = try DataFolder(["db.json": Self.photos])
        let api = try folder.api("db.json", perPage: 20) { $0.standardPaging = style }
        func items(_ target: String) throws -> [Fields] {
            let answer = api.ask(.get, target)
            #expect(answer.status == .ok)
            return style.isBare ? try objects(answer.body) : try #require(try object(answer.body)["data"] as? [Fields])
        }
        let start = try version(try #require(try items("/photos").first))
        #expect(try items("/photos?since=\(start)").isEmpty)
        #expect(api.ask(.patch, "/photos/3", #"{"t": "changed"}"#).status == .ok)
        #expect(api.ask(.delete, "/photos/7").status == .ok)
        let changes = try items("/photos?since=\(start)")
        #expect(changes.map(id) == ["3", "7"])
        #expect(changes.first?["t"] as? String == "changed" && changes.last?["deleted"] as? Bool == true)
        #expect(try version(changes[0]) < version(changes[1]))
        #expect(try items("/photos?since=\(version(changes[0]))").map(id) == ["7"])
    }

    @Test("what is no number, cursor, ID or version is refused")
    func refusals() throws {
        let folder = try DataFolder(["db.json": Self.photos])
        for (style, query) in [
            (ListPaging.page, "page=0"), (.page, "per_page=x"), (.offset, "offset=-1"), (.offset, "limit=0"),
            (.cursor, "cursor=x"), (.cursor, "cursor=1@5"), (.cursor, "since=1&cursor=1"), (.afterID, "after=nothing"),
            (.none, "since=x"), (.link, "page=99999999999999999999"),
        ] {
            let api = try folder.api("db.json") { $0.standardPaging = style }
            #expect(api.ask(.get, "/photos?\(query)").status == .badRequest, "\(query)")
        }
        let api = try folder.api("db.json") { $0.standardPaging = .page }
        #expect(try object(api.ask(.get, "/photos?page=9223372036854775807").body)["has_next"] as? Bool == false)
    }

    @Test("an unchanged list is 304, a changed one is not")
    func validators() throws {
        let folder = try DataFolder(["db.json": Self.photos])
        let api = try folder.api("db.json")
        let tag = try #require(api.ask(.get, "/photos").headers[.eTag])
        let request = MockRequest(.get, "/photos", headers: [.ifNoneMatch: tag])
        #expect(api.answer(request).status == .notModified)
        _ = api.ask(.put, "/photos/5", #"{"t": "other"}"#)
        #expect(api.answer(request).status == .ok)
    }
}
