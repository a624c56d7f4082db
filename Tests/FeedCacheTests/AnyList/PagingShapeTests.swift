import FeedCache
import FeedMock
import FeedModel
import Testing

@Suite("Paging by several values, and by POST")
struct PagingShapeTests {
    private static func page(_ ids: ClosedRange<Int>, _ more: String) -> TableServer.Answer {
        TableServer.Answer(body: "{\"items\":[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]\(more)}")
    }

    private static let items = "items = \"items\"\nid = \"id\"\n"

    @Test("an object of cursors outlives the process, and all its members are sent")
    func members() async throws {
        let bench = try TableBench(
            ListText.manifest(Self.items + #"paging = { style = "cursor", next = "continue" }"#),
            [
                "GET /v1/list": Self.page(1...2, #","continue":{"a":"x y","n":7,"last":false,"none":null}"#),
                "GET /v1/list?a=x%20y&n=7&last=false": TableServer.Answer(status: 503),
            ])
        #expect(try await bench.sync().outcome == .interrupted)
        _ = bench.asked()
        bench.server.set(["GET /v1/list?a=x%20y&n=7&last=false": Self.page(3...3, "")])
        try bench.reopen(ListText.manifest(Self.items + #"paging = { style = "cursor", next = "continue" }"#))
        #expect(try await bench.sync().outcome == .complete)
        #expect(bench.asked() == ["GET /v1/list?a=x%20y&n=7&last=false"])
        #expect(try bench.keys == ["1", "2", "3"])
    }

    @Test("an object with objects in it is a cursor, in a query as JSON")
    func nested() async throws {
        let bench = try TableBench(
            ListText.manifest(Self.items + #"paging = { style = "cursor", next = "continue" }"#),
            [
                "GET /v1/list": Self.page(1...2, #","continue":{"id": {"N":"2"}}"#),
                "GET /v1/list?cursor=%7B%22id%22%3A%20%7B%22N%22%3A%222%22%7D%7D": Self.page(3...3, ""),
            ])
        #expect(try await bench.sync().outcome == .complete)
        #expect(try bench.keys == ["1", "2", "3"])
    }

    /// A list that is asked for with a body; `next` is a number.
    private static let post =
        items + #"""
            method = "POST"
            body = '{"filter": {"kind": "a"}, "search": {"after": null, "limit": "0"}}'
            paging = { style = "cursor", param = "search.after", next = "next", size_param = "search.limit", size = 2 }
            """#

    private static func request(_ after: String) -> String {
        #"POST /v1/list {"filter":{"kind": "a"},"search":{"after":\#(after),"limit":"2"}}"#
    }

    @Test("a list asked for with a body goes on where it stopped, without validators")
    func post() async throws {
        let bench = try TableBench(
            ListText.manifest(Self.post, source: #"query = { key = "k" }"#), ["POST /v1/list": .init()])
        func name(_ after: String) -> String { Self.request(after).replacing("/v1/list", with: "/v1/list?key=k") }
        var first = Self.page(1...2, #","next":17"#)
        first.headers = ["ETag": "\"1\""]
        bench.server.set([name("null"): first, name("17"): TableServer.Answer(status: 503)])
        #expect(try await bench.sync().outcome == .interrupted)
        bench.server.set([name("17"): Self.page(3...3, #","next":null"#)])
        try bench.reopen(ListText.manifest(Self.post, source: #"query = { key = "k" }"#))
        _ = bench.asked()
        #expect(try await bench.sync().outcome == .complete)
        #expect(bench.asked() == [name("17")])
        #expect(try await bench.sync().outcome == .unchanged)
        let asked = bench.server.asked()
        #expect(asked.map(TableServer.name) == [name("null"), name("17")])
        #expect(asked.allSatisfy { $0.headers["if-none-match"] == nil })
        #expect(try bench.keys == ["1", "2", "3"])
    }

    @Test("a walk is not gone on with under another body")
    func otherBody() async throws {
        let bench = try TableBench(
            ListText.manifest(Self.post),
            [Self.request("null"): Self.page(1...2, #","next":17"#), Self.request("17"): .init(status: 503)])
        #expect(try await bench.sync().outcome == .interrupted)
        let other = { (text: String) in text.replacing(#""kind": "a""#, with: #""kind": "b""#) }
        try bench.reopen(other(ListText.manifest(Self.post)))
        bench.server.set([other(Self.request("null")): Self.page(4...4, #","next":null"#)])
        _ = bench.asked()
        #expect(try await bench.sync().failure == nil)
        #expect(bench.asked().first == other(Self.request("null")))
    }

    @Test("a body that names a page seen before is a loop")
    func loop() async throws {
        let bench = try TableBench(
            ListText.manifest(Self.post),
            [
                Self.request("null"): Self.page(1...2, #","next":17"#),
                Self.request("17"): Self.page(3...4, #","next":17"#),
            ])
        #expect(try await bench.sync().failure?.code == .paginationLoop)
    }

    @Test("has_next ends a list by cursor, though the last page names a cursor, and contradicts a missing one")
    func hasNext() async throws {
        let text = ListText.manifest(Self.items + #"paging = { style = "cursor", next = "end", has_next = "more" }"#)
        let bench = try TableBench(
            text,
            [
                "GET /v1/list": Self.page(1...2, #","end":"x","more":true"#),
                "GET /v1/list?cursor=x": Self.page(3...3, #","end":"y","more":false"#),
            ])
        #expect(try await bench.sync().outcome == .complete)
        #expect(try bench.keys == ["1", "2", "3"])
        bench.server.set(["GET /v1/list": Self.page(1...2, #","end":null,"more":true"#)])
        #expect(try await bench.sync().failure?.code == .malformed)
        #expect(try bench.keys == ["1", "2", "3"])
    }

    @Test("the headers of a collection go to its origin only, and their values distinguish walks")
    func headers() async throws {
        let lines =
            Self.items + #"paging = { style = "next_url", next = "next" }"# + "\nheaders = { X-Team = \"${TEAM}\" }"
        let bench = try TableBench(
            ListText.manifest(lines),
            [
                "GET /v1/list": Self.page(1...2, #","next":"https://api.example.com/v1/list?p=2""#),
                "GET /v1/list?p=2": TableServer.Answer(status: 307, headers: ["Location": "https://other.example/x"]),
                "GET other.example/x": TableServer.Answer(status: 503),
            ], environment: ["TEAM": "red-team"])
        #expect(try await bench.sync().outcome == .interrupted)
        let asked = bench.server.asked()
        #expect(asked.map { $0.headers["x-team"] } == ["red-team", "red-team", nil])
        try bench.reopen(ListText.manifest(lines), environment: ["TEAM": "blue-team"])
        _ = try await bench.sync()
        #expect(bench.asked().first == "GET /v1/list")
        #expect(try !bench.storedText.contains("red-team"))
    }
}
