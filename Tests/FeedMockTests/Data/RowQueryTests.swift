import HTTPTypes
import Testing

@testable import FeedMock

@Suite("Own data asked as json-server is") struct RowQueryTests {
    private static let text = """
        {"posts": [
            {"id": 1, "title": "Beta", "n": 10, "author": {"name": "ann"}},
            {"id": 2, "title": "alpha", "n": 9, "author": {"name": "bob"}},
            {"id": 3, "title": "gamma", "author": {"name": "ann"}}],
          "comments": [{"id": 1, "postId": 1}, {"id": 2, "postId": 2}, {"id": 3, "postId": 1}]}
        """

    private func api(_ style: ListPaging = .none) throws -> (MockAPI, DataFolder) {
        let folder = try DataFolder(["db.json": Self.text])
        return (try folder.api("db.json") { $0.standardPaging = style }, folder)
    }

    @Test(
        "filters, order and parts",
        arguments: [
            ("posts?author.name=ann", "1 3"), ("posts?id=1&id=2", "1 2"), ("posts?q=ALPHA", "2"), ("posts?q=10", "1"),
            ("posts?_sort=n", "2 1 3"), ("posts?_sort=n&_order=desc", "1 2 3"), ("posts?_sort=author.name,-n", "1 3 2"),
            ("posts?_sort=-title", "3 2 1"), ("posts?_page=2&_limit=2", "3"), ("posts?_limit=2", "1 2"),
            ("posts?_start=1", "2 3"), ("posts?_start=1&_end=2", "2"), ("posts?_start=9", ""),
            ("posts?author.name=ann&_page=2&_limit=1", "3"), ("posts/1/comments", "1 3"), ("posts/3/comments", ""),
            ("posts/1/comments?id=3", "3"), ("comments?postId=2", "2"), ("posts?title=nothing", ""),
            ("posts?_page=1&_limit=9223372036854775807", "1 2 3"), ("posts?_page=2&_limit=9223372036854775807", ""),
        ])
    func asked(target: String, ids: String) throws {
        let (api, folder) = try api()
        let answer = api.ask(.get, "/\(target)")
        #expect(try objects(answer.body).map(id).joined(separator: " ") == ids)
        #expect(answer.ignored.isEmpty)
        withExtendedLifetime(folder) {}
    }

    @Test("what is not obeyed is said, and a number that is none is refused")
    func ignored() throws {
        let (api, folder) = try api()
        #expect(api.ask(.get, "/posts?page=2&kind=a").ignored == ["page", "kind"])
        #expect(api.ask(.get, "/posts?_limit=0").status == .badRequest)
        let (paged, other) = try self.api(.cursor)
        #expect(paged.ask(.get, "/posts?_page=2").ignored == ["_page"])
        #expect(paged.ask(.get, "/posts?_sort=n").status == .badRequest)
        withExtendedLifetime((folder, other)) {}
    }

    @Test("items of another list come along, links lead on, and /db has all")
    func relations() throws {
        let (api, folder) = try api()
        let posts = try objects(api.ask(.get, "/posts?_embed=comments").body)
        #expect(posts.map { ($0["comments"] as? [Fields])?.count } == [2, 1, 0])
        let page = api.ask(.get, "/posts?_page=2&_limit=1")
        let links = try #require(page.header("Link"))
        #expect(links.contains("</posts?_page=3&_limit=1>; rel=\"next\"") && links.contains("rel=\"last\""))
        #expect(page.header("X-Total-Count") == "3")
        let all = try object(api.ask(.get, "/db").body)
        #expect((all["posts"] as? [Fields])?.count == 3 && (all["comments"] as? [Fields])?.count == 3)
        withExtendedLifetime(folder) {}
    }

    @Test("a filter stays in the links, which are whole URLs unless they are to be paths")
    func links() throws {
        let folder = try DataFolder(["db.json": Self.text])
        func next(_ isRelative: Bool) throws -> String? {
            let api = try folder.api("db.json", perPage: 1) {
                $0.standardPaging = .nextURL
                $0.hasRelativeLinks = isRelative
            }
            let request = MockRequest(.get, "/posts?author.name=ann", authority: "127.0.0.1:3000")
            let body = try object(api.answer(request).body)
            #expect(body["total"] as? Int == 2)
            return body["next"] as? String
        }
        #expect(try next(false) == "http://127.0.0.1:3000/posts?author.name=ann&cursor=0&limit=1")
        #expect(try next(true) == "/posts?author.name=ann&cursor=0&limit=1")
        let (api, other) = try api(.page)
        #expect(try object(api.ask(.get, "/posts?per_page=2").body)["total_pages"] as? Int == 2)
        withExtendedLifetime(other) {}
    }

    @Test("a CSV file is a list: numbers and flags are that, other fields are texts")
    func csv() throws {
        let text = "\u{FEFF}id,name,ok\r\n1,\"a \"\"b\"\", c\",true\r\n2,007,\n3\n"
        let folder = try DataFolder(["photos.csv": text, "d/notes.csv": "id\n1\n", "d/more.json": "[]"])
        let api = try folder.api("photos.csv")
        let body = String(decoding: api.ask(.get, "/photos").body, as: UTF8.self)
        #expect(body.hasPrefix(#"[{"id":1,"name":"a \"b\", c","ok":true"#), "\(body)")
        #expect(body.contains(#"{"id":2,"name":"007","ok":"""#) && body.contains(#"{"id":3,"#), "\(body)")
        #expect(try folder.api("d").ask(.get, "/notes/1").status == .ok)
        #expect(throws: MockServerError.self) { try folder.api("photos.csv") { $0.isSaved = true } }
    }

    @Test("sections that have types are how the screen is arranged")
    func sections() throws {
        let folder = try DataFolder([
            "db.json":
                #"{"posts": [], "sections": [{"sectionType": "list", "sectionTitle": "T", "collection": "posts"}]}"#
        ])
        let answer = try object(try folder.api("db.json").ask(.get, "/sections").body)
        #expect((answer["sections"] as? [Fields])?.count == 1)
        let manifest = try DataManifest(MockData(path: folder.path("db.json")), perPage: 20).text(baseURL: "http://x")
        #expect(manifest.contains("[sections]\npath = \"sections\"") && !manifest.contains("name = \"sections\""))
    }
}
