import FeedModel
import Testing

@Suite struct JSONDocumentTests {
    private let document: JSONDocument
    private let text = #" {"z": 1.0, "a" :[ 1 , {"k":"\u65e5"},"x"], "z":{"b":null}, "\n":true} "#

    init() throws {
        document = try JSONDocument(Array(text.utf8))
    }

    private func text(_ range: Range<Int>?) -> String? {
        range.map { String(decoding: document.slice($0), as: UTF8.self) }
    }

    @Test("Members come in source order, with repeated keys and unescaped names")
    func members() {
        let members = document.members(of: document.root)
        #expect(members.map(\.key) == ["z", "a", "z", "\n"])
        #expect(members.map { text($0.value) } == ["1.0", #"[ 1 , {"k":"\u65e5"},"x"]"#, #"{"b":null}"#, "true"])
    }

    @Test("Elements come in source order")
    func elements() throws {
        let list = try #require(document.value(at: DottedPath("a")))
        #expect(document.elements(of: list).map { text($0) } == ["1", #"{"k":"\u65e5"}"#, "\"x\""])
    }

    @Test("A path starts at the root or at the value it is given")
    func values() throws {
        let list = try #require(document.value(at: DottedPath("a")))
        #expect(document.scalar(at: try #require(document.value(at: DottedPath("1.k"), in: list))) == .string("日"))
        #expect(text(document.value(at: DottedPath("z.b"))) == "null")
        #expect(document.value(at: DottedPath("q")) == nil)
        #expect(document.value(at: DottedPath("")) == document.root)
    }

    @Test("A star in a path is each element of a list, and so is a list at its end")
    func severalValues() throws {
        let document = try JSONDocument(
            Array(#"{"a":[{"u":"1","v":["x","y"]},{"v":"z"},{"u":"2"}],"b":{"*":3}}"#.utf8))
        func texts(_ path: String) throws -> [String] {
            document.values(at: try DottedPath(parsing: path)).map {
                String(decoding: document.slice($0), as: UTF8.self)
            }
        }
        #expect(try texts("a.*.u") == [#""1""#, #""2""#])
        #expect(try texts("a.*.v") == [#""x""#, #""y""#, #""z""#])
        #expect(try texts("a.0.v") == [#""x""#, #""y""#])
        #expect(try texts("b.\"*\"") == ["3"])
        #expect(try texts("b.*.c").isEmpty && texts("c").isEmpty)
    }

    @Test("Asking a value for what it has not gives nothing")
    func wrongKinds() throws {
        let list = try #require(document.value(at: DottedPath("a")))
        #expect(document.members(of: list).isEmpty)
        #expect(document.elements(of: document.root).isEmpty)
        #expect(try JSONDocument(Array("{}".utf8)).members(of: 0..<2).isEmpty)
        #expect(try JSONDocument(Array("[ ]".utf8)).elements(of: 0..<3).isEmpty)
    }

    @Test("Ranges that are no values do no harm")
    func strayRanges() {
        for start in -3..<80 {
            for length in 0..<12 {
                let range = start..<start + length
                _ = document.members(of: range)
                _ = document.elements(of: range)
                _ = document.scalar(at: range)
                _ = document.slice(range)
                _ = document.value(at: DottedPath("a.0"), in: range)
            }
        }
    }

    @Test("Scalars are told apart, numbers kept in their digits")
    func scalars() throws {
        let expected: [(String, JSONScalar)] = [
            ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("-0", .number(text: "-0")),
            ("1e400", .number(text: "1e400")), ("9007199254740993", .number(text: "9007199254740993")),
            (#""a\tb""#, .string("a\tb")), (#""\ud83c\udf63""#, .string("🍣")), (#""\ud83c""#, .string("\u{FFFD}")),
            ("[1]", .array),
            ("{}", .object),
        ]
        for (text, scalar) in expected {
            let document = try JSONDocument(Array(text.utf8))
            #expect(document.scalar(at: document.root) == scalar)
        }
    }
}
