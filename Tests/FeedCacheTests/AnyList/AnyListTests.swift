import FeedCache
import FeedMock
import FeedModel
import Testing

/// A manifest of one list at `https://api.example.com/v1/list`.
enum ListText {
    static func manifest(_ lines: String, source: String = "") -> String {
        """
        [source]
        name = "test"
        base_url = "https://api.example.com/v1"
        retry = { attempts = 1 }
        \(source)

        [[collections]]
        name = "list"
        path = "list"
        \(lines)

        """
    }

    static let plain = #"paging = { style = "none" }"#
}

@Suite("Lists of any shape")
struct AnyListTests {
    private func bench(_ lines: String, _ body: String) throws -> TableBench {
        try TableBench(
            ListText.manifest("\(lines)\n\(ListText.plain)"), ["GET /v1/list": TableServer.Answer(body: body)])
    }

    @Test("are objects keyed by ID, whose members come in their order, to the byte")
    func keyed() async throws {
        let bench = try bench(
            "items = \"rates\"\nid = \"@key\"\nversion = \"v\"",
            #"{"rates":{"b":{"v":1, "x":[1.50]},"a\u0062":{"v":1},"1":2.50}}"#)
        #expect(try await bench.sync().items.inserted == 3)
        #expect(try bench.keys == ["b", "ab", "1"])
        #expect(try bench.items.map(\.payload) == [#"{"v":1, "x":[1.50]}"#, #"{"v":1}"#, "2.50"])
        #expect(try bench.items.map(\.version) == ["1", "1", nil])
    }

    @Test("are an object at the top, from which items leave like from any list")
    func keyedRoot() async throws {
        let bench = try bench("items = \"\"\nid = \"@key\"", #"{"a":{},"b":{},"c":{}}"#)
        _ = try await bench.sync()
        bench.server.set(["GET /v1/list": TableServer.Answer(body: #"{"a":{},"c":{"n":1}}"#)])
        let report = try await bench.sync()
        #expect((report.items.updated, report.items.removed) == (1, 1))
        #expect(try bench.keys == ["a", "c"])
    }

    @Test("have one item for a key that an object repeats: the last one, with drift")
    func repeatedKey() async throws {
        let bench = try bench("items = \"\"\nid = \"@key\"", #"{"a":{"n":1},"a":{"n":2}}"#)
        let report = try await bench.sync()
        #expect(report.drift)
        #expect(try bench.items.map(\.payload) == [#"{"n":2}"#])
    }

    @Test("are texts and numbers; what is neither is set aside")
    func values() async throws {
        let bench = try bench("items = \"names\"\nid = \"@value\"", #"{"names":["z","a/b",7,null,{"id":1},"z "]}"#)
        let report = try await bench.sync()
        #expect((report.items.inserted, report.items.rejected) == (4, 2))
        #expect(try bench.keys == ["z", "a/b", "7", "z "])
        #expect(try bench.items.map(\.payload) == [#""z""#, #""a/b""#, "7", #""z ""#])
    }

    @Test("have IDs of several parts, joined so that no two are confused")
    func compound() async throws {
        let bench = try bench(
            "items = \"\"\nid = [\"repo.name\", \"number\"]",
            #"[{"repo":{"name":"a"},"number":1},{"repo":{"name":"a/1"},"number":"x"},{"repo":{"name":"a"},"number":"1/x"},{"repo":{"name":"a~1"},"number":1},{"number":1}]"#
        )
        let report = try await bench.sync()
        #expect((report.items.inserted, report.items.rejected) == (4, 1))
        #expect(try bench.keys == ["a/1", "a~11/x", "a/1~1x", "a~01/1"])
    }

    @Test("keep their items when the manifest names other IDs")
    func otherID() async throws {
        let body = #"[{"id":1,"kind":"a"},{"id":2,"kind":"a"}]"#
        let bench = try bench("items = \"\"\nid = \"id\"", body)
        _ = try await bench.sync()
        try bench.reopen(ListText.manifest("items = \"\"\nid = [\"kind\", \"id\"]\n\(ListText.plain)"))
        let report = try await bench.sync()
        #expect((report.items.inserted, report.items.unchanged, report.items.removed) == (0, 2, 0))
        #expect(try bench.keys == ["a/1", "a/2"])
    }

    @Test("keep their items when IDs move from keys into the items, and lose none the other way")
    func fromKeys() async throws {
        let bench = try bench("items = \"\"\nid = \"@key\"", #"{"x":{"id":1},"y":{"id":2}}"#)
        _ = try await bench.sync()
        bench.server.set(["GET /v1/list": TableServer.Answer(body: #"[{"id":1},{"id":2}]"#)])
        try bench.reopen(ListText.manifest("items = \"\"\nid = \"id\"\n\(ListText.plain)"))
        let report = try await bench.sync()
        #expect((report.items.inserted, report.items.unchanged) == (0, 2))
        #expect(try bench.keys == ["1", "2"])

        bench.server.set(["GET /v1/list": TableServer.Answer(body: #"{"1":{"id":1},"2":{"id":2}}"#)])
        try bench.reopen(ListText.manifest("items = \"\"\nid = \"@key\"\n\(ListText.plain)"))
        let back = try await bench.sync()
        #expect((back.items.inserted, back.items.unchanged, back.items.removed) == (0, 2, 0))
    }

    @Test("say what is there instead of an object keyed by ID")
    func noObject() async throws {
        let bench = try bench("items = \"a\"\nid = \"@key\"", #"{"a":[1]}"#)
        let report = try await bench.sync()
        #expect(report.failure?.message.contains("an object of items by their IDs (@key) at “a”, but an array") == true)
    }
}

@Suite("Ignored fields")
struct IgnoredFieldSyncTests {
    private static let lines = "items = \"\"\nid = \"id\"\n\(ListText.plain)"
    private static let ignoring = "\(lines)\nignore = [\"age\", \"u.age\"]"

    private func answer(_ body: String) -> [String: TableServer.Answer] {
        ["GET /v1/list": TableServer.Answer(headers: ["ETag": "\"\(body)\""], body: body)]
    }

    @Test("make no change, and what is stored is the last real change")
    func unchanged() async throws {
        let bench = try TableBench(ListText.manifest(Self.ignoring), answer(#"[{"id":1,"n":1,"age":5,"u":{"age":1}}]"#))
        _ = try await bench.sync()
        bench.server.set(answer(#"[{"id":1,"n":1,"u":{"age":9}}]"#))
        let report = try await bench.sync()
        #expect((report.outcome, report.items.unchanged, report.items.updated) == (.unchanged, 1, 0))
        #expect(try bench.items.map(\.payload) == [#"{"id":1,"n":1,"age":5,"u":{"age":1}}"#])

        bench.server.set(answer(#"[{"id":1,"n":2,"age":7,"u":{"age":9}}]"#))
        #expect(try await bench.sync().items.updated == 1)
        #expect(try bench.items.map(\.payload) == [#"{"id":1,"n":2,"age":7,"u":{"age":9}}"#])
    }

    @Test("are read anew where they are ignored no more, though the server says that nothing changed")
    func noLonger() async throws {
        let bench = try TableBench(ListText.manifest(Self.ignoring), answer(#"[{"id":1,"age":5}]"#))
        _ = try await bench.sync()
        bench.server.set(answer(#"[{"id":1,"age":6}]"#))
        _ = try await bench.sync()
        #expect(try bench.items.map(\.payload) == [#"{"id":1,"age":5}"#])
        try bench.reopen(ListText.manifest(Self.lines))
        let report = try await bench.sync()
        #expect(report.items.updated == 1)
        #expect(bench.server.asked().last?.headers["if-none-match"] == nil)
        #expect(try bench.items.map(\.payload) == [#"{"id":1,"age":6}"#])
    }

    @Test("are ignored from now on where the manifest begins to; nothing is lost")
    func fromNowOn() async throws {
        let bench = try TableBench(ListText.manifest(Self.lines), answer(#"[{"id":1,"age":5},{"id":2}]"#))
        _ = try await bench.sync()
        try bench.reopen(ListText.manifest(Self.ignoring))
        bench.server.set(answer(#"[{"id":1,"age":6},{"id":2}]"#))
        #expect(try await bench.sync().items.unchanged == 2)
        #expect(try bench.items.map(\.payload) == [#"{"id":1,"age":5}"#, #"{"id":2}"#])
    }
}
