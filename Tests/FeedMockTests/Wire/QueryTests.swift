import Testing

@testable import FeedMock

@Suite struct QueryTests {
    @Test("values are percent-decoded, a plus is a space, the last of a name counts")
    func decoding() {
        let query = Query("q=%E6%97%A5%E6%9C%AC&s=a+b%2B&page=1&page=2&flag&=x&bad=%ZZ")
        #expect(query["q"] == "日本")
        #expect(query["s"] == "a b+")
        #expect(query["page"] == "2")
        #expect(query["flag"] == "")
        #expect(query["bad"] == "%ZZ")
        #expect(query["none"] == nil)
    }

    @Test("a number out of range is refused by name", arguments: ["0", "x", "", "1.5", "99999999999999999999"])
    func numbers(text: String) {
        #expect(throws: RequestError.self) { try Query("page=\(text)").integer("page", in: 1...Int.max) }
    }
}
