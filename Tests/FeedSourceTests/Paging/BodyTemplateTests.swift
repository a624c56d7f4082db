import FeedModel
import Testing

@testable import FeedSource

@Suite("The body that asks for a page")
struct BodyTemplateTests {
    private func filled(
        _ text: String, _ values: [(parameter: String, value: PageCursor)]
    ) throws -> String {
        var body = try BodyTemplate(text)
        for (parameter, _) in values { body = try body.admitting(parameter) }
        return String(decoding: body.filled(values, Self.page()), as: UTF8.self)
    }

    private static func page(
        _ cursor: PageCursor = .start, size: Int? = nil, environment: [String: String] = [:]
    ) -> PageValues {
        PageValues(cursor: cursor, first: nil, size: size, since: nil, environment: environment)
    }

    @Test("has its texts filled in: a value alone as it came, one beside others as a part of the text")
    func texts() throws {
        let text =
            #"{"q":"{ users{id} }","v":{"after":"{cursor}","at":"a\"{cursor}","n":"{size}","k":"${KEY}"},"l":["{cursor}"]}"#
        let body = try BodyTemplate(text)
        func filled(_ page: PageValues) -> String { String(decoding: body.filled([], page), as: UTF8.self) }
        #expect(try body.hasVariables && !BodyTemplate(#"{"q":"{cursor}"}"#).hasVariables)
        #expect(
            filled(Self.page(.document("[1,\"x\"]"), size: 5, environment: ["KEY": "a\"b"]))
                == #"{"q":"{ users{id} }","v":{"after":[1,"x"],"at":"a\"[1,\"x\"]","n":5,"k":"a\"b"},"l":[[1,"x"]]}"#)
        #expect(filled(Self.page()) == #"{"q":"{ users{id} }","v":{"k":"${KEY}"},"l":[null]}"#)
        #expect(throws: TemplateFault.self) { try BodyTemplate(#"{"a":"{curser}"}"#) }
    }

    @Test("is sent as it is where nothing is set")
    func verbatim() throws {
        let text = #"{ "a" : [1, 2.50],"b":{} }"#
        #expect(try filled(text, []) == text)
    }

    @Test("takes parameters where they are, and where they are missing or null")
    func places() throws {
        let body = #"{"v":{"after":null,"k":1.0},"l":[{"n":1},2]}"#
        #expect(try filled(body, [("v.after", .token("x"))]) == #"{"v":{"after":"x","k":1.0},"l":[{"n":1},2]}"#)
        #expect(try filled(body, [("v.new.deep", .numeral("3"))]).contains(#""new":{"deep":3}"#))
        #expect(try filled(body, [("v.after.x", .numeral("3"))]).contains(#""after":{"x":3}"#))
        #expect(try filled(body, [("l.0.n", .numeral("7"))]).contains(#""l":[{"n":7},2]"#))
        #expect(try filled("{}", [("a.b", .token("1")), ("a.c", .token("2"))]) == #"{"a":{"b":"1","c":"2"}}"#)
        #expect(try filled("{}", [(#""a.b""#, .token("1"))]) == #"{"a.b":"1"}"#)
    }

    @Test(
        "writes a value as what is there, else as what it is",
        arguments: [
            ("1", PageCursor.token("20"), "20"), ("1", .token("x"), #""x""#), (#""1""#, .numeral("20"), #""20""#),
            ("null", .numeral("20"), "20"), ("null", .token("20"), #""20""#), ("true", .numeral("2"), "2"),
            (#"{"old":1}"#, .token("a\"b"), #""a\"b""#),
        ])
    func types(present: String, value: PageCursor, expected: String) throws {
        #expect(try filled(#"{"a":\#(present)}"#, [("a", value)]) == #"{"a":\#(expected)}"#)
    }

    @Test("takes an object of cursors as an object")
    func members() throws {
        let members = #"{"a":"x","n":1.50,"b":true}"#
        #expect(try filled(#"{"after":{"z":1}}"#, [("after", .members(members))]) == #"{"after":\#(members)}"#)
    }

    @Test(
        "is refused where a page could not be asked for with it",
        arguments: [
            ("[]", "a", "an array"), ("{", "a", "not valid JSON"), ("", "a", "not valid JSON"),
            (#"{"a":1}"#, "a.b", "“a” of body is a number"),
            (#"{"a":[]}"#, "a.0", "no such element"), ("{}", "a[b=c]", "brackets"), ("{}", "a..b", "empty part"),
            ("{}", "@a", "double quotes"),
        ])
    func refused(text: String, parameter: String, words: String) {
        let fault = #expect(throws: TemplateFault.self) {
            _ = try BodyTemplate(text).admitting(parameter)
        }
        #expect(fault?.message.contains(words) == true, "\(fault?.message ?? "")")
    }
}
