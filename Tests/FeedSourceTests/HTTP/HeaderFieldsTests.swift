import Testing

@testable import FeedSource

@Suite("Header fields")
struct HeaderFieldsTests {
    @Test("are found whatever their case")
    func lookup() {
        let fields: HeaderFields = ["Link": "a", "ETag": "\"x\"", "link": "b"]
        #expect(fields["LINK"] == "a")
        #expect(fields.all("link") == ["a", "b"])
        #expect(fields["etag"] == "\"x\"")
        #expect(fields["e-tag"] == nil)
    }

    @Test("are set once and added only where they are missing")
    func changes() {
        var fields: HeaderFields = ["A": "1", "a": "2", "B": "3"]
        fields.set("a", to: "4")
        fields.addMissing(["b": "5", "C": "6"])
        #expect(fields == ["B": "3", "a": "4", "C": "6"])
    }

    @Test("have names and values by the RFC")
    func grammar() {
        #expect(HeaderFields.isName("X-Feed_1.~"))
        for name in ["", "a b", "a:b", "é", "a\n"] { #expect(!HeaderFields.isName(name)) }
        for value in ["", "a b\tc", "é"] { #expect(HeaderFields.isValue(value)) }
        for value in ["a\nb", "a\rb", "\u{0}", "\u{7F}"] { #expect(!HeaderFields.isValue(value)) }
    }
}
