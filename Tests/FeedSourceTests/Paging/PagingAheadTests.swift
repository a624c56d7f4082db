import Testing

@testable import FeedSource

@Suite("Guessing the page after the next one")
struct PagingAheadTests {
    private func guess(
        _ inline: String, after cursor: PageCursor, elements: Int, step: Int, total: Int? = nil, pages: Int? = nil
    ) throws -> PageCursor? {
        try ManifestText.paging(inline).guess(
            after: cursor, elements: elements, Paging.Outlook(step: step, total: total, pageCount: pages))
    }

    @Test("by number goes on as long as the total or the count of pages says")
    func page() throws {
        let style = "{ style = \"page\", total = \"t\" }"
        #expect(try guess(style, after: .number(2), elements: 10, step: 10, total: 21) == .number(3))
        #expect(try guess(style, after: .number(2), elements: 10, step: 10, total: 20) == nil)
        #expect(try guess(style, after: .number(2), elements: 10, step: 10, pages: 3) == .number(3))
        #expect(try guess(style, after: .number(3), elements: 20, step: 10, pages: 3) == nil)
        #expect(try guess(style, after: .number(3), elements: 20, step: 10, total: 99, pages: 3) == nil)
        let fromZero = "{ style = \"page\", first = 0, total_pages = \"p\" }"
        #expect(try guess(fromZero, after: .number(1), elements: 10, step: 10, pages: 3) == .number(2))
        #expect(try guess(fromZero, after: .number(2), elements: 10, step: 10, pages: 3) == nil)
    }

    @Test("by offset counts in the elements that pages really have")
    func offset() throws {
        let style = "{ style = \"offset\", size = 100, total = \"t\" }"
        #expect(try guess(style, after: .number(40), elements: 40, step: 20, total: 61) == .number(60))
        #expect(try guess(style, after: .number(40), elements: 40, step: 20, total: 60) == nil)
    }

    @Test("is not done where nothing says how long the list is, or a page was empty")
    func unknown() throws {
        #expect(try guess("{ style = \"page\" }", after: .number(2), elements: 10, step: 10) == nil)
        #expect(try guess("{ style = \"offset\", size = 10 }", after: .number(20), elements: 20, step: 10) == nil)
        #expect(
            try guess("{ style = \"page\", total = \"t\" }", after: .number(2), elements: 0, step: 0, total: 9) == nil)
    }

    @Test("is not done where the page itself says what comes next")
    func named() throws {
        for style in [
            "{ style = \"cursor\", next = \"n\", total = \"t\" }",
            "{ style = \"next_url\", next = \"n\", total = \"t\" }",
            "{ style = \"link\", total = \"t\" }", "{ style = \"after_id\", total = \"t\" }",
            "{ style = \"none\" }",
        ] {
            for cursor in [PageCursor.start, .token("a"), .number(1)] {
                #expect(try guess(style, after: cursor, elements: 10, step: 10, total: 99) == nil)
            }
        }
    }

    @Test("ends before numbers that do not fit")
    func overflow() throws {
        let page = "{ style = \"page\", total_pages = \"p\" }"
        #expect(try guess(page, after: .number(.max), elements: 0, step: 1, pages: .max) == nil)
        let offset = "{ style = \"offset\", size = 1, total = \"t\" }"
        #expect(try guess(offset, after: .number(.max), elements: 1, step: .max, total: .max) == nil)
    }
}
