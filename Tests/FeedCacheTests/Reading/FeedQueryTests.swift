import FeedModel
import FeedStore
import Testing

@testable import FeedCache

@Suite("What is asked of the composed feed")
struct FeedQueryTests {
    /// A section with the list, and one with items of its own; their IDs are numbers, or look alike.
    private func bench() async throws -> Workbench {
        let sections = """
            {"sections":[
            {"id":9,"sectionType":"list","collection":"list"},
            {"id":"\u{E9}","sectionType":"list","items":[{"id":3}]},
            {"id":"e\u{301}","sectionType":"list","items":[{"id":"\u{E9}"},{"id":"e\u{301}"}]}
            ]}
            """
        let bench = try Workbench(list: ServerList(style: .none, items: .numbered(1...7)), sections: sections)
        try await bench.sync()
        return bench
    }

    private func rows(_ condition: String, in bench: Workbench) throws -> [String] {
        let query = try bench.cache.feedRows(ItemSelection(condition: condition), section: nil)
        let key = try #require(query.columns.firstIndex(of: "key"))
        var keys: [String] = []
        while let row = try query.next() {
            if case .text(let text) = row[key] { keys.append(text) }
        }
        return keys
    }

    @Test("IDs are texts, and a number finds them")
    func numbers() async throws {
        let bench = try await bench()
        #expect(try rows("key = 7", in: bench) == ["7"])
        #expect(try rows("key = '7'", in: bench) == ["7"])
        #expect(try rows("key = 3", in: bench) == ["3", "3"])
        #expect(try rows("section = 9 AND row = 0", in: bench) == ["1"])
        let sections = try bench.cache.query(
            "SELECT count(*) FROM sections WHERE id = :id", values: ["id": .integer(9)])
        #expect(try sections.next() == [.integer(1)])
    }

    @Test("sections and items are told apart by the bytes of their IDs")
    func bytes() async throws {
        let bench = try await bench()
        for (id, items) in [("\u{E9}", 1), ("e\u{301}", 2)] {
            let count = try bench.cache.read { snapshot in
                try snapshot.rows(of: snapshot.section(id)).window(offset: 0, limit: .max).rows.count
            }
            #expect(count == items)
        }
        let composed = ClickThroughSubject.item("\u{E9}", section: "s")
        let other = ClickThroughSubject.item("e\u{301}", section: "s")
        #expect(composed != other && Set([composed, other, composed]).count == 2)
    }
}
