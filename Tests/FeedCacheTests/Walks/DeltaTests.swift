import FeedCache
import Testing

@Suite("Deltas")
struct DeltaTests {
    private func bench(
        _ delta: ServerList.Delta = .after, extra: String = #"delta = { param = "since" }"#
    ) throws -> Workbench {
        let list = ServerList(style: .pageHasNext, tags: .none, items: .numbered(1...7, version: 10), delta: delta)
        return try Workbench(list: list, extra: extra)
    }

    @Test("after a whole walk only what changed is asked for")
    func changes() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { list in
            list.items[2].version = 11
            list.items.append(ServerItem("8", version: 12))
            list.items.remove(at: 0)
            list.graves = [ServerItem("1", version: 13, isDeleted: true)]
        }
        _ = bench.asked()
        let report = try await bench.sync()
        #expect((report.mode, report.outcome) == (.delta, .complete))
        #expect((report.items.inserted, report.items.updated, report.items.removed) == (1, 1, 1))
        #expect(bench.asked().map(\.query) == ["page=1&since=10"])
        #expect(try bench.keys == ["2", "3", "4", "5", "6", "7", "8"])
        try await bench.sync()
        #expect(bench.asked().map(\.query) == ["page=1&since=13"])
    }

    @Test("a change without an ID is set aside, and is no reason to ask for it for ever")
    func changeWithoutID() async throws {
        let bench = try bench()
        try await bench.sync()
        server(of: bench, whole: .numbered(1...7, version: 10), changes: [ServerItem("")])
        let report = try await bench.sync()
        #expect((report.outcome, report.items.rejected, report.failure) == (.unchanged, 1, nil))
        server(
            of: bench, whole: .numbered(1...8, version: 11), changes: [ServerItem(""), ServerItem("8", version: 11)])
        #expect(try await bench.sync().items.inserted == 1)
        #expect(try bench.keys == ["1", "2", "3", "4", "5", "6", "7", "8"])
    }

    /// Lets a server answer a delta with these changes.
    private func server(of bench: Workbench, whole: [ServerItem], changes: [ServerItem]) {
        bench.server.edit { state in
            state.conductor = { list, query, _ in
                list.items = query["since"] == nil ? whole : changes
                list.delta = nil
                return nil
            }
        }
    }

    @Test("a server that repeats what has the greatest version changes nothing")
    func ties() async throws {
        let bench = try bench(.from)
        try await bench.sync()
        #expect(try await bench.sync().outcome == .unchanged)
        // A late commit at the same version.
        bench.change { $0.items.append(ServerItem("8", version: 10)) }
        #expect(try await bench.sync().items.inserted == 1)
    }

    @Test("the overlap is taken off the greatest version, for servers that commit late")
    func overlap() async throws {
        let bench = try bench(extra: #"delta = { param = "since", overlap = 3 }"#)
        try await bench.sync()
        bench.change { $0.items.append(ServerItem("8", version: 9)) }
        _ = bench.asked()
        #expect(try await bench.sync().items.inserted == 1)
        #expect(bench.asked().first?.query == "page=1&since=7")
    }

    @Test("new items lead where the manifest says so")
    func head() async throws {
        let bench = try bench(extra: #"delta = { param = "since", place = "head" }"#)
        try await bench.sync()
        bench.change { $0.items.append(ServerItem("8", version: 11)) }
        try await bench.sync()
        #expect(try bench.keys.first == "8")
    }

    @Test("what a delta puts first while a walk is open has not been seen by the walk")
    func headInOpenWalk() async throws {
        let bench = try bench(extra: #"delta = { param = "since", place = "head" }"#)
        try await bench.sync()
        try await bench.refresh()
        bench.change { $0.items.insert(ServerItem("8", version: 11), at: 3) }
        #expect(try await bench.sync().mode == .delta)
        #expect(try bench.keys.first == "8")
        for _ in 0..<2 { #expect(try await !bench.more().drift) }
        #expect(try bench.keys == ["1", "2", "3", "8", "4", "5", "6", "7"])
    }

    @Test("a refused delta becomes one full walk, and the next sync asks for changes again", arguments: [400, 410])
    func refused(status: Int) async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { $0.items.removeLast() }
        bench.script([.fault(.status(status))])
        let report = try await bench.sync()
        #expect((report.mode, report.outcome, report.items.removed) == (.full, .complete, 1))
        #expect(try await bench.sync().mode == .delta)
    }

    @Test("what came of a delta before it was refused is told with the walk")
    func refusedMidway() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { list in
            for index in 0..<6 { list.items[index].version = 11 }
        }
        bench.script([nil, .fault(.status(400))])
        let report = try await bench.sync()
        #expect((report.mode, report.outcome) == (.full, .complete))
        #expect((report.items.updated, report.items.unchanged, report.pages) == (6, 4, 4))
    }

    @Test("a delta that breaks off is asked for again from where it began")
    func brokenOff() async throws {
        let bench = try bench()
        try await bench.sync()
        bench.change { $0.items = .numbered(1...7, version: 20) }
        bench.script([nil] + Array(repeating: .fault(.connection), count: 3))
        let report = try await bench.sync()
        #expect((report.outcome, report.items.updated, report.drift) == (.interrupted, 3, false))
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().first?.query == "page=1&since=10")
        #expect(try bench.items.map(\.version) == Array(repeating: "20", count: 7))
    }

    private func table(_ lines: String, _ answers: [String: String]) throws -> TableBench {
        try TableBench(
            ListText.manifest("items = \"items\"\nid = \"id\"\nversion = \"v\"\n\(lines)"),
            answers.mapValues { TableServer.Answer(body: $0) })
    }

    @Test(
        "one that comes without the item it starts from is not believed: the list is walked whole, and it is told once")
    func distrusted() async throws {
        let bench = try table(
            #"""
            delta = { param = "since", template = "gte.{}", first = "all" }
            paging = { style = "none" }
            """#,
            ["GET /v1/list?since=all": #"{"items":[{"id":1,"v":10}]}"#, "GET /v1/list?since=gte.10": #"{"items":[]}"#])
        _ = try await bench.sync()
        bench.server.set(["GET /v1/list?since=all": .init(body: #"{"items":[{"id":1,"v":10},{"id":2,"v":9}]}"#)])
        _ = bench.asked()
        let report = try await bench.sync()
        #expect((report.mode, report.items.inserted, report.warnings.count) == (.full, 1, 1))
        #expect(bench.asked() == ["GET /v1/list?since=gte.10", "GET /v1/list?since=all"])
        #expect(try await bench.sync().warnings == [])
        bench.server.set(["GET /v1/list?since=gte.10": .init(body: #"{"items":[{"id":1,"v":10}]}"#)])
        #expect(try await bench.sync().mode == .delta)
    }

    @Test("one that slides from page to page is read again from its start")
    func drift() async throws {
        @Sendable func page(_ ids: String, _ more: Bool) -> String {
            #"{"items":[\#(ids.map { #"{"id":"\#($0)","v":11}"# }.joined(separator: ","))],"more":\#(more)}"#
        }
        let bench = try table(
            #"""
            delta = { param = "since" }
            paging = { style = "page", has_next = "more" }
            """#,
            [
                "GET /v1/list?page=1": #"{"items":[{"id":"z","v":10}],"more":false}"#,
                "GET /v1/list?page=1&since=10": page("ab", true), "GET /v1/list?page=2&since=10": page("da", false),
            ])
        _ = try await bench.sync()
        bench.server.onAsk = { name, server in
            // By now a was changed and is last, so c has slid onto the first page.
            if name.contains("page=2&") { server.set(["GET /v1/list?page=1&since=10": .init(body: page("bc", true))]) }
        }
        _ = bench.asked()
        let report = try await bench.sync()
        #expect((report.mode, report.items.inserted) == (.delta, 4))
        #expect(bench.asked().count == 4)
    }

    @Test("times without a zone are sent in UTC, and where they are to be sent as they are, that is told")
    func zones() async throws {
        for (format, sent, warnings) in [
            ("", "2020-01-01T10%3A00%3A00Z", 0), (#", format = "as_is""#, "2020-01-01T10%3A00%3A00", 1),
        ] {
            let bench = try table(
                "delta = { param = \"since\"\(format) }\npaging = { style = \"none\" }",
                [
                    "GET /v1/list": #"{"items":[{"id":1,"v":"2020-01-01T10:00:00"}]}"#,
                    "GET /v1/list?since=\(sent)": #"{"items":[]}"#,
                ])
            _ = try await bench.sync()
            let report = try await bench.sync()
            #expect((report.mode, report.warnings.count) == (.delta, warnings))
        }
    }
}
