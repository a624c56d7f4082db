import FeedModel
import Testing

@testable import FeedSource

@Suite("Paging")
struct PagingTests {
    private let url = SourceURL(
        origin: .init(scheme: .https, host: "api.example.com", port: 443), path: "/v1/p", query: nil)

    private func next(
        _ inline: String, after cursor: PageCursor, _ metadata: PageMetadata, itemsRead: Int = 0
    ) throws -> PageCursor? {
        let position = ListPosition(cursor: cursor, elements: itemsRead - metadata.itemCount)
        return try ManifestText.paging(inline).cursor(after: position, metadata, answeredBy: url, isTrusted: true)
    }

    // MARK: What ends a walk

    @Test("by page ends with has_next, else with the page count, else with an empty page")
    func page() throws {
        let style = "{ style = \"page\", has_next = \"m\", total_pages = \"t\" }"
        func metadata(_ count: Int, _ more: JSONScalar?, _ pages: JSONScalar?) -> PageMetadata {
            PageMetadata(itemCount: count, hasNext: more, totalPages: pages)
        }
        #expect(try next(style, after: .number(3), metadata(0, .bool(true), nil)) == .number(4))
        #expect(try next(style, after: .number(3), metadata(9, .bool(false), .number(text: "9"))) == nil)
        #expect(try next(style, after: .number(3), metadata(9, nil, .number(text: "4"))) == .number(4))
        #expect(try next(style, after: .number(3), metadata(9, nil, .string("3"))) == nil)
        #expect(try next(style, after: .number(3), metadata(9, nil, nil)) == .number(4))
        #expect(try next(style, after: .number(3), metadata(0, nil, nil)) == nil)
    }

    @Test("by page counts pages from the first, not from one")
    func pagesFromZero() throws {
        let style = "{ style = \"page\", first = 0, total_pages = \"t\" }"
        let metadata = PageMetadata(itemCount: 5, totalPages: .number(text: "2"))
        #expect(try ManifestText.paging(style).firstPage == .number(0))
        #expect(try next(style, after: .number(0), metadata) == .number(1))
        #expect(try next(style, after: .number(1), metadata) == nil)
        let zero = PageMetadata(itemCount: 5, totalPages: .number(text: "0"))
        #expect(try next(style, after: .number(1), zero) == .number(2), "a list of no pages has no such page")
    }

    @Test(
        "takes true and a text for yes, and false, null and nothing for no",
        arguments: [
            (JSONScalar.bool(true), true), (.string("https://x/?page=2"), true), (.string("maybe"), true),
            (.number(text: "1"), true), (.number(text: "17"), true), (.string("1"), true), (.string("true"), true),
            (.bool(false), false), (.null, false), (.string(""), false), (.string("0"), false),
            (.string("False"), false),
            (.number(text: "0"), false),
        ])
    func hasNext(value: JSONScalar, more: Bool) throws {
        for style in ["{ style = \"page\", has_next = \"m\" }", "{ style = \"offset\", has_next = \"m\" }"] {
            for count in [0, 1] {
                let found = try next(style, after: .number(1), PageMetadata(itemCount: count, hasNext: value))
                #expect((found != nil) == more)
            }
        }
    }

    @Test("goes on where has_next is no answer, as far as there are items", arguments: [JSONScalar.object, .array])
    func unclear(more: JSONScalar) throws {
        let style = "{ style = \"page\", has_next = \"m\" }"
        #expect(try next(style, after: .number(1), PageMetadata(itemCount: 1, hasNext: more)) == .number(2))
        #expect(try next(style, after: .number(1), PageMetadata(itemCount: 0, hasNext: more)) == nil)
    }

    @Test("by page ends where as many items are read as the list has")
    func pageTotal() throws {
        for style in ["{ style = \"page\", total = \"t\" }", "{ style = \"page\", total_header = \"T\" }"] {
            func next(_ count: Int, read: Int, total: String) throws -> PageCursor? {
                try self.next(
                    style, after: .number(3), PageMetadata(itemCount: count, total: .string(total)), itemsRead: read)
            }
            #expect(try next(10, read: 30, total: "31") == .number(4))
            #expect(try next(10, read: 30, total: "30") == nil)
            #expect(try next(10, read: 30, total: "29") == nil)
            #expect(try next(0, read: 20, total: "30") == nil, "an empty page leads nowhere")
            #expect(try next(10, read: 30, total: "0") == .number(4), "a list of nothing has no such page")
            #expect(try next(10, read: 30, total: "many") == .number(4))
        }
        let both = "{ style = \"page\", total = \"t\", total_pages = \"p\" }"
        let pages = PageMetadata(itemCount: 10, totalPages: .number(text: "9"), total: .number(text: "30"))
        #expect(try next(both, after: .number(3), pages, itemsRead: 30) == .number(4), "pages count before items")
    }

    @Test("by offset goes on after a round number, which may be all that the server gives")
    func capped() throws {
        let style = "{ style = \"offset\", size_param = \"limit\", size = 100 }"
        func next(_ offset: Int, _ count: Int) throws -> PageCursor? {
            try self.next(style, after: .number(offset), PageMetadata(itemCount: count))
        }
        #expect(try next(0, 50) == .number(50))
        #expect(try next(50, 50) == .number(100))
        #expect(try next(100, 37) == nil && next(0, 37) == nil && next(100, 0) == nil && next(50, 30) == nil)
    }

    @Test("takes an answer for the end of a list where the manifest says so, after a page that held something")
    func endStatus() throws {
        let paging = try ManifestText.paging("{ style = \"page\", end_status = [400, 404] }")
        #expect(paging.endsList(SourceError(.status(404), url: nil), afterPageWith: 100))
        #expect(paging.endsList(SourceError(.status(400), url: nil), afterPageWith: 7))
        #expect(!paging.endsList(SourceError(.status(404), url: nil), afterPageWith: 0))
        #expect(
            !paging.endsList(SourceError(.status(404), url: nil), afterPageWith: nil), "the first page is not there")
        #expect(!paging.endsList(SourceError(.status(410), url: nil), afterPageWith: 100))
        #expect(
            try !ManifestText.paging("{ style = \"page\" }").endsList(
                SourceError(.status(404), url: nil), afterPageWith: 100))
    }

    // MARK: Pages that are as they were

    /// What a 304 to page 3 of ten items each leads to, the page having led to `stored`.
    private func afterUnmodified(
        _ inline: String, _ headers: HeaderFields, stored: PageCursor?, from cursor: PageCursor = .number(3),
        itemsRead: Int = 30, isTrusted: Bool = true
    ) throws -> ListPage.Next {
        try ManifestText.paging(inline).next(
            after: cursor, unmodified: headers, stored: stored, itemsRead: itemsRead, answeredBy: url,
            isTrusted: isTrusted)
    }

    @Test(
        "goes on as before after a 304 where the body says what comes next",
        arguments: [
            "{ style = \"none\" }", "{ style = \"cursor\", next = \"n\" }", "{ style = \"next_url\", next = \"n\" }",
            "{ style = \"after_id\" }", "{ style = \"page\" }", "{ style = \"offset\", size = 10 }",
            "{ style = \"page\", has_next = \"m\", total_header = \"T\" }",
            "{ style = \"page\", total_pages = \"p\", total_header = \"T\" }", "{ style = \"page\", total = \"t\" }",
        ])
    func unmodifiedBody(style: String) throws {
        #expect(try afterUnmodified(style, ["T": "99"], stored: .token("x")) == .page(PageCursor.token("x").text))
        #expect(try afterUnmodified(style, ["T": "99"], stored: nil) == .end)
    }

    @Test("follows the headers of a 304, and knows when they do not say whether the list ends")
    func unmodifiedHeaders() throws {
        let known = PageCursor.url(try SourceURL("https://api.example.com/v1/p?c=old"), isTrusted: true)
        let new = PageCursor.url(try SourceURL("https://api.example.com/v1/p?c=new"), isTrusted: true)
        for (style, more, none) in [
            ("{ style = \"link\" }", "<?c=new>; rel=next", "</>; rel=prev"),
            ("{ style = \"next_url\", next_header = \"Link\" }", "?c=new", ""),
        ] {
            #expect(try afterUnmodified(style, ["Link": more], stored: nil) == .page(new.text))
            #expect(try afterUnmodified(style, ["Link": more], stored: known) == .page(new.text))
            #expect(try afterUnmodified(style, ["Link": none], stored: known) == .end)
            #expect(try afterUnmodified(style, [:], stored: known) == .page(known.text))
            #expect(try afterUnmodified(style, [:], stored: nil) == .unknown)
        }
        for style in [
            "{ style = \"page\", total_pages_header = \"T\" }", "{ style = \"page\", total_header = \"T\" }",
            "{ style = \"offset\", size = 10, total_header = \"T\" }",
        ] {
            let (isOffset, isPages) = (style.contains("offset"), style.contains("total_pages"))
            let (cursor, next) = isOffset ? (PageCursor.number(20), PageCursor.number(30)) : (.number(3), .number(4))
            func after(_ total: String?, _ stored: PageCursor?) throws -> ListPage.Next {
                try afterUnmodified(style, total.map { ["T": $0] } ?? [:], stored: stored, from: cursor)
            }
            #expect(try after(isPages ? "4" : "31", nil) == .page(next.text))
            #expect(try after(isPages ? "4" : "31", next) == .page(next.text))
            #expect(try after(isPages ? "3" : "30", next) == .end)
            #expect(try after(isPages ? "3" : "30", nil) == .end)
            #expect(try after(nil, next) == .page(next.text))
            #expect(try after(nil, nil) == .unknown)
            #expect(try after("some", nil) == .unknown)
            #expect(try after("0", next) == .page(next.text))
            #expect(try after("0", nil) == .unknown)
        }
    }

    @Test("trusts a URL only where the answer that gave it is trusted, and it stays at the source's origin")
    func trust() throws {
        let style = "{ style = \"link\" }"
        for (text, isTrusted, expected) in [
            ("?c=1", true, true), ("https://other.example.com/p", true, false), ("?c=1", false, false),
            ("https://api.example.com:444/", true, false),
        ] {
            let next = try ManifestText.paging(style).cursor(
                after: ListPosition(cursor: .start), PageMetadata(itemCount: 1, next: .string(text)),
                answeredBy: url, isTrusted: isTrusted)
            #expect(next?.isTrusted == expected, "\(text)")
            let again = try afterUnmodified(style, ["Link": "<\(text)>; rel=next"], stored: nil, isTrusted: isTrusted)
            #expect(try again == .page(#require(next).text))
        }
        #expect(PageCursor.start.isTrusted && PageCursor.number(1).isTrusted && PageCursor.token("a").isTrusted)
    }

    @Test("by offset counts what was received, and ends at a short page, at the total or with has_next")
    func offset() throws {
        let style = "{ style = \"offset\", size = 10, has_next = \"m\", total = \"t\" }"
        func next(_ count: Int, total: Int? = nil, more: Bool? = nil) throws -> PageCursor? {
            try self.next(
                style, after: .number(20),
                PageMetadata(
                    itemCount: count, hasNext: more.map { .bool($0) }, total: total.map { .number(text: "\($0)") }))
        }
        #expect(try next(10) == .number(30))
        #expect(try next(9) == nil)
        #expect(try next(0) == nil)
        #expect(try next(10, total: 30) == nil)
        #expect(try next(10, total: 31) == .number(30))
        #expect(try next(4, total: 31) == .number(24), "the server caps its pages; the total is what counts")
        #expect(try next(0, total: 31) == nil)
        #expect(try next(10, total: 0) == .number(30), "a list of nothing has no such page")
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
        #expect(try next(style, after: .start, PageMetadata(itemCount: 0, next: value)) == expected)
    }

    @Test("by an object of cursors sends what can be sent of it; one without anything ends the list")
    func members() throws {
        func next(_ object: String) throws -> PageCursor? {
            let metadata = PageMetadata(itemCount: 1, next: .object, nextDocument: object)
            return try self.next("{ style = \"cursor\", next = \"n\" }", after: .start, metadata)
        }
        #expect(try next(#"{ "a": "x", "b": null }"#) == .members(#"{"a":"x"}"#))
        #expect(try next("{}") == nil)
        #expect(try next(#"{"b":null}"#) == nil)
        #expect(throws: SourceError.self) { try next(#"{"a":"x\u0000"}"#) }
        #expect(throws: SourceError.self) { try next(#"{"a":"\#(String(repeating: "x", count: 8_192))"}"#) }
        #expect(try next(#"{"a":"\#(String(repeating: "x", count: 8_191))"}"#) != nil)
    }

    @Test("has_next ends every style, and is malformed where it says yes and nothing names the next page")
    func hasNextOutranks() throws {
        for style in ["cursor\", next = \"n", "next_url\", next = \"n", "link"] {
            let inline = "{ style = \"\(style)\", has_next = \"m\" }"
            let named = { PageMetadata(itemCount: 1, hasNext: $0, next: .string("x")) }
            #expect(try next(inline, after: .start, named(.bool(false))) == nil, "\(style)")
            #expect(try next(inline, after: .start, named(.null)) == nil, "\(style)")
            #expect(try next(inline, after: .start, named(.bool(true))) != nil, "\(style)")
            let lost = PageMetadata(itemCount: 1, hasNext: .bool(true), next: .null)
            #expect(throws: SourceError.self, "\(style)") { try next(inline, after: .start, lost) }
        }
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
            let found = try next(style, after: .start, PageMetadata(itemCount: 1, next: .string(text)))
            #expect(found == .url(try SourceURL(expected), isTrusted: !expected.contains("other")))
        }
    }

    @Test(
        "refuses what cannot be requested, without showing it",
        arguments: [
            ("{ style = \"cursor\", next = \"n\" }", JSONScalar.bool(true)),
            ("{ style = \"cursor\", next = \"n\" }", .string(String(repeating: "s3cret", count: 2000))),
            ("{ style = \"cursor\", next = \"n\" }", .string("s3cret\u{0}b")),
            ("{ style = \"next_url\", next = \"n\" }", .string("?s3cret=" + String(repeating: "x", count: 16_384))),
            ("{ style = \"next_url\", next = \"n\" }", .string("?s3cret=" + String(repeating: "猫", count: 2_000))),
            ("{ style = \"link\" }", .string("/x" + String(repeating: "/s3cret", count: 2_339))),
            ("{ style = \"next_url\", next = \"n\" }", .number(text: "5")),
            ("{ style = \"next_url\", next = \"n\" }", .string("ftp://s3cret/")),
            ("{ style = \"next_url\", next = \"n\" }", .string("https://u:s3cret@x/")),
            ("{ style = \"next_url\", next = \"n\" }", .string("http://s3cret.com/")),
        ])
    func malformed(style: String, value: JSONScalar) throws {
        let error = #expect(throws: SourceError.self) {
            try next(style, after: .start, PageMetadata(itemCount: 1, next: value))
        }
        #expect(error?.code == .malformed)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test("by the last ID goes on after it")
    func afterID() throws {
        let style = "{ style = \"after_id\", has_next = \"m\" }"
        let more = PageMetadata(itemCount: 2, lastID: "b", hasNext: .bool(true))
        #expect(try next(style, after: .start, more) == .token("b"))
        #expect(
            try next(style, after: .token("a"), PageMetadata(itemCount: 2, lastID: "b", hasNext: .bool(false))) == nil)
        #expect(try next(style, after: .token("a"), PageMetadata(itemCount: 0)) == nil)
        #expect(
            try next(style, after: .token("a"), PageMetadata(itemCount: 0, hasNext: .bool(true))) == .token("a"),
            "asking for the same again is what a loop is known by")
        #expect(throws: SourceError.self) { try next(style, after: .start, PageMetadata(itemCount: 2)) }
    }

    @Test("without a style of paging asks once")
    func none() throws {
        #expect(try next("{ style = \"none\" }", after: .start, PageMetadata(itemCount: 100)) == nil)
    }

    // MARK: Numbers at their ends

    @Test("stops counting before it overflows")
    func overflow() throws {
        let more = PageMetadata(itemCount: 5, hasNext: .bool(true))
        #expect(try next("{ style = \"page\", has_next = \"m\" }", after: .number(.max), more) == nil)
        #expect(try next("{ style = \"offset\", has_next = \"m\" }", after: .number(.max - 1), more) == nil)
    }

    @Test(
        "reads a total only where it is one",
        arguments: [
            (JSONScalar.number(text: "25"), 25), (.string("25"), 25), (.number(text: "-1"), nil),
            (.number(text: "2.5"), nil),
            (.number(text: "99999999999999999999"), nil), (.bool(true), nil), (nil, nil),
            (.number(text: "\(Int.greatestCount)"), .greatestCount), (.number(text: "\(Int.greatestCount + 1)"), nil),
            (.string("\(Int.max)"), nil),
        ] as [(JSONScalar?, Int?)])
    func total(value: JSONScalar?, expected: Int?) {
        #expect(PageMetadata(itemCount: 0, total: value).reportedTotal == expected)
        #expect(PageMetadata(itemCount: 0, totalPages: value).pageCount == expected)
    }
}
