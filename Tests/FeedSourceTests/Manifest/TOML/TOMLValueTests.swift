import FeedModel
import TestSupport
import Testing

@testable import FeedSource

@Suite("A TOML value")
struct TOMLValueTests {
    private func value(_ text: String) throws -> ManifestValue? {
        try TOMLDocument("a = " + text).root["a"]
    }

    @Test(
        "is an integer",
        arguments: [
            ("0", 0), ("-0", 0), ("+17", 17), ("1_000", 1000), ("0xDEAD_beef", 0xDEAD_BEEF), ("0x00ff", 255),
            ("0o755", 0o755), ("0b1101", 13), ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ])
    func integers(text: String, number: Int) throws {
        #expect(try value(text) == .integer(number))
    }

    @Test(
        "is a number with a fraction or an exponent",
        arguments: [
            ("1.0", 1), ("-0.01", -0.01), ("6.626e-34", 6.626e-34), ("5e+2_2", 5e22), ("1E06", 1e6),
            ("224_617.445_991_228", 224_617.445991228), ("+inf", .infinity), ("-inf", -.infinity), ("0e0", 0),
        ])
    func floats(text: String, number: Double) throws {
        #expect(try value(text) == .number(number))
    }

    @Test("is not a number", arguments: ["nan", "+nan", "-nan"])
    func nan(text: String) throws {
        guard case .number(let number) = try value(text) else {
            Issue.record("\(text) is no number")
            return
        }
        #expect(number.isNaN)
    }

    @Test(
        "is a date or time",
        arguments: [
            "1979-05-27T07:32:00Z", "1979-05-27t00:32:00.999999-07:00", "1979-05-27 07:32:00z", "1979-05-27T07:32:00",
            "2024-02-29", "07:32:00", "23:59:59.25", "1990-12-31T23:59:60Z",
        ])
    func dates(text: String) throws {
        #expect(try value(text) == .date(text))
        #expect(try value("\(text) # when") == .date(text))
    }

    @Test(
        "is text in any quotes",
        arguments: [
            ("\"\"", ""),
            ("'C:\\x'", "C:\\x"),
            ("\"\\b\\t\\n\\f\\r\\\"\\\\\"", "\u{8}\t\n\u{C}\r\"\\"),
            ("\"\\u00e9 \\U0001F363\"", "é 🍣"),
            ("\"tab\there\"", "tab\there"),
            ("\"# no comment\"", "# no comment"),
            ("\"\"\"\na\nb\"\"\"", "a\nb"),
            ("\"\"\"a\r\nb\"\"\"", "a\nb"),
            ("\"\"\"a\"b\"\"c\"\"\"", "a\"b\"\"c"),
            ("\"\"\"\"\"two\"\"\"\"\"", "\"\"two\"\""),
            ("\"\"\"one \\\n\n   line\"\"\"", "one line"),
            ("\"\"\"a\\  \r\n b\"\"\"", "ab"),
            ("\"\"\"\"\"\"", ""),
            ("'''\nraw \\n ''quotes''\n'''", "raw \\n ''quotes''\n"),
            ("'''''two'''''", "''two''"),
        ])
    func strings(text: String, meaning: String) throws {
        #expect(try value(text) == .string(meaning))
    }

    @Test("is an array over several lines, with comments and a comma at its end")
    func arrays() throws {
        let text = "[ # one\n 1, 'two', # three\r\n\n [3.0, []], {a.b = true}\n , # end\n]"
        let inner = ManifestValue.table(["a": .table(["b": .bool(true)])])
        #expect(try value(text) == .list([.integer(1), .string("two"), .list([.number(3), .list([])]), inner]))
    }

    @Test("is a table in braces")
    func inlineTables() throws {
        #expect(try value("{ }") == .table([:]))
        #expect(
            try value("{ # a comment\n a = 1, # another\r\n\n b = [ 2,\n ],\n}")
                == .table(["a": .integer(1), "b": .list([.integer(2)])]))
        let text = "{ b.c = 1, b.\"d e\" = [{ }], 'f' = \"\"\"g\nh\"\"\" }"
        #expect(
            try value(text)
                == .table([
                    "b": .table(["c": .integer(1), "d e": .list([.table([:])])]), "f": .string("g\nh"),
                ]))
    }

    @Test("is found at the place that headers and keys give it")
    func tables() throws {
        let root = try TOMLDocument(
            """
            "" = 0
            1.2 = 3
            [ a . "b.c" ]  # the space is no part of the name
            d.e = 1
            d.f = 2
            [a.'b.c'.d.g]
            [a]
            h = 'super table'
            [[list]]
            i = 1
            [list.inner]
            [[list.inner.most]]
            [[list]]
            [list.inner]
            j = 2
            """
        ).root
        let expected: [String: ManifestValue] = [
            "": .integer(0), "1": .table(["2": .integer(3)]),
            "a": .table([
                "b.c": .table(["d": .table(["e": .integer(1), "f": .integer(2), "g": .table([:])])]),
                "h": .string("super table"),
            ]),
            "list": .list([
                .table(["i": .integer(1), "inner": .table(["most": .list([.table([:])])])]),
                .table(["inner": .table(["j": .integer(2)])]),
            ]),
        ]
        #expect(root == expected)
    }

    /// Law: what is written as TOML is read as it was.
    @Test("comes back as it was written", arguments: SeededGenerator.seeds(300))
    func writtenAndRead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (written, value) = RandomTOML.value(depth: 4, using: &random)
        let text = "a = \(written)\nb.c = 1"
        let document = try TOMLDocument(text)
        #expect(document.root["a"] == value, "seed \(seed): \(text)")
        let line = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        #expect(document.line(of: [.key("b"), .key("c")]) == line, "seed \(seed): \(text)")
    }
}
