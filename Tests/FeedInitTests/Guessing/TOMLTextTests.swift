import FeedModel
import FeedSource
import Testing

@testable import FeedInit

@Suite("Text as TOML writes it")
struct TOMLTextTests {
    @Test("has its quotes escaped, also where an accent is after one")
    func accents() {
        let written = [
            ("d\"a'\u{301}x", "\"d\\\"a'\u{301}x\""), ("a\"\u{301}b", "'a\"\u{301}b'"),
            ("\u{600}'\"", "\"\u{600}'\\\"\""),
        ]
        for (text, expected) in written {
            #expect(TOMLText.string(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
        }
        #expect(TOMLText.block("a\u{600}'").unicodeScalars.first == "\"")
    }

    @Test("A key is one step of a path, whatever it holds")
    func keys() {
        let key = "d\"a'\u{301}x"
        #expect(DottedPath("a").appending(key: key).components.map(\.key) == ["a", key])
    }
}
