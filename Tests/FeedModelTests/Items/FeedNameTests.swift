import FeedModel
import Testing

@Suite("A name or an ID") struct FeedNameTests {
    @Test("is equal to the byte, in sets and dictionaries, too")
    func bytes() {
        let (one, two) = ("\u{E9}", "e\u{301}")
        #expect(one == two, "as strings they are one text")
        #expect(ItemID(one) != ItemID(two) && SectionID(one) == SectionID(one))
        #expect(Set([CollectionName(one), CollectionName(two), CollectionName(one)]).count == 2)
        #expect([SectionID(one): 1, SectionID(two): 2][SectionID(two)] == 2)
    }

    @Test("is written as a string, and read as one")
    func literals() {
        let number = 7
        let id: ItemID = "item-\(number)"
        #expect(id.text == "item-7" && "\(id)" == "item-7")
        #expect(ItemID("7").description == "7")
    }

    @Test("of windows, two spellings of an ID are two")
    func windows() throws {
        let screen = FeedScreen(sections: ["\u{E9}", "e\u{301}"].map { FeedSection(id: SectionID($0), rows: []) })
        #expect(screen["\u{E9}"]?.id != screen["e\u{301}"]?.id)
    }
}
