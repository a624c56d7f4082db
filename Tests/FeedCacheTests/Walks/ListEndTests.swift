import FeedCache
import Foundation
import Synchronization
import Testing

@Suite("Where a list ends")
struct ListEndTests {
    private func page(
        _ ids: ClosedRange<Int>, tag: String? = nil, headers: [String: String] = [:], more: String = ""
    ) -> TableServer.Answer {
        var headers = headers
        if let tag { headers["ETag"] = "\"\(tag)\"" }
        let items = ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
        return TableServer.Answer(headers: headers, body: #"{"items":[\#(items)]\#(more)}"#)
    }

    private func bench(_ paging: String, _ answers: [String: TableServer.Answer]) throws -> TableBench {
        let lines = "items = \"items\"\nid = \"id\"\npaging = \(paging)"
        return try TableBench(ListText.manifest(lines), answers)
    }

    /// Two pages, of which the first links to the second.
    private func linkedBench() throws -> TableBench {
        let next = ["Link": #"<https://api.example.com/v1/list?page=2>; rel="next""#]
        return try bench(
            #"{ style = "link" }"#,
            ["GET /v1/list": page(1...5, tag: "a", headers: next), "GET /v1/list?page=2": page(6...9, tag: "b")])
    }

    @Test("a status that ends a list ends it after a page that is as it was, too")
    func endStatus() async throws {
        let bench = try bench(
            #"{ style = "page", size = 2, end_status = [404] }"#,
            ["GET /v1/list?page=1": page(1...2, tag: "a"), "GET /v1/list?page=2": page(3...4, tag: "b")])
        #expect(try await bench.sync().outcome == .complete)
        #expect(try await bench.sync().outcome == .unchanged)
        bench.server.set(["GET /v1/list?page=2": TableServer.Answer(status: 404)])
        let report = try await bench.sync()
        #expect(report.outcome == .complete && report.items.removed == 2)
        #expect(try bench.keys == ["1", "2"])
    }

    @Test("a page that is gone behind a 304 without a link is no end: the list is asked for whole, and gets shorter")
    func vanishedPage() async throws {
        let bench = try linkedBench()
        #expect(try await bench.sync().outcome == .complete)
        bench.server.set([
            "GET /v1/list": page(1...5, tag: "a"), "GET /v1/list?page=2": TableServer.Answer(status: 404),
        ])
        _ = bench.asked()
        let report = try await bench.sync()
        #expect(report.outcome == .complete && report.failure == nil)
        #expect(bench.asked().prefix(3) == ["GET /v1/list", "GET /v1/list?page=2", "GET /v1/list"])
        #expect(
            report.waiting.map(\.message) == ["4 of 9 items were not met: waits for a later sync, or --allow-shrink"])
        #expect(try await bench.sync().items.removed == 4)
        #expect(try bench.keys == ["1", "2", "3", "4", "5"])
        #expect(try await bench.sync().outcome == .unchanged)
    }

    @Test("a page that stays gone behind a page that says it is there is a failure, and is asked for twice at most")
    func missingPage() async throws {
        let bench = try linkedBench()
        _ = try await bench.sync()
        bench.server.set(["GET /v1/list?page=2": TableServer.Answer(status: 404)])
        _ = bench.asked()
        #expect(try await bench.sync().outcome == .interrupted)
        #expect(bench.asked().filter { $0 == "GET /v1/list?page=2" }.count == 2)
        #expect(try bench.keys.count == 9)
    }

    @Test(
        "a count of nothing beside a page that holds something ends no list",
        arguments: [
            (#"{ style = "offset", size = 2, total = "n" }"#, "offset"),
            (#"{ style = "page", size = 2, total_pages = "n" }"#, "page"),
        ])
    func zero(paging: String, parameter: String) async throws {
        let (first, third) = parameter == "page" ? (1, 3) : (0, 4)
        func answers(_ count: Int) -> [String: TableServer.Answer] {
            [
                "GET /v1/list?\(parameter)=\(first)": page(1...2, more: ",\"n\":\(count)"),
                "GET /v1/list?\(parameter)=2": page(3...4, more: ",\"n\":\(count)"),
                "GET /v1/list?\(parameter)=\(third)": TableServer.Answer(body: #"{"items":[],"n":0}"#),
            ]
        }
        let bench = try bench(paging, answers(parameter == "page" ? 2 : 4))
        _ = try await bench.sync()
        bench.server.set(answers(0))
        let report = try await bench.sync()
        #expect(report.items.removed == 0)
        #expect(try bench.keys == ["1", "2", "3", "4"])
    }

    @Test("a total counts items: an item on each page brings no list of numbered pages to an early end")
    func pinnedBelowTotal() async throws {
        @Sendable func answers(isPinned: Bool) -> [String: TableServer.Answer] {
            Dictionary(
                uniqueKeysWithValues: (1...6).map { number in
                    let ids = (isPinned && number > 1 ? [1] : []) + [number * 2 - 1, number * 2]
                    return ("GET /v1/list?page=\(number)", list(ids, total: 12))
                })
        }
        let bench = try bench(#"{ style = "page", size = 2, total = "n" }"#, answers(isPinned: false))
        #expect(try await bench.sync().items.inserted == 12)
        bench.server.set(answers(isPinned: true))
        for _ in 0..<4 { #expect(try await bench.sync().items.removed == 0) }
        #expect(try bench.keys.count == 12)
        _ = bench.asked()
        #expect(try await bench.sync().outcome == .unchanged)
        #expect(bench.asked().count == 6, "nothing is asked for after the last page")
    }

    @Test(
        "a total that counts an item twice ends a list with the first page that brings nothing new, or is not there",
        arguments: [200, 404])
    func repeatedInTotal(status: Int) async throws {
        let last = list([3, 4, 5], total: 6)
        let bench = try bench(
            #"{ style = "page", size = 3, total = "n" }"#,
            [
                "GET /v1/list?page=1": list([1, 2, 3], total: 6), "GET /v1/list?page=2": last,
                "GET /v1/list?page=3": status == 200 ? last : TableServer.Answer(status: status),
            ])
        #expect(try await bench.sync().outcome == .complete)
        bench.server.set([
            "GET /v1/list?page=1": list([1, 2, 3], total: 5), "GET /v1/list?page=2": list([3, 4], total: 5),
            "GET /v1/list?page=3": status == 200 ? list([3, 4], total: 5) : TableServer.Answer(status: status),
        ])
        _ = bench.asked()
        #expect(try await bench.sync().items.removed == 1)
        #expect(bench.asked().count == 6, "three pages in each of two walks")
        #expect(try bench.keys == ["1", "2", "3", "4"])
    }

    @Test("a list that is short of its total since items came twice instead is told, once")
    func shortByRepeats() async throws {
        let bench = try bench(
            #"{ style = "offset", size = 2, total = "n" }"#,
            ["GET /v1/list?offset=0": list([1, 2], total: 4), "GET /v1/list?offset=2": list([1, 3], total: 4)])
        let reports = [try await bench.sync(), try await bench.sync(), try await bench.sync()]
        #expect(
            reports.map { $0.warnings.filter { $0.contains("only 3 of the server's total of 4") }.count } == [0, 1, 0])
    }

    private func list(_ ids: [Int], total: Int) -> TableServer.Answer {
        TableServer.Answer(body: #"{"items":[\#(ids.map { #"{"id":\#($0)}"# }.joined(separator: ","))],"n":\#(total)}"#)
    }

    @Test("what a retried page brings is newer than a page that was asked for before the retry")
    func retriedPage() async throws {
        let text = """
            \(Workbench.source(concurrency: 4))
            [[collections]]
            name = "list"
            path = "list"
            items = "items"
            id = "id"
            paging = { style = "page", total = "n" }
            """
        @Sendable func body(_ items: String) -> TableServer.Answer { .init(body: #"{"items":[\#(items)],"n":6}"#) }
        let bench = try TableBench(
            text,
            [
                "GET /v1/list?page=1": body(#"{"id":1},{"id":2}"#),
                "GET /v1/list?page=2": TableServer.Answer(status: 503),
                "GET /v1/list?page=3": body(#"{"id":9,"t":"old"},{"id":5}"#),
            ])
        let asked = Mutex(0)
        let third = DispatchSemaphore(value: 0)
        bench.server.onAsk = { name, server in
            if name == "GET /v1/list?page=3" { third.signal() }
            guard name == "GET /v1/list?page=2" else { return }
            let count = asked.withLock { count in
                count += 1
                return count
            }
            // The third page is asked for before the retry, however slow the machine is.
            if count == 1 { _ = third.wait(timeout: .now() + 10) }
            if count == 2 { server.set([name: body(#"{"id":3},{"id":9,"t":"new"}"#)]) }
        }
        _ = try await bench.sync()
        #expect(bench.asked().filter { $0 == "GET /v1/list?page=3" }.count == 1)
        #expect(try bench.items.first { $0.key == "9" }?.payload.contains("new") == true)
    }

    @Test("a server that gives fewer than asked for is read on, and so is a range of items")
    func capped() async throws {
        let capped = try bench(
            #"{ style = "offset", size_param = "limit", size = 100 }"#,
            [
                "GET /v1/list?offset=0&limit=100": page(1...10), "GET /v1/list?offset=10&limit=100": page(11...20),
                "GET /v1/list?offset=20&limit=100": page(21...25),
            ])
        #expect(try await capped.sync().items.inserted == 25)
        var ranges = [
            "GET /v1/list?offset=0": page(1...5, headers: ["Content-Range": "items 0-4/8"]),
            "GET /v1/list?offset=5": page(6...8, headers: ["Content-Range": "items 5-7/8"]),
        ]
        for name in ranges.keys { ranges[name]?.status = 206 }
        let ranged = try bench(#"{ style = "offset", size = 7 }"#, ranges)
        #expect(try await ranged.sync().items.inserted == 8)
    }

    @Test(
        "an answer that says that there is more where the list ends is told, once",
        arguments: [
            #","meta":{"has_more":true}"#, #","done":false"#, #","next":"x""#, #","total":9"#,
            #","continue":{"from":"B"}"#, #","LastEvaluatedKey":{"id":{"N":"5"}}"#,
            #","_links":{"next":{"href":"/l"}}"#,
        ])
    func saysMore(sign: String) async throws {
        let bench = try bench(#"{ style = "none" }"#, ["GET /v1/list": page(1...5, more: sign)])
        #expect(try await bench.sync().warnings.first?.contains("there is more where the list ends") == true)
        #expect(try await bench.sync().warnings == [])
        bench.server.set(["GET /v1/list": page(1...6, more: sign)])
        #expect(try await bench.sync().warnings == [])
    }

    @Test("an only answer that is a part of a list of unknown length is told, and is no end")
    func partial() async throws {
        var part = page(1...5, headers: ["Content-Range": "items 0-4/*"])
        let bench = try bench(#"{ style = "none" }"#, ["GET /v1/list": part])
        #expect(try await bench.sync().warnings == [])
        part.status = 206
        bench.server.set(["GET /v1/list": part])
        #expect(try await bench.sync().warnings.first?.contains("a part of the list (206)") == true)
    }

    @Test("a count above a round number of items in the only answer is told, and another is not")
    func count() async throws {
        for (ids, isTold) in [(1...20, true), (1...7, false)] {
            let bench = try bench(#"{ style = "none" }"#, ["GET /v1/list": page(ids, more: #","count":90"#)])
            #expect(try await bench.sync().warnings.isEmpty != isTold)
        }
    }

    @Test("a total that may count the lists in items is none, nor is a next page without a URL")
    func nested() async throws {
        for more in [#","total":9"#, #","next":{"href":null}"#] {
            let body = #"{"items":[{"id":1,"items":[{"id":2}]},{"id":3,"items":[]}]\#(more)}"#
            let bench = try bench(#"{ style = "none" }"#, ["GET /v1/list": TableServer.Answer(body: body)])
            #expect(try await bench.sync().warnings == [])
        }
        let after = try bench(
            #"{ style = "after_id" }"#,
            [
                "GET /v1/list": page(1...5, more: #","total":9"#),
                "GET /v1/list?after=5": TableServer.Answer(body: #"{"items":[],"total":9}"#),
            ])
        #expect(try await after.sync().warnings == [])
    }

    @Test("a cursor that the manifest names as the end says nothing of more")
    func endCursor() async throws {
        let bench = try bench(
            #"{ style = "cursor", next = "next", end_cursor = "0" }"#,
            ["GET /v1/list": page(1...5, more: #","next":"0""#)])
        #expect(try await bench.sync().warnings == [])
    }

    @Test("pages that count from 0 and are read from 1 are told by the last one, which is empty")
    func fromZero() async throws {
        let bench = try bench(
            #"{ style = "page", total_pages = "n" }"#,
            [
                "GET /v1/list?page=1": page(3...4, more: #","n":2"#),
                "GET /v1/list?page=2": TableServer.Answer(body: #"{"items":[],"n":2}"#),
            ])
        #expect(try await bench.sync().warnings.first?.contains("first = 0") == true)
    }

    @Test("a list without anything at its path is empty, which is told; null is no trouble")
    func omitted() async throws {
        let missing = try bench(#"{ style = "none" }"#, ["GET /v1/list": TableServer.Answer(body: "{}")])
        #expect(try await missing.sync().warnings.first?.contains("is `items` right?") == true)
        let null = try bench(#"{ style = "none" }"#, ["GET /v1/list": TableServer.Answer(body: #"{"items":null}"#)])
        let report = try await null.sync()
        #expect(report.warnings == [] && report.outcome.isSuccess)
    }

    @Test("a version of another kind is told once, when it begins, and one that is null never")
    func oddVersion() async throws {
        func answer(_ version: String) -> [String: TableServer.Answer] {
            ["GET /v1/list": TableServer.Answer(body: #"[{"id":1,"v":\#(version)}]"#)]
        }
        let lines = "items = \"\"\nid = \"id\"\nversion = \"v\"\npaging = { style = \"none\" }"
        let bench = try TableBench(ListText.manifest(lines), answer("null"))
        #expect(try await bench.sync().warnings == [])
        bench.server.set(answer("true"))
        #expect(try await bench.sync().warnings.count == 1)
        bench.server.set(answer("false"))
        #expect(try await bench.sync().warnings == [])
        bench.server.set(["GET /v1/list": TableServer.Answer(body: #"[{"id":1}]"#)])
        #expect(try await bench.sync().warnings.first?.contains("is `version` right?") == true)
    }
}
