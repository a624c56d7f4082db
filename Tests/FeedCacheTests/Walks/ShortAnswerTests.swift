import FeedCache
import FeedModel
import Testing

/// Servers that are not all as new as each other, or that fail in part, say less of a list at times than they said before.
@Suite("Answers that say less than others")
struct ShortAnswerTests {
    private func page(_ ids: ClosedRange<Int>?, _ more: String, version: Int = 1) -> TableServer.Answer {
        let items = (ids.map(Array.init) ?? []).map { #"{"id":\#($0),"v":\#(version)}"# }.joined(separator: ",")
        return TableServer.Answer(body: #"{"items":[\#(items)]\#(more)}"#)
    }

    private func bench(_ lines: String, _ answers: [String: TableServer.Answer]) throws -> TableBench {
        try TableBench(ListText.manifest("items = \"items\"\nid = \"id\"\nversion = \"v\"\n" + lines), answers)
    }

    private static let numbered = #"paging = { style = "page", total_pages = "pages" }"#
    private static let counted = #"paging = { style = "offset", size = 2, total = "total" }"#

    @Test("a list is read as far as any of its answers says that it goes")
    func readOn() async throws {
        let pages = try bench(
            Self.numbered,
            [
                "GET /v1/list?page=1": page(1...2, #","pages":3"#), "GET /v1/list?page=2": page(3...4, #","pages":1"#),
                "GET /v1/list?page=3": page(5...6, #","pages":3"#),
            ])
        let offsets = try bench(
            Self.counted,
            [
                "GET /v1/list?offset=0": page(1...2, #","total":6"#),
                "GET /v1/list?offset=2": page(3...4, #","total":2"#),
                "GET /v1/list?offset=4": page(5...6, #","total":6"#),
            ])
        for bench in [pages, offsets] {
            #expect(try await bench.sync().outcome == .complete)
            #expect(try bench.keys == ["1", "2", "3", "4", "5", "6"])
        }
    }

    @Test("a page that is refused beyond the end that the last answer named is no failure", arguments: [400, 404, 416])
    func refused(status: Int) async throws {
        let bench = try bench(
            Self.numbered,
            [
                "GET /v1/list?page=1": page(1...2, #","pages":3"#), "GET /v1/list?page=2": page(3...4, #","pages":2"#),
                "GET /v1/list?page=3": TableServer.Answer(status: status),
            ])
        let report = try await bench.sync()
        #expect(report.outcome == .complete && report.failure == nil)
        #expect(try bench.keys == ["1", "2", "3", "4"])
        // Where the last answer names that page, it is one.
        bench.server.set(["GET /v1/list?page=2": page(3...4, #","pages":3"#)])
        #expect(try await bench.sync().failure?.status == status)
    }

    @Test("what a walk has not read of the greatest total keeps what it did not meet for a day")
    func greatestTotal() async throws {
        let bench = try bench(
            Self.counted,
            [
                "GET /v1/list?offset=0": page(1...2, #","total":4"#),
                "GET /v1/list?offset=2": page(3...4, #","total":4"#),
            ])
        #expect(try await bench.sync().outcome == .complete)
        bench.server.set(["GET /v1/list?offset=2": page(nil, #","total":2"#)])
        for _ in 0..<3 {
            bench.clock.step(by: 3_600)
            #expect(try await bench.sync().items.removed == 0)
        }
        #expect(try bench.keys == ["1", "2", "3", "4"])
        bench.clock.step(by: 86_400)
        _ = try await bench.sync()
        #expect(try bench.keys == ["1", "2"])
    }

    // MARK: Deltas

    private static let delta = #"""
        paging = { style = "none", total = "total" }
        delta = { param = "since" }
        """#

    @Test(
        "a delta that says itself that there is more is not believed: the whole list is read",
        arguments: [#","has_more":true"#, #","next_cursor":"x""#, #","total":3"#])
    func shortDelta(more: String) async throws {
        let bench = try bench(Self.delta, ["GET /v1/list": page(1...4, "")])
        #expect(try await bench.sync().outcome == .complete)
        bench.server.set([
            "GET /v1/list?since=1": page(5...5, more, version: 2), "GET /v1/list": page(1...7, "", version: 2),
        ])
        let report = try await bench.sync()
        #expect(report.warnings.contains { $0.hasPrefix("a delta ended although there is more of it") })
        #expect(try bench.keys == ["1", "2", "3", "4", "5", "6", "7"])
    }

    @Test("a total that is the length of the whole list says nothing of a delta")
    func wholeTotal() async throws {
        let bench = try bench(Self.delta, ["GET /v1/list": page(1...4, #","total":4"#)])
        #expect(try await bench.sync().outcome == .complete)
        bench.server.set(["GET /v1/list?since=1": page(5...5, #","total":5"#, version: 2)])
        _ = bench.asked()
        let report = try await bench.sync()
        #expect(report.mode == .delta && report.warnings.isEmpty)
        #expect(bench.asked() == ["GET /v1/list?since=1"])
    }

    @Test("a first walk that is short of its total is followed by another one, not by a delta")
    func shortFirstWalk() async throws {
        let bench = try bench(
            "delta = { param = \"since\" }\n" + Self.counted,
            [
                "GET /v1/list?offset=0": page(1...2, #","total":4"#),
                "GET /v1/list?offset=2": page(nil, #","total":4"#),
            ])
        _ = try await bench.sync()
        bench.server.set(["GET /v1/list?offset=2": page(3...4, #","total":4"#)])
        #expect(try await bench.sync().mode == .full)
        #expect(try bench.keys == ["1", "2", "3", "4"])
        bench.server.set(["GET /v1/list?offset=0&since=1": page(nil, #","total":0"#)])
        #expect(try await bench.sync().mode == .delta)
    }
}
