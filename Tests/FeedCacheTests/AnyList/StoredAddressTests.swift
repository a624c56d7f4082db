import FeedCache
import FeedModel
import FeedSource
import Testing

@Suite("Addresses with variables")
struct StoredAddressTests {
    private static let toml = """
        [source]
        name = "test"
        base_url = "https://api.example.com/${BASE}/v1"
        retry = { attempts = 1 }

        [sections]
        path = "${PART}/sections"

        [[collections]]
        name = "list"
        path = "b/bot${TOKEN}/list"
        items = "items"
        id = "id"
        paging = { style = "next_url", next = "next" }
        detail = { path = "b/bot${TOKEN}/items/{id}", items = "" }

        """
    private static let environment = ["BASE": "hidden base", "PART": "hidden-part", "TOKEN": "hidden:token"]
    private static let base = "/hidden%20base/v1"

    private static func answer(_ body: String, status: Int = 200) -> TableServer.Answer {
        TableServer.Answer(
            status: status, headers: status == 200 ? ["ETag": "\"\(body.utf8.count)\""] : [:], body: body)
    }

    private func bench() throws -> TableBench {
        // Of the token both spellings that a URL may have.
        let next = "https://api.example.com\(Self.base)/b/bothidden:token/list?page=2&key=hidden%3atoken"
        return try TableBench(
            Self.toml,
            [
                "GET \(Self.base)/hidden-part/sections": Self.answer(
                    #"{"sections":[{"sectionType":"a","sectionTitle":"b","collection":"list"}]}"#),
                "GET \(Self.base)/b/bothidden:token/list": Self.answer(
                    #"{"items":[{"id":1},{"id":2}],"next":"\#(next)"}"#),
                "GET \(Self.base)/b/bothidden:token/list?page=2&key=hidden%3atoken": Self.answer(
                    #"{"error":"no hidden:token here"}"#, status: 503),
                "GET \(Self.base)/b/bothidden:token/items/1": Self.answer(#"{"text":"a"}"#),
                "GET \(Self.base)/b/bothidden:token/items/2": Self.answer(
                    #"{"error":"no hidden:token at \#(Self.base)"}"#, status: 400),
            ], environment: Self.environment)
    }

    @Test("their values are not in the database, and are sent as before, also by the next process")
    func values() async throws {
        let bench = try bench()
        #expect(try await bench.sync().outcome == .interrupted)
        #expect(try !bench.storedText.contains("hidden"))

        let second = "GET \(Self.base)/b/bothidden:token/list?page=2&key=hidden%3atoken"
        bench.server.set([second: Self.answer(#"{"items":[{"id":3}],"next":null}"#)])
        bench.clock.step(by: 300)
        try bench.reopen(Self.toml)
        _ = bench.asked()
        #expect(try await bench.sync().outcome == .complete)
        #expect(bench.asked().contains(second))
        #expect(try bench.keys == ["1", "2", "3"])
        #expect(try !bench.storedText.contains("hidden"))

        try bench.reopen(Self.toml)
        #expect(try await bench.sync().outcome == .unchanged)
        // The section config and both pages.
        let conditional = bench.server.asked().filter { $0.headers["if-none-match"] != nil }
        #expect(conditional.count { !$0.target.contains("/items/") } == 3)
        #expect(try !bench.storedText.contains("hidden"))
    }

    @Test(
        "what was answered under another value is asked for without a condition", arguments: ["BASE", "PART", "TOKEN"])
    func otherValue(variable: String) async throws {
        let bench = try bench()
        bench.server.set([
            "GET \(Self.base)/b/bothidden:token/list": Self.answer(#"{"items":[{"id":1},{"id":2}],"next":null}"#)
        ])
        _ = try await bench.sync()
        _ = bench.asked()
        try bench.reopen(Self.toml, environment: Self.environment.merging([variable: "another"]) { $1 })
        _ = try await bench.sync()
        let asked = bench.server.asked().filter { $0.target.contains("another") }
        #expect(!asked.isEmpty && asked.allSatisfy { $0.headers["if-none-match"] == nil })
    }
}
