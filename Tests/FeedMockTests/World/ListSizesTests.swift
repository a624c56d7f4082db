import Testing

@testable import FeedMock

@Suite struct ListSizesTests {
    @Test("one number sizes all lists, LIST=NUMBER one of them, later ones win")
    func parsing() throws {
        let sizes = try ListSizes(parsing: ["50", "photos=1000000"])
        #expect(sizes[.photos] == 1_000_000)
        #expect(sizes[.articles] == 50)
        #expect(try ListSizes(parsing: []) == .standard)
        #expect(ListSizes.standard[.featuredBanners] == 6 && ListSizes.standard[.featuredInterviews] == 12)
    }

    @Test(
        "what cannot be read is named",
        arguments: ["", "x", "-1", "1000000001", "photos=", "photos=x", "99999999999999999999"])
    func unreadable(text: String) {
        #expect(throws: ListSizeError.unreadable(text)) { try ListSizes(parsing: [text]) }
    }

    @Test("a list that is not there is named")
    func unknown() {
        #expect(throws: ListSizeError.unknownList("fotos")) { try ListSizes(parsing: ["fotos=5"]) }
    }
}
