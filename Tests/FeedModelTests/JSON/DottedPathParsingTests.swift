import TestSupport
import Testing

@testable import FeedModel

@Suite("A path as a manifest has it")
struct DottedPathParsingTests {
    private func found(_ path: String, in text: String) throws -> String? {
        let document = try JSONDocument(Array(text.utf8))
        return document.value(at: try DottedPath(parsing: path)).map {
            String(decoding: document.slice($0), as: UTF8.self)
        }
    }

    @Test("is written so that it is read as it is, also where an accent is after a sign")
    func accents() throws {
        for key in ["d\"a'\u{301}x", "a\"\u{301}b", "a\\\u{301}b"] {
            let path = DottedPath(components: [.init(field: key), .init(field: "a.\u{301}b"), .init(field: "x")])
            #expect(try DottedPath(parsing: path.description) == path)
        }
    }

    @Test(
        "leads to what it names",
        arguments: [
            ("", #"{"a":1}"#, #"{"a":1}"#), ("a.0.b", #"{"a":[{"b":1}]}"#, "1"),
            (#""@odata.nextLink""#, #"{"@odata.nextLink":"x"}"#, #""x""#),
            (#"a."b.c".d"#, #"{"a":{"b.c":{"d":1}}}"#, "1"), (#""a\"b\\c""#, #"{"a\"b\\c":1}"#, "1"),
            (#""""#, #"{"":1}"#, "1"), (#""0""#, #"{"0":1}"#, "1"), (#""0""#, "[1]", nil),
            (#"a."0""#, #"{"a":{"0":2}}"#, "2"),
            ("links[rel=next].href", #"{"links":[{"rel":"self","href":1},{"rel":"next","href":2}]}"#, "2"),
            ("links[rel=next].href", #"{"links":[{"rel":"next","href":1},{"rel":"next","href":2}]}"#, "1"),
            ("links[rel=next].href", #"{"links":[{"rel":"prev","href":1}]}"#, nil),
            ("links[rel=next].href", #"{"links":{"rel":"next","href":1}}"#, nil),
            ("links[rel=next].href", #"{"links":[1,"next",null,{"href":1},{"rel":["next"]}]}"#, nil),
            ("[n=2].v", #"[{"n":1,"v":1},{"n":2,"v":2}]"#, "2"), ("[n=2]", #"[{"n":"2"}]"#, #"{"n":"2"}"#),
            ("a[ok=true][0]", #"{"a":[]}"#, nil), ("a[b=c][d=e].f", #"{"a":[{"b":"c"}]}"#, nil),
            ("a[n=null].v", #"{"a":[{"n":null,"v":1}]}"#, "1"), ("a[n=false].v", #"{"a":[{"n":false,"v":1}]}"#, "1"),
            (#"a["x.y"="p]q"].v"#, #"{"a":[{"x.y":"p]q","v":1}]}"#, "1"),
            (#"a[n=""].v"#, #"{"a":[{"n":"","v":1}]}"#, "1"), ("a[b=c].0.1", #"{"a":[{"b":"c","0":[1,2]}]}"#, "2"),
            ("é.日本", #"{"é":{"日本":1}}"#, "1"), ("first name", #"{"first name":1}"#, "1"),
        ] as [(String, String, String?)])
    func leads(path: String, text: String, expected: String?) throws {
        if path == "a[ok=true][0]" {
            #expect(throws: DottedPathError.self) { try DottedPath(parsing: path) }
        } else {
            #expect(try found(path, in: text) == expected)
        }
    }

    @Test(
        "is refused with what to write instead",
        arguments: [
            ("a..b", "empty part"), (".a", "empty part"), ("a.", "empty part"), ("a.[b=c]", "empty part"),
            (#""a"#, "without a second one"), (#""a"b"#, "no dot"), (#"a"b""#, "inside a step"),
            (#""a\n""#, "backslash"),
            ("a]", "without a “[”"), ("a[b", "field=value"), ("a[]", "field=value"), ("a[=c]", "field=value"),
            ("a[b=]", "field=value"), ("a[b=c", "field=value"), ("a[b=c]d", "no dot"), ("a[b.c=d]", "field=value"),
            ("@odata.nextLink", #"write '"@odata.nextLink"', or '"@odata".nextLink' for two steps"#),
            ("a.@id", #"write 'a."@id"'"#), ("@type[a=b].c", #"write '"@type"[a=b].c'"#),
        ])
    func refused(path: String, words: String) {
        let error = #expect(throws: DottedPathError.self) { try DottedPath(parsing: path) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("is what its description reads as", arguments: SeededGenerator.seeds(300))
    func description(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let texts = ["a", "0", "07", "", "@a", "a.b", "x]", "[y", "\"q", "b\\", "é", "a=b", "c d"]
        let components = (0..<Int.random(in: 0...4, using: &random)).map { _ -> DottedPath.Component in
            let text = texts.randomElement(using: &random) ?? "a"
            let field = texts.randomElement(using: &random) ?? "a"
            return switch Int.random(in: 0..<3, using: &random) {
            case 0:
                DottedPath.Component(
                    DottedPath.Condition(field: ExactText(field.isEmpty ? "f" : field), value: ExactText(text)))
            case 1: DottedPath.Component("\(Int.random(in: 0..<20, using: &random))")
            default: DottedPath.Component(field: text)
            }
        }
        let path = DottedPath(components: components)
        #expect(try DottedPath(parsing: path.description) == path, "FEEDCACHE_SEED=\(seed) \(path)")
    }

    @Test("finds columns, rows and single values in one pass with others")
    func together() throws {
        let text = #"""
            {"sets":[{"k":"x","list":[]},{"k":"y","list":[{"id":1,"m":[{"t":"v","n":5}]},{"id":2,"m":[]}]}],
             "links":[{"rel":"next","href":"u"}],"n":3}
            """#
        let bytes = Array(text.utf8)
        let paths = try ["n", "links[rel=next].href", "sets[k=y].list.0.id"].map { try DottedPath(parsing: $0) }
        for rows in ["sets[k=y].list", "sets.1.list"] {
            let selector = JSONSelector(
                paths: paths, rows: try DottedPath(parsing: rows),
                columns: try ["id", "m[t=v].n"].map { try DottedPath(parsing: $0) })
            let found = try selector.select(in: bytes)
            func text(_ place: Range<Int>?) -> String? { place.map { String(decoding: bytes[$0], as: UTF8.self) } }
            #expect((0..<3).map { text(found.value($0)) } == ["3", "\"u\"", "1"])
            #expect(found.rows?.count == 2)
            let cells = (0..<2).map { row in (0..<2).map { text(found.cell(row: row, column: $0)) } }
            #expect(cells == [["1", "5"], ["2", nil]])
        }
        #expect(throws: JSONSyntaxError.self) {
            try JSONSelector(paths: [], rows: try DottedPath(parsing: "sets[k=y].list")).select(in: bytes) { $0 < 1 }
        }
    }

    @Test("finds the members of an object as rows, with their keys")
    func members() throws {
        let bytes = Array(#"{"d":{"a":{"v":1}, "\u0062":2,"a":{"v":3}},"n":"x"}"#.utf8)
        let selector = JSONSelector(
            paths: [DottedPath("n"), DottedPath("d.a.v")], rows: DottedPath("d"), columns: [DottedPath("v")],
            rowKind: .members)
        let found = try selector.select(in: bytes)
        func text(_ place: Range<Int>?) -> String? { place.map { String(decoding: bytes[$0], as: UTF8.self) } }
        #expect(found.rowKeys.map(text) == ["a", #"\u0062"#, "a"])
        #expect(found.rows?.map(text) == [#"{"v":1}"#, "2", #"{"v":3}"#])
        #expect((0..<3).map { text(found.cell(row: $0, column: 0)) } == ["1", nil, "3"])
        #expect([text(found.value(0)), text(found.value(1))] == [#""x""#, "3"])
        #expect(try selector.select(in: Array(#"{"d":[1]}"#.utf8)).rows == nil)
        #expect(try selector.select(in: Array(#"{"d":{}}"#.utf8)).rows?.isEmpty == true)
    }
}
