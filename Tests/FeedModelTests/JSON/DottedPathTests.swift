import FeedModel
import Testing

@Suite struct DottedPathTests {
    @Test("Components stand between dots, and the empty text has none")
    func components() {
        #expect(DottedPath("").components.isEmpty)
        #expect(DottedPath("0.photos").components.map(\.key) == ["0", "photos"])
        #expect(DottedPath("a..b").components.map(\.key) == ["a", "", "b"])
        #expect(DottedPath(".").components.map(\.key) == ["", ""])
    }

    @Test("Only decimal numbers without leading zeros index arrays")
    func indexes() {
        #expect(DottedPath("0.12.x").components.map(\.index) == [0, 12, nil])
        #expect(DottedPath("01.-2.+1.1e1.99999999999999999999.٣").components.allSatisfy { $0.index == nil })
    }

    @Test("A path is written as it was read", arguments: ["", "id", "0.photos", "日本.語"])
    func description(text: String) {
        #expect(DottedPath(text).description == text)
        #expect(DottedPath(text) == DottedPath(components: DottedPath(text).components))
    }
}
