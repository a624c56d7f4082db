import FeedModel
import Testing

@testable import FeedSource

@Suite("Paging")
struct PagingTests {
    private let url = SourceURL(
        origin: .init(scheme: .https, host: "api.example.com", port: 443), path: "/v1/p", query: nil)

    private func next(
        _ inline: String, after cursor: PageCursor, _ clues: PageClues
    ) throws -> PageCursor? {
        try ManifestText.paging(inline).cursor(after: cursor, clues: clues, answeredBy: url)
    }

    // MARK: What ends a walk

    @Test("by page ends with has_next, else with the page count, else with an empty page")
    func page() throws {
        let style = "{ style = \"page\", has_next = \"m\", total_pages = \"t\" }"
        func clues(_ count: Int, _ more: JSONScalar?, _ pages: JSONScalar?) -> PageClues {
            PageClues(itemCount: count, hasNext: more, totalPages: pages)
        }
        #expect(try next(style, after: .number(3), clues(0, .bool(true), nil)) == .number(4))
        #expect(try next(style, after: .number(3), clues(9, .bool(false), .number(text: "9"))) == nil)
        #expect(try next(style, after: .number(3), clues(9, nil, .number(text: "4"))) == .number(4))
        #expect(try next(style, after: .number(3), clues(9, nil, .string("3"))) == nil)
        #expect(try next(style, after: .number(3), clues(9, nil, nil)) == .number(4))
        #expect(try next(style, after: .number(3), clues(0, nil, nil)) == nil)
    }

    @Test("by page counts pages from the first, not from one")
    func pagesFromZero() throws {
        let style = "{ style = \"page\", first = 0, total_pages = \"t\" }"
        let clues = PageClues(itemCount: 5, totalPages: .number(text: "2"))
        #expect(try ManifestText.paging(style).firstPage == .number(0))
        #expect(try next(style, after: .number(0), clues) == .number(1))
        #expect(try next(style, after: .number(1), clues) == nil)
    }

    @Test(
        "goes on where has_next says nothing clear, as far as there are items",
        arguments: [
            JSONScalar.null, .object, .array, .string(""), .string("maybe"), .number(text: "17"),
        ])
    func unclear(more: JSONScalar) throws {
        let style = "{ style = \"page\", has_next = \"m\" }"
        #expect(try next(style, after: .number(1), PageClues(itemCount: 1, hasNext: more)) == .number(2))
        #expect(try next(style, after: .number(1), PageClues(itemCount: 0, hasNext: more)) == nil)
    }

    @Test("by offset counts what was received, and ends at a short page, at the total or with has_next")
    func offset() throws {
        let style = "{ style = \"offset\", size = 10, has_next = \"m\", total = \"t\" }"
        func next(_ count: Int, total: Int? = nil, more: Bool? = nil) throws -> PageCursor? {
            try self.next(
                style, after: .number(20),
                PageClues(
                    itemCount: count, hasNext: more.map { .bool($0) }, total: total.map { .number(text: "\($0)") }))
        }
        #expect(try next(10) == .number(30))
        #expect(try next(9) == nil)
        #expect(try next(0) == nil)
        #expect(try next(10, total: 30) == nil)
        #expect(try next(10, total: 31) == .number(30))
        #expect(try next(4, total: 31) == .number(24), "the server caps its pages; the total is what counts")
        #expect(try next(0, total: 31) == nil)
        #expect(try next(10, more: false) == nil)
        #expect(try next(4, more: true) == .number(24))
    }

    @Test(
        "by cursor ends with null, empty or nothing",
        arguments: [
            (JSONScalar.string("abc"), PageCursor.token("abc")), (.number(text: "12"), .token("12")), (.null, nil),
            (.string(""), nil), (nil, nil),
        ] as [(JSONScalar?, PageCursor?)])
    func cursor(value: JSONScalar?, expected: PageCursor?) throws {
        let style = "{ style = \"cursor\", next = \"n\" }"
        #expect(try next(style, after: .start, PageClues(itemCount: 0, next: value)) == expected)
    }

    @Test(
        "by URL resolves what it is given",
        arguments: [
            ("https://api.example.com/v1/p?c=1", "https://api.example.com/v1/p?c=1"),
            (" /x?c=2 ", "https://api.example.com/x?c=2"),
            ("?c=3", "https://api.example.com/v1/p?c=3"),
            ("http://api.example.com/v1/p?c=4", "https://api.example.com/v1/p?c=4"),
            ("https://other.example.com/p", "https://other.example.com/p"),
        ])
    func nextURL(text: String, expected: String) throws {
        for style in ["{ style = \"next_url\", next = \"n\" }", "{ style = \"link\" }"] {
            let found = try next(style, after: .start, PageClues(itemCount: 1, next: .string(text)))
            #expect(found == .url(try SourceURL(expected)))
        }
    }

    @Test(
        "refuses what cannot be asked for, without showing it",
        arguments: [
            ("{ style = \"cursor\", next = \"n\" }", JSONScalar.bool(true)),
            ("{ style = \"cursor\", next = \"n\" }", .object),
            ("{ style = \"cursor\", next = \"n\" }", .string(String(repeating: "s3cret", count: 2000))),
            ("{ style = \"next_url\", next = \"n\" }", .number(text: "5")),
            ("{ style = \"next_url\", next = \"n\" }", .string("ftp://s3cret/")),
            ("{ style = \"next_url\", next = \"n\" }", .string("https://u:s3cret@x/")),
            ("{ style = \"next_url\", next = \"n\" }", .string("http://s3cret.com/")),
        ])
    func malformed(style: String, value: JSONScalar) throws {
        let error = #expect(throws: SourceError.self) {
            try next(style, after: .start, PageClues(itemCount: 1, next: value))
        }
        #expect(error?.code == .malformed)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test("by the last ID goes on behind it")
    func afterID() throws {
        let style = "{ style = \"after_id\", has_next = \"m\" }"
        let more = PageClues(itemCount: 2, lastID: "b", hasNext: .bool(true))
        #expect(try next(style, after: .start, more) == .token("b"))
        #expect(try next(style, after: .token("a"), PageClues(itemCount: 2, lastID: "b", hasNext: .bool(false))) == nil)
        #expect(try next(style, after: .token("a"), PageClues(itemCount: 0)) == nil)
        #expect(
            try next(style, after: .token("a"), PageClues(itemCount: 0, hasNext: .bool(true))) == .token("a"),
            "asking for the same again is what a loop is known by")
        #expect(throws: SourceError.self) { try next(style, after: .start, PageClues(itemCount: 2)) }
    }

    @Test("without a style of paging asks once")
    func none() throws {
        #expect(try next("{ style = \"none\" }", after: .start, PageClues(itemCount: 100)) == nil)
    }

    // MARK: Numbers at their ends

    @Test("stops counting before it overflows")
    func overflow() throws {
        let more = PageClues(itemCount: 5, hasNext: .bool(true))
        #expect(try next("{ style = \"page\", has_next = \"m\" }", after: .number(.max), more) == nil)
        #expect(try next("{ style = \"offset\", has_next = \"m\" }", after: .number(.max - 1), more) == nil)
    }

    @Test(
        "reads a total only where it is one",
        arguments: [
            (JSONScalar.number(text: "25"), 25), (.string("25"), 25), (.number(text: "-1"), nil),
            (.number(text: "2.5"), nil),
            (.number(text: "99999999999999999999"), nil), (.bool(true), nil), (nil, nil),
        ] as [(JSONScalar?, Int?)])
    func total(value: JSONScalar?, expected: Int?) {
        #expect(PageClues(itemCount: 0, total: value).reportedTotal == expected)
    }
}
