import TestSupport
import Testing

@testable import FeedSource

@Suite("A TOML document")
struct TOMLDocumentTests {
    private func line(_ path: [TOMLDocument.Step], in text: String) throws -> Int? {
        try TOMLDocument(text).line(of: path)
    }

    private let document = """
        # a comment with [brackets] and key = "value"
        top = 1

        [source]                 # comment ]
        name = "a [quoted] # not = a comment"
        'base url' = 'C:\\[x]'
        "quoted.key" = 1
        a.b.c = 2
        text = \"""
        [not.a.table]
        key = "value" \\\"""
        \"""
        raw = '''
        [neither]
        '''
        list = [
          1, # one
          { x = 1, y = { z = 2 } },
          [3,
           4],
        ]
        [source.headers]
        Accept = "x"

        [[collections]]
        name = "one"
        paging = { style = "page", size = 5, has_next = "a.b" }
        [[collections]]
        name = "two"
        [collections.paging]
        style = "none"
        [collections.delta]
        param = "p"
        """

    @Test("finds keys of tables and of arrays of tables")
    func tables() throws {
        #expect(try line([.key("top")], in: document) == 2)
        #expect(try line([.key("source")], in: document) == 4)
        #expect(try line([.key("source"), .key("name")], in: document) == 5)
        #expect(try line([.key("source"), .key("headers"), .key("Accept")], in: document) == 23)
        #expect(try line([.key("collections"), .index(0), .key("name")], in: document) == 26)
        #expect(try line([.key("collections"), .index(1), .key("name")], in: document) == 29)
        #expect(try line([.key("collections"), .index(1)], in: document) == 28)
        #expect(try line([.key("collections"), .index(1), .key("paging"), .key("style")], in: document) == 31)
        #expect(try line([.key("collections"), .index(1), .key("delta"), .key("param")], in: document) == 33)
    }

    @Test("finds quoted and dotted keys")
    func keys() throws {
        #expect(try line([.key("source"), .key("base url")], in: document) == 6)
        #expect(try line([.key("source"), .key("quoted.key")], in: document) == 7)
        #expect(try line([.key("source"), .key("a"), .key("b"), .key("c")], in: document) == 8)
    }

    @Test("finds keys of inline tables and elements of arrays")
    func inline() throws {
        #expect(try line([.key("collections"), .index(0), .key("paging"), .key("has_next")], in: document) == 27)
        let list: [TOMLDocument.Step] = [.key("source"), .key("list")]
        #expect(try line(list + [.index(0)], in: document) == 17)
        #expect(try line(list + [.index(1), .key("y"), .key("z")], in: document) == 18)
        #expect(try line(list + [.index(2), .index(1)], in: document) == 20)
    }

    @Test("is not led astray by what is in strings")
    func strings() throws {
        #expect(try line([.key("not")], in: document) == nil)
        #expect(try line([.key("neither")], in: document) == nil)
        #expect(try line([.key("source"), .key("text")], in: document) == 9)
        #expect(try line([.key("source"), .key("raw")], in: document) == 13)
    }

    @Test("gives the nearest table for a key that is not there")
    func missing() throws {
        #expect(try line([.key("source"), .key("nothing")], in: document) == 4)
        #expect(try line([.key("collections"), .index(1), .key("paging"), .key("size")], in: document) == 30)
        #expect(try line([.key("nothing")], in: document) == nil)
    }

    @Test("counts the lines of Windows too")
    func windows() throws {
        #expect(try line([.key("b")], in: "\u{FEFF}a = 1\r\n\r\nb = 2\r\n") == 3)
    }

    /// Tables in random order and form, each with a key on a line that is known.
    @Test("finds every key of a random document", arguments: SeededGenerator.seeds(100))
    func randomDocuments(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var lines: [String] = []
        var places: [(path: [TOMLDocument.Step], line: Int)] = []
        var arrays: [String: Int] = [:]
        let noise = ["", "# [x] y = 1", "  ", "# \"\"\""]
        let values = [
            "1", "\"a # b\"", "'[x]'", "[1, [2]]", "\"\"\"\n[a]\nb = 1\n\"\"\"", "{ q = 1 }", "'''\n'\n'''",
            "1979-05-27",
        ]
        for number in 0..<Int.random(in: 1...12, using: &random) {
            if Bool.random(using: &random) { lines.append(noise.randomElement(using: &random) ?? "") }
            var path: [TOMLDocument.Step]
            if Bool.random(using: &random) {
                let name = ["p", "q"].randomElement(using: &random) ?? "p"
                lines.append("[[ \(name) ]]")
                path = [.key(name), .index(arrays[name, default: 0])]
                arrays[name, default: 0] += 1
            } else {
                lines.append("[t\(number).\"u v\"] # c")
                path = [.key("t\(number)"), .key("u v")]
            }
            for key in 0..<Int.random(in: 0...4, using: &random) {
                let value = values.randomElement(using: &random) ?? "1"
                places.append((path + [.key("k\(key)")], lines.count + 1))
                lines += "k\(key) = \(value) # end".split(separator: "\n").map(String.init)
            }
        }
        let text = lines.joined(separator: "\n")
        let document = try TOMLDocument(text)
        for place in places { #expect(document.line(of: place.path) == place.line, "seed \(seed): \(text)") }
    }
}

extension TOMLDocument {
    init(_ text: String) throws(TOMLSyntaxError) {
        try self.init(Array(text.utf8))
    }
}
