import Testing

@testable import FeedSource

@Suite("The URL of a page")
struct CollectionRequestTests {
    private func query(
        _ paging: String, _ cursor: PageCursor? = nil, path: String = "photos", since: String? = nil, delta: String = ""
    ) throws -> String? {
        let toml = ManifestText.collection(paging: paging, extra: delta).replacing(
            "path = \"photos\"", with: "path = \"\(path)\"")
        let source = try Manifest(toml: toml, file: "feed.toml").resolved(environment: [:])
        let spec = try #require(source.collections.first)
        let url = try spec.request(for: cursor ?? spec.paging.firstPage, since: since, base: source.baseURL).url
        #expect(url.path == "/v1/photos")
        return url.query
    }

    @Test("holds the page number and size")
    func page() throws {
        let style = "{ style = \"page\", size_param = \"per_page\", size = 20 }"
        #expect(try query(style) == "page=1&per_page=20")
        #expect(try query(style, .number(7)) == "page=7&per_page=20")
        #expect(try query("{ style = \"page\", param = \"p\", first = 0, size = 20 }") == "p=0")
    }

    @Test("holds the offset from the first request on")
    func offset() throws {
        #expect(try query("{ style = \"offset\", size_param = \"limit\", size = 5 }") == "offset=0&limit=5")
        #expect(try query("{ style = \"offset\", size = 5 }", .number(10)) == "offset=10")
    }

    @Test("holds a cursor once there is one")
    func cursor() throws {
        #expect(try query("{ style = \"cursor\", next = \"n\" }") == nil)
        #expect(try query("{ style = \"cursor\", next = \"n\" }", .token("a+/=")) == "cursor=a%2B%2F%3D")
        #expect(try query("{ style = \"cursor\", next = \"n\", first = \"*\" }") == "cursor=%2A")
        #expect(try query("{ style = \"cursor\", next = \"n\", first = \"-1\", param = \"at\" }") == "at=-1")
    }

    @Test("holds the last ID once there is one")
    func afterID() throws {
        #expect(try query("{ style = \"after_id\", param = \"starting_after\" }") == nil)
        #expect(try query("{ style = \"after_id\" }", .token("日本 1")) == "after=%E6%97%A5%E6%9C%AC%201")
    }

    @Test("keeps the query of the path and replaces what it sets itself")
    func pathQuery() throws {
        #expect(try query("{ style = \"page\" }", path: "photos?kind=a&page=9") == "kind=a&page=1")
        #expect(try query("{ style = \"none\" }", path: "photos?q=a b+c") == "q=a%20b+c")
    }

    @Test("asks for a delta on every page")
    func delta() throws {
        let delta = "delta = { param = \"since\" }"
        #expect(
            try query("{ style = \"page\" }", since: "2024-01-01T00:00:00+09:00", delta: delta)
                == "page=1&since=2024-01-01T00%3A00%3A00%2B09%3A00")
        #expect(try query("{ style = \"none\" }", since: "5", delta: delta) == "since=5")
        #expect(try query("{ style = \"none\" }", since: "5") == nil)
        #expect(try query("{ style = \"none\" }", delta: delta) == nil)
    }

    @Test("has the start of a delta in its template, and what the whole list is asked for with in its place")
    func deltaTemplate() throws {
        let delta = #"delta = { param = "updated", template = ">={}", first = "all" }"#
        let spec = try ManifestText.spec(paging: "{ style = \"none\" }", extra: delta)
        let since = try #require(spec.delta).since("2024-01-01T10:00:00")
        #expect(since == ">=2024-01-01T10:00:00Z")
        #expect(try query("{ style = \"page\" }", delta: delta) == "page=1&updated=all")
        #expect(
            try query("{ style = \"none\" }", since: since, delta: delta) == "updated=%3E%3D2024-01-01T10%3A00%3A00Z")
        #expect(try #require(spec.delta).bringsStart)
        #expect(
            try ManifestText.spec(
                paging: "{ style = \"none\" }", extra: #"delta = { param = "s", template = "gt.{}" }"#
            ).delta?.bringsStart == false)
    }

    @Test("is the server's own where it gave one")
    func serverURL() throws {
        let url = try SourceURL("https://api.example.com/v1/photos?c=1")
        let style = "{ style = \"link\", size_param = \"per_page\", size = 5 }"
        #expect(try query(style, .url(url, isTrusted: true)) == "c=1")
        #expect(try query(style) == "per_page=5")
    }
}
