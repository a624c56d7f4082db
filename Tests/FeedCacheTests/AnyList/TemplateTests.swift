import FeedCache
import FeedMock
import FeedModel
import FeedSource
import Synchronization
import Testing

@Suite("Templates of requests")
struct TemplateTests {
    private static func page(_ ids: [Int], _ more: String = "") -> TableServer.Answer {
        let items = ids.map { "{\"id\":\($0),\"at\":\"t \($0)\",\"sort\":[\($0),\"x\"]}" }.joined(separator: ",")
        return TableServer.Answer(body: "{\"items\":[\(items)]\(more)}")
    }

    private static func manifest(_ lines: String, path: String = "list", source: String = "") -> String {
        ListText.manifest("items = \"items\"\nid = \"id\"\n" + lines, source: source)
            .replacing("path = \"list\"", with: "path = '\(path)'")
    }

    /// Syncs twice, the second time as another process, and gives what was asked for the first time.
    private func asked(
        _ manifest: String, _ answers: [String: TableServer.Answer], keys: [String] = ["1", "2", "3"],
        environment: [String: String] = [:]
    ) async throws -> [JournalEntry] {
        let bench = try TableBench(manifest, answers, environment: environment)
        let report = try await bench.sync()
        #expect(report.outcome == .complete, "\(String(describing: report.failure))")
        #expect(try bench.keys == keys)
        let asked = bench.server.asked()
        for value in environment.values { #expect(try !bench.storedText.contains(value)) }
        try bench.reopen(manifest)
        #expect(try await bench.sync().outcome == .unchanged)
        return asked
    }

    @Test("have a page inside of another parameter, in a path and in a query")
    func inParameter() async throws {
        let answers = [
            "GET /v1/list?q=(page:0,size:2)": Self.page([1, 2]), "GET /v1/list?q=(page:1,size:2)": Self.page([3]),
            "GET /v1/list?q=(page:2,size:2)": Self.page([]),
        ]
        let paging = #"paging = { style = "page", first = 0, size = 2 }"#
        #expect(
            try await asked(Self.manifest(paging, path: "list?q=(page:{page},size:{size})"), answers).count == 3)
        let encoded = Dictionary(
            uniqueKeysWithValues: answers.map { name, answer in
                (
                    name.replacing(#/[(:,)]/#) {
                        ["(": "%28", ":": "%3A", ",": "%2C", ")": "%29"][$0.output, default: ""]
                    }, answer
                )
            })
        let query = "query = { q = \"(page:{page},size:{size})\" }\n" + paging
        #expect(try await asked(Self.manifest(query), encoded).count == 3)
    }

    @Test("have a page in a part of the path, and an offset in a header")
    func pathAndHeader() async throws {
        let path = try await asked(
            Self.manifest(#"paging = { style = "cursor", first = "a b", next = "next" }"#, path: "list/{cursor}/x"),
            [
                "GET /v1/list/a%20b/x": Self.page([1, 2], #","next":"c/d""#),
                "GET /v1/list/c%2Fd/x": Self.page([3]),
            ])
        #expect(path.count == 2)

        let lines = "headers = { X-From = \"{offset}\" }\n" + #"paging = { style = "offset", size = 2 }"#
        let bench = try TableBench(Self.manifest(lines), ["GET /v1/list": Self.page([1, 2])])
        let count = Mutex(0)
        bench.server.onAsk = { _, server in
            if count.withLock({
                $0 += 1; return $0
            }) == 2 {
                server.set(["GET /v1/list": Self.page([3])])
            }
        }
        _ = try await bench.sync()
        #expect(bench.server.asked().prefix(2).map { $0.headers["x-from"] } == ["0", "2"])
    }

    @Test("go on after fields of the last item, also in another process")
    func lastItem() async throws {
        let lines = "query = { after = \"{last.at}\", id = \"{last.id}\" }\npaging = { style = \"after_id\" }"
        let bench = try TableBench(
            Self.manifest(lines),
            [
                "GET /v1/list": Self.page([1, 2]), "GET /v1/list?after=t%202&id=2": TableServer.Answer(status: 503),
                "GET /v1/list?after=t%203&id=3": Self.page([]),
            ])
        #expect(try await bench.sync().outcome == .interrupted)
        bench.server.set(["GET /v1/list?after=t%202&id=2": Self.page([3])])
        try bench.reopen(Self.manifest(lines))
        _ = bench.asked()
        #expect(try await bench.sync().outcome == .complete)
        #expect(bench.asked() == ["GET /v1/list?after=t%202&id=2", "GET /v1/list?after=t%203&id=3"])
        #expect(try bench.keys == ["1", "2", "3"])
    }

    @Test("say which field of the last item is missing, and remove nothing")
    func missingField() async throws {
        let lines = "query = { after = \"{last.when}\" }\npaging = { style = \"after_id\" }"
        let bench = try TableBench(Self.manifest(lines), ["GET /v1/list": Self.page([1])])
        let failure = try await bench.sync().failure
        #expect(failure?.code == .malformed)
        #expect(failure?.message.contains("“when”") == true)
    }

    @Test("fill in GraphQL by GET as a JSON object, without what has no value")
    func graphQL() async throws {
        let lines = #"""
            query = { query = "query($after: String){ users }", variables = '{"first":"{size}","after":"{cursor}"}' }
            paging = { style = "cursor", next = "end", has_next = "more", size = 2 }
            """#
        let first = "GET /v1/list?query=query%28%24after%3A%20String%29%7B%20users%20%7D&variables=%7B%22first%22%3A2"
        let asked = try await asked(
            Self.manifest(lines),
            [
                first + "%7D": Self.page([1, 2], #","end":"x\"y","more":true"#),
                first + "%2C%22after%22%3A%22x%5C%22y%22%7D": Self.page([3], #","end":"z","more":false"#),
            ])
        #expect(asked.count == 2)
    }

    @Test("have a secret in a JSON-RPC body, and offsets in its parameters")
    func secretInBody() async throws {
        let lines = #"""
            method = "POST"
            content_type = "application/json-rpc"
            body = '{"method":"tell","params":["token:${RPC_TOKEN}","{offset}","{size}"]}'
            paging = { style = "offset", size = 2 }
            """#
        func name(_ offset: Int) -> String {
            #"POST /v1/list {"method":"tell","params":["token:hush-hush-9",\#(offset),2]}"#
        }
        let asked = try await asked(
            Self.manifest(lines), [name(0): Self.page([1, 2]), name(2): Self.page([3])],
            environment: ["RPC_TOKEN": "hush-hush-9"])
        #expect(asked.allSatisfy { $0.headers["content-type"] == "application/json-rpc" })
    }

    @Test("keep a secret in a query out of messages and the database, and away from other origins")
    func secretInQuery() async throws {
        let lines = "query = { sig = \"${SIG}\" }\n" + #"paging = { style = "next_url", next = "next" }"#
        let bench = try TableBench(
            Self.manifest(lines),
            [
                "GET /v1/list?sig=hush-hush-8": Self.page(
                    [1], #","next":"https://api.example.com/v1/list?p=2&sig=hush-hush-8""#),
                "GET /v1/list?p=2&sig=hush-hush-8": .init(
                    status: 302, headers: ["Location": "https://other.example/x"]),
                "GET other.example/x": .init(status: 500, body: #"{"message":"no hush-hush-8 here"}"#),
            ], environment: ["SIG": "hush-hush-8"])
        let report = try await bench.sync()
        #expect(report.outcome == .interrupted)
        #expect(report.failure?.message.contains("hush-hush") == false)
        #expect(bench.asked().last == "GET other.example/x")
        #expect(try !bench.storedText.contains("hush-hush"))
        bench.server.set(["GET /v1/list?p=2&sig=hush-hush-8": Self.page([2])])
        try bench.reopen(Self.manifest(lines))
        #expect(try await bench.sync().outcome == .complete)
        #expect(try bench.keys == ["1", "2"])
    }

    @Test("name the variable that is not set, with file, line and key")
    func missingVariable() async throws {
        let lines = "method = \"POST\"\nbody = '{\"a\":\"${NONE}\"}'\n" + ListText.plain
        let bench = try TableBench(Self.manifest(lines))
        let error = await #expect(throws: ManifestError.self) { try await bench.sync() }
        #expect(error?.description.contains("feed.toml:13: collections.body: the environment variable NONE") == true)
    }
}

@Suite("Cursors of any kind")
struct CursorKindTests {
    private static func page(_ ids: [Int], _ next: String) -> TableServer.Answer {
        let items = ids.map { "{\"id\":\($0),\"sort\":[\($0),\"x\"]}" }.joined(separator: ",")
        return TableServer.Answer(body: "{\"items\":[\(items)],\"next\":\(next)}")
    }

    private static func manifest(_ paging: String, _ lines: String = "") -> String {
        ListText.manifest("items = \"items\"\nid = \"id\"\npaging = \(paging)\n\(lines)")
    }

    @Test("end a list where the manifest says so", arguments: ["0", "-1", "false", "\"0\"", "\"end\""])
    func endCursor(next: String) async throws {
        let bench = try TableBench(
            Self.manifest("{ style = \"cursor\", next = \"next\", end_cursor = \(next) }"),
            ["GET /v1/list": Self.page([1], "7"), "GET /v1/list?cursor=7": Self.page([2], next)])
        #expect(try await bench.sync().outcome == .complete)
        #expect(try bench.keys == ["1", "2"])
    }

    @Test("that lead back to the start name the key that ends a list")
    func loop() async throws {
        let bench = try TableBench(
            Self.manifest("{ style = \"cursor\", next = \"next\" }"),
            ["GET /v1/list": Self.page([1], "0"), "GET /v1/list?cursor=0": Self.page([2], "0")])
        let failure = try await bench.sync().failure
        #expect(failure?.code == .paginationLoop)
        #expect(failure?.advice?.contains("end_cursor") == true)
    }

    @Test("are written into a body as they came: the sort values of the last hit, a key of DynamoDB")
    func inBody() async throws {
        for (next, key, second) in [
            ("items.-1.sort", "null", #"[2,"x"]"#), ("next", #"{"id":{"S":"2"}}"#, #"{"id":{"S":"2"}}"#),
        ] {
            let lines = #"""
                method = "POST"
                body = '{"size":2,"after":"{cursor}"}'
                """#
            let bench = try TableBench(
                Self.manifest("{ style = \"cursor\", next = \"\(next)\" }", lines),
                [
                    #"POST /v1/list {"size":2}"#: Self.page([1, 2], key),
                    #"POST /v1/list {"size":2,"after":\#(second)}"#: .init(body: #"{"items":[]}"#),
                ])
            let report = try await bench.sync()
            #expect(report.outcome == .complete, "\(String(describing: report.failure))")
            #expect(bench.asked().count == 2)
        }
    }

    @Test("of items in groups: all groups are one list, in order")
    func groups() async throws {
        let toml = ListText.manifest("items = \"groups.*.items\"\nid = \"id\"\n\(ListText.plain)")
        let body = #"{"groups":[{"items":[{"id":1},{"id":2}]},{"items":[]},{"name":"x"},{"items":[{"id":3}]}]}"#
        let bench = try TableBench(toml, ["GET /v1/list": .init(body: body)])
        #expect(try await bench.sync().outcome == .complete)
        #expect(try bench.keys == ["1", "2", "3"])
        bench.server.set(["GET /v1/list": .init(body: #"{"groups":7}"#)])
        #expect(try await bench.sync().failure?.code == .malformed)
        bench.server.set(["GET /v1/list": .init(body: #"{"groups":[]}"#)])
        #expect(try await bench.sync().failure == nil)
        #expect(try bench.keys == ["1", "2", "3"])
    }

    @Test("an answer of 202 with Retry-After is waited for, one of 204 is an empty page")
    func waiting() async throws {
        let toml = Self.manifest("{ style = \"page\" }").replacing("retry = { attempts = 1 }", with: "")
        let bench = try TableBench(
            toml,
            [
                "GET /v1/list?page=1": .init(status: 202, headers: ["Retry-After": "2"], body: "{}"),
                "GET /v1/list?page=2": .init(status: 204),
            ])
        let asked = Mutex(0)
        bench.server.onAsk = { _, server in
            if asked.withLock({
                $0 += 1; return $0
            }) == 2 {
                server.set(["GET /v1/list?page=1": Self.page([1], "null")])
            }
        }
        #expect(try await bench.sync().outcome == .complete)
        #expect(bench.asked() == ["GET /v1/list?page=1", "GET /v1/list?page=1", "GET /v1/list?page=2"])
        #expect(try bench.keys == ["1"])
    }

    @Test("a 404 after the last page names end_status")
    func endStatus() async throws {
        let bench = try TableBench(
            Self.manifest("{ style = \"page\" }"), ["GET /v1/list?page=1": Self.page([1], "null")])
        let failure = try await bench.sync().failure
        #expect(failure?.status == 404)
        #expect(failure?.advice?.contains("end_status = [404]") == true)
    }

    @Test("a total beside one answer that is shorter is told")
    func totalOfOne() async throws {
        let bench = try TableBench(
            Self.manifest("{ style = \"none\", total = \"next\" }"), ["GET /v1/list": Self.page([1, 2], "9")])
        #expect(try await bench.sync().warnings.first?.contains("the total is 9, and the one answer has 2") == true)
    }
}
