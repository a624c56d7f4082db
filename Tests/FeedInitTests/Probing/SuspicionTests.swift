import FeedModel
import Testing

@testable import FeedInit
@testable import FeedSource

@Suite("What is suspicious in two pages")
struct SuspicionTests {
    /// Pages, and what should be found suspicious in them.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var lines = #"paging = { style = "page" }"#
        let pages: [String]
        /// What a delta from the least version answers, and one from the greatest.
        var delta: [String] = []
        let kinds: [Suspicion.Kind]
        var ends = ListEnds()

        var testDescription: String { name }
    }

    private static let delta = #"""
        delta = { param = "since" }
        paging = { style = "none" }
        """#
    private static let total = #"paging = { style = "page", total = "total" }"#

    private static let thirty = "{\"d\":[\((1...30).map { "{\"id\":\($0),\"v\":1}" }.joined(separator: ","))]}"

    static let rows = [
        Row(
            name: "one answer of a round number", lines: #"paging = { style = "none" }"#, pages: [thirty],
            kinds: [.roundCount]),
        Row(
            name: "nothing", pages: [#"{"d":[{"id":1,"v":1},{"id":2,"v":2}]}"#, #"{"d":[{"id":3,"v":1}]}"#], kinds: []),
        Row(name: "an empty list", pages: [#"{"d":[]}"#], kinds: [.emptyList]),
        Row(name: "no version at all", pages: [#"{"d":[{"id":1}]}"#], kinds: [.missingVersion]),
        Row(name: "some versions", pages: [#"{"d":[{"id":1,"v":1},{"id":2,"v":null}]}"#], kinds: [.missingVersion]),
        Row(name: "words for versions", pages: [#"{"d":[{"id":1,"v":"new"}]}"#], kinds: [.unreadableVersion]),
        Row(
            name: "numbers and times", pages: [#"{"d":[{"id":1,"v":1},{"id":2,"v":"2026-01-01T00:00:00Z"}]}"#],
            kinds: [.mixedVersions]),
        Row(name: "an item without ID", pages: [#"{"d":[{"id":1,"v":1},{"v":1}]}"#], kinds: [.missingID]),
        Row(
            name: "an item without version, and one without ID that has one",
            pages: [#"{"d":[{"id":1,"v":1},{"id":2},{"v":1}]}"#], kinds: [.missingID, .missingVersion]),
        Row(name: "an ID twice", pages: [#"{"d":[{"id":1,"v":1},{"id":1,"v":1}]}"#], kinds: [.duplicateIDs]),
        Row(
            name: "the same page", pages: [#"{"d":[{"id":1,"v":1}]}"#, #"{"d":[{"id":1,"v":1}]}"#], kinds: [.samePage]),
        Row(
            name: "a part of the first page",
            pages: [#"{"d":[{"id":1,"v":1},{"id":2,"v":1}]}"#, #"{"d":[{"id":2,"v":1},{"id":3,"v":1}]}"#],
            kinds: [.overlappingPages]),
        Row(
            name: "all are deleted", lines: "deleted = \"gone\"\npaging = { style = \"none\" }",
            pages: [#"{"d":[{"id":1,"v":1,"gone":true}]}"#], kinds: [.allDeleted]),
        Row(
            name: "what is ignored is not there", lines: "ignore = [\"age\"]\npaging = { style = \"none\" }",
            pages: [#"{"d":[{"id":1,"v":1}]}"#], kinds: [.unusedIgnore]),
        Row(
            name: "a full page without a next one", lines: #"paging = { style = "next_url", next = "next", size = 2 }"#,
            pages: [#"{"d":[{"id":1,"v":1},{"id":2,"v":1}]}"#], kinds: [.fullPageWithoutNext, .missingNext]),
        Row(
            name: "fewer than the total, and no next page",
            lines: #"paging = { style = "cursor", next = "next", total = "total" }"#,
            pages: [#"{"total":9,"next":null,"d":[{"id":1,"v":1},{"id":2,"v":1}]}"#], kinds: [.fullPageWithoutNext]),
        Row(
            name: "an empty page with a next one", lines: #"paging = { style = "cursor", next = "next" }"#,
            pages: [#"{"next":"a","d":[{"id":1,"v":1}]}"#, #"{"next":"b","d":[]}"#], kinds: [.emptyPageWithNext]),
        Row(
            name: "smaller pages than asked for",
            lines: #"paging = { style = "cursor", next = "next", size_param = "n", size = 50 }"#,
            pages: [#"{"next":"a","d":[{"id":1,"v":1}]}"#, #"{"d":[{"id":2,"v":1}]}"#], kinds: [.shorterPages]),
        Row(
            name: "an end that says there is more",
            pages: [#"{"meta":{"has_more":true},"d":[{"id":1,"v":1}]}"#, #"{"meta":{"has_more":true},"d":[]}"#],
            kinds: [.saysMore]),
        Row(
            name: "a page before the first one", lines: total,
            pages: [#"{"total":9,"d":[{"id":1,"v":1}]}"#, #"{"total":9,"d":[{"id":2,"v":1}]}"#], kinds: [.firstPage],
            ends: ListEnds(before: 2)),
        Row(
            name: "a page after the last one", lines: total,
            pages: [#"{"total":1,"d":[{"id":1,"v":1}]}"#, #"{"total":1,"d":[]}"#], kinds: [.lastPage],
            ends: ListEnds(after: 1)),
        Row(
            name: "a delta without effect", lines: delta, pages: [#"{"d":[{"id":1,"v":1},{"id":2,"v":2}]}"#],
            delta: [#"{"d":[{"id":1,"v":1},{"id":2,"v":2}]}"#, #"{"d":[{"id":1,"v":1},{"id":2,"v":2}]}"#],
            kinds: [.deltaWithOld]),
        Row(
            name: "a delta that brings nothing", lines: delta, pages: [#"{"d":[{"id":1,"v":1},{"id":2,"v":2}]}"#],
            delta: [#"{"d":[]}"#, #"{"d":[]}"#], kinds: [.deltaWithoutNew]),
        Row(
            name: "a delta that is right", lines: delta, pages: [#"{"d":[{"id":1,"v":1},{"id":2,"v":2}]}"#],
            delta: [#"{"d":[{"id":2,"v":2}]}"#, #"{"d":[]}"#], kinds: []),
        Row(name: "no total", lines: total, pages: [#"{"d":[{"id":1,"v":1}]}"#, #"{"d":[]}"#], kinds: [.missingTotal]),
        Row(
            name: "more than the total", lines: total,
            pages: [
                #"{"total":3,"d":[{"id":1,"v":1},{"id":2,"v":1}]}"#,
                #"{"total":3,"d":[{"id":3,"v":1},{"id":4,"v":1}]}"#,
            ],
            kinds: [.moreThanTotal]),
        Row(
            name: "another total", lines: total,
            pages: [
                #"{"total":3,"d":[{"id":1,"v":1},{"id":2,"v":1}]}"#,
                #"{"total":4,"d":[{"id":3,"v":1},{"id":4,"v":1}]}"#,
            ],
            kinds: [.otherTotal]),
    ]

    private static func probe(
        _ lines: String, _ bodies: [String], delta: [String] = [], ends: ListEnds = ListEnds()
    ) throws -> CollectionProbe {
        let text = """
            [source]
            name = "t"
            base_url = "https://api.example.com"
            query = { key = "${SECRET}" }
            [[collections]]
            name = "list"
            path = "list"
            items = "d"
            id = "id"
            version = "v"
            \(lines)
            """
        let source = try Manifest(toml: text, file: "feed.toml").resolved(environment: ["SECRET": "hush-hush"])
        let spec = try #require(source.collections.first)
        var pages: [ProbedPage] = []
        var position = ListPosition(cursor: spec.paging.firstPage)
        for body in bodies {
            let content = PageContent(
                status: 200, headers: HeaderFields(), body: Array(body.utf8),
                url: try SourceURL("https://api.example.com/list"),
                isTrusted: true)
            let page = ProbedPage(content, of: spec, at: position)
            pages.append(page)
            position = position.after(page.page?.itemCount ?? 0, at: page.next ?? position.cursor)
        }
        let deltas = try zip(ProbedDelta.starts(in: pages), delta).map { start, body in
            ProbedDelta(start: start, try spec.decoder.decode(Array(body.utf8)))
        }
        return CollectionProbe(
            spec, pages: pages, ends: ends, failure: nil, deltas: deltas, source: source)
    }

    @Test("is named, and nothing else", arguments: rows)
    func named(row: Row) throws {
        let probe = try Self.probe(row.lines, row.pages, delta: row.delta, ends: row.ends)
        #expect(probe.suspicions.map(\.kind) == row.kinds, "\(probe.suspicions.map(\.message))")
        #expect(probe.failure == nil)
    }

    @Test("every kind of it has a row")
    func complete() {
        #expect(Set(Self.rows.flatMap(\.kinds)) == Set(Suspicion.Kind.allCases))
    }

    @Test("comes with what each path found, without secrets")
    func findings() throws {
        let probe = try Self.probe(
            #"paging = { style = "cursor", next = "meta.next" }"#,
            [#"{"meta":{"next":"hush-hush"},"d":[{"id":"a","v":1},{"id":"b"}]}"#, #"{"d":[{"id":"c","v":"x"}]}"#])
        #expect(
            probe.findings == [
                PathFinding(key: "items", path: "d", found: 2, total: 2, sample: "2 and 1 items"),
                PathFinding(key: "id", path: "id", found: 3, total: 3, sample: "\"a\", \"b\""),
                PathFinding(key: "version", path: "v", found: 2, total: 3, sample: "1, \"x\""),
                PathFinding(key: "paging.next", path: "meta.next", found: 1, total: 2, sample: "\"…\""),
            ])
    }

    @Test(
        "is a hint where the manifest finds nothing",
        arguments: [
            (#"{"data":[{"uuid":"a"},{"uuid":"b"}]}"#, #"items = "data" and id = "uuid" would find 2 items"#),
            (#"{"d":[{"key":"a"},{"key":"b"}]}"#, #"items = "d" and id = "key" would find 2 items"#),
            (
                #"{"data":[{"type":"a","id":"1"},{"type":"b","id":"1"}]}"#,
                #"items = "data" and id = ["type", "id"] would find 2 items"#
            ),
            (#"{"names":["a","b"]}"#, #"items = "names" and id = "@value" would find 2 items"#),
            (#"{"r":{"a":{"x":1},"b":{"x":1},"c":{"x":2}}}"#, #"items = "r" and id = "@key" would find 3 items"#),
            (#"{"r":1}"#, nil), ("<html>", nil), ("", nil),
        ])
    func hint(body: String, hint: String?) throws {
        let probe = try Self.probe(#"paging = { style = "none" }"#, [body])
        #expect(probe.hint == hint)
    }
}
