import FeedModel
import TestSupport
import Testing

@testable import FeedSource

@Suite("A page cursor")
struct PageCursorTests {
    @Test("comes back from its text as it was", arguments: SeededGenerator.seeds(200))
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ab:%/ 猫\u{301}\"\n")
        let text = String(
            (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
        let url = try SourceURL("http://a/").setting([("c", text)])
        for cursor in [
            PageCursor.start, .number(.random(in: 0 ... .max, using: &random)), .token(text),
            .url(url, isTrusted: .random(using: &random)), .numeral("-1.50e3"),
            .members(
                #"{"a":\#(String(decoding: JSONValue.string(text).bytes, as: UTF8.self)),"n":1.0,"b":\#(Bool.random(using: &random))}"#
            ),
        ] {
            #expect(PageCursor(text: cursor.text) == cursor, "seed \(seed)")
        }
    }

    @Test("says in its text whether it is trusted, as a walk may go on in another process")
    func trust() throws {
        let url = try SourceURL("https://a/?c=1")
        #expect(PageCursor.url(url, isTrusted: true).text == "url:https://a/?c=1")
        #expect(PageCursor.url(url, isTrusted: false).text == "untrusted:https://a/?c=1")
        #expect(PageCursor(text: "url:https://a/?c=1")?.isTrusted == true)
        #expect(PageCursor(text: "untrusted:https://a/?c=1")?.isTrusted == false)
    }

    @Test(
        "is not read from anything else",
        arguments: [
            "", "start:", "number", "number:x", "number:-9223372036854775808", "token", "url:x", "untrusted:x",
            "page:1", "numeral:x", "numeral:",
            "members:", "members:{}", "members:[1]", #"members:{"a":null}"#,
        ])
    func nonsense(text: String) {
        #expect(PageCursor(text: text) == nil)
    }

    @Test(
        "has a text that later releases read",
        arguments: [
            ("start", PageCursor.start), ("number:3", .number(3)), ("token:", .token("")), ("token:a:b", .token("a:b")),
            ("numeral:7.0", .numeral("7.0")),
            (#"members:{"a":"-||","n":7}"#, .members(#"{"a":"-||","n":7}"#)),
        ])
    func texts(text: String, cursor: PageCursor) {
        #expect(PageCursor(text: text) == cursor)
        #expect(cursor.text == text)
    }
}
