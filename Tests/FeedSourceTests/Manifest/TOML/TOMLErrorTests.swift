import TestSupport
import Testing

@testable import FeedSource

@Suite("A text that is not TOML")
struct TOMLErrorTests {
    /// A wrong text, with “▸” before the place that its error must name, and words of the message.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let marked: String
        let words: String

        init(_ marked: String, _ words: String) {
            (self.marked, self.words) = (marked, words)
        }

        var testDescription: String { marked.debugDescription }

        /// The text without its mark, and where that was.
        var parts: (text: String, line: Int, column: Int) {
            let parts = marked.unicodeScalars.split(separator: "▸", maxSplits: 1, omittingEmptySubsequences: false)
            let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
            return (parts.map { String($0) }.joined(), lines.count, (lines.last?.count ?? 0) + 1)
        }
    }

    static let statements = [
        Wrong("a = 1 ▸b = 2", "the line should end here"), Wrong("a = \"x\" ▸y", "the line should end here"),
        Wrong("[a] ▸b = 1", "the line should end here"), Wrong("a ▸1", "“=” is missing"), Wrong("a▸", "“=” is missing"),
        Wrong("▸= 1", "a name is missing"), Wrong("a. ▸= 1", "a name is missing"), Wrong("[▸]", "a name is missing"),
        Wrong("[a▸", "“]” is missing"), Wrong("[[a▸]", "“]]” is missing"), Wrong("[[a▸] ]", "“]]” is missing"),
        Wrong("[ ▸[a]]", "a name is missing"), Wrong("▸日本 = 1", "a name is missing"),
        Wrong("\"\"▸\"a\"\"\" = 1", "“=” is missing"), Wrong("a = 1 # b▸\u{8}", "control character"),
        Wrong("a = 1 # b▸\rc = 2", "control character"), Wrong("a = 1▸\r", "the line should end here"),
        Wrong("a = 1\n▸\u{FEFF}b = 2", "a name is missing"),
    ]

    static let redefinitions = [
        Wrong("a = 1\n▸a = 2", "“a” is already defined on line 1"),
        Wrong("[x]\na = 1\n'b c' = 1\n▸\"b c\" = 2", "“x.\"b c\"” is already defined on line 3"),
        Wrong("a = 1\n▸a.b = 2", "“a” is already defined on line 1"),
        Wrong("a.b = 1\n[▸a]", "“a” is already defined on line 1"), Wrong("[a]\n[▸a]", "on line 1"),
        Wrong("a.b.c = 1\n[a.▸b]", "“a.b” is already defined on line 1"),
        Wrong("[a.b.c]\n[a]\nb.▸c.d = 1", "“a.b.c” is already defined on line 1"),
        Wrong("[[a]]\n[▸a]", "on line 1"), Wrong("[a]\n[[▸a]]", "on line 1"), Wrong("a = []\n[[▸a]]", "on line 1"),
        Wrong("[a.b]\n[[▸a]]", "on line 1"), Wrong("[[a]]\nb.c = 1\n[a.▸b]", "“a.b” is already defined on line 2"),
        Wrong("a = { b = 1 }\n[▸a.c]", "on line 1"),
        Wrong("a = { b = 1 }\n▸a.c = 1", "on line 1"), Wrong("a = { b.c = 1, ▸b = 2 }", "“a.b”"),
        Wrong("a = { b = { c = 1 }, ▸b.d = 2 }", "“a.b” is already defined on line 1"),
        Wrong("a = [{ b = 1 }]\n[▸a.c]", "on line 1"), Wrong("[[a.b]]\n[a]\n▸b.c = 1", "“a.b”"),
    ]

    static let values = [
        Wrong("a = ▸", "a value is missing"), Wrong("a = ▸# x", "a value is missing"), Wrong("a =▸\n1", "is missing"),
        Wrong("a = ▸hello", "text in quotes"), Wrong("a = ▸True", "text in quotes"), Wrong("a = ▸é", "text in quotes"),
        Wrong("a = ▸01", "not a value"), Wrong("a = ▸1__0", "not a value"), Wrong("a = ▸_1", "not a value"),
        Wrong("a = ▸1_", "not a value"), Wrong("a = ▸+0x1", "not a value"), Wrong("a = ▸0X1", "not a value"),
        Wrong("a = ▸0o8", "not a value"), Wrong("a = ▸0b2", "not a value"), Wrong("a = ▸0x", "not a value"),
        Wrong("a = ▸--1", "not a value"), Wrong("a = ▸.5", "not a value"), Wrong("a = ▸5.", "not a value"),
        Wrong("a = ▸1.e2", "not a value"), Wrong("a = ▸1e", "not a value"), Wrong("a = ▸1e2.0", "not a value"),
        Wrong("a = ▸1._5", "not a value"), Wrong("a = ▸03.14", "not a value"), Wrong("a = ▸Inf", "not a value"),
        Wrong("a = ▸9223372036854775808", "64 bits"), Wrong("a = ▸0x8000000000000000", "64 bits"),
        Wrong("a = ▸2023-02-29", "not a value"), Wrong("a = ▸2023-13-01", "not a value"),
        Wrong("a = ▸2023-01-01T24:00:00", "not a value"), Wrong("a = ▸2023-01-01T00:60:00Z", "not a value"),
        Wrong("a = ▸2023-01-01T00:00:00+24:00", "not a value"), Wrong("a = ▸23-01-01", "not a value"),
        Wrong("a = ▸2023-01-01T12:00", "not a value"), Wrong("a = ▸12:00:00Z", "not a value"),
        Wrong("a = ▸12:00:00.", "not a value"), Wrong("a = ▸2023-01-01T", "not a value"),
        Wrong("a = 2023-01-01 ▸x", "the line should end here"),
        Wrong("a = [1 ▸2]", "“,” or “]” is missing"), Wrong("a = [▸, 1]", "a value is missing"),
        Wrong("b = 1\na = ▸[1,\n 2,\n", "not closed"), Wrong("a = ▸[[]", "not closed"), Wrong("a = ▸[", "not closed"),
        Wrong("a = { b = 1\n▸c = 2}", "“}” is missing"), Wrong("a = { ▸, }", "a name is missing"),
        Wrong("a = ▸{ b = 1,\n", "not closed"),
        Wrong("a = { b = 1 ▸c = 2 }", "“,” or “}”"),
        Wrong("a = { b ▸}", "“=” is missing"), Wrong("a = { b = ▸}", "a value is missing"),
    ]

    static let strings = [
        Wrong("a = ▸\"x\nb = 1", "not closed on its line"), Wrong("a = ▸'x\r\n'", "not closed on its line"),
        Wrong("a = ▸\"x\\\"", "not closed on its line"), Wrong("▸\"a = 1", "not closed on its line"),
        Wrong("b = 1\na = ▸\"\"\"x\ny\"\"", "three quotes"), Wrong("a = ▸'''x''", "three quotes"),
        Wrong("a = '''x'''''▸'", "the line should end here"), Wrong("a = \"▸\u{0}\"", "control character"),
        Wrong("a = '▸\u{7F}'", "control character"), Wrong("a = \"\"\"x▸\ry\"\"\"", "control character"),
        Wrong("a = \"▸\\x41\"", "no such escape"), Wrong("a = \"▸\\e\"", "no such escape"),
        Wrong("a = \"▸\\u00g0\"", "no such escape"), Wrong("a = \"▸\\ud800\"", "no such escape"),
        Wrong("a = \"▸\\U00110000\"", "no such escape"), Wrong("a = \"é▸\\ \"", "no such escape"),
        Wrong("a = \"\"\"\n▸\\ x\"\"\"", "no such escape"), Wrong("a = \"▸\\u12\"", "no such escape"),
    ]

    @Test("is refused with the place and the reason", arguments: statements + redefinitions + values + strings)
    func places(wrong: Wrong) throws {
        let (text, line, column) = wrong.parts
        let error = #expect(throws: TOMLSyntaxError.self) { try TOMLDocument(text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.message.contains(wrong.words) == true, "\(error?.message ?? "")")
    }

    @Test(
        "is refused at the first byte that is no UTF-8",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE3, 0x81], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        let error = #expect(throws: TOMLSyntaxError.self) { try TOMLDocument(Array("a = 1\nb = \"é".utf8) + bytes) }
        #expect(error == TOMLSyntaxError(line: 2, column: 7, message: "the text is not UTF-8"))
    }

    @Test("is refused at a place inside it, whatever it holds", arguments: SeededGenerator.seeds(1000))
    func mutated(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = try FuzzCorpus.inputs(for: "manifest").randomElement(using: &random) ?? []
        bytes.mutate(using: &random)
        do throws(TOMLSyntaxError) {
            _ = try TOMLDocument(bytes)
        } catch {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            #expect((1...lines.count).contains(error.line), "seed \(seed)")
            #expect((1...lines[error.line - 1].count + 1).contains(error.column), "seed \(seed)")
        }
    }

    @Test("shows no value in its message: it may be a secret")
    func secrets() {
        for text in ["password = s3cret", "token = [s3cret]", "key = \"s3cret", "pin = 0s3cret", "a = \"s3cret\\q\""] {
            let error = #expect(throws: TOMLSyntaxError.self) { try TOMLDocument(text) }
            #expect(error?.message.contains("s3cret") == false)
        }
    }

    @Test("is read to 64 levels and refused beyond, however they are nested")
    func depth() throws {
        func nested(_ open: String, _ close: String, _ count: Int) -> String {
            String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
        }
        _ = try TOMLDocument("a = " + nested("[", "]", 63))
        _ = try TOMLDocument(nested("a = { ", " }", 63).replacing("1", with: "a = 1"))
        _ = try TOMLDocument("[" + String(repeating: "a.", count: 63) + "a]")
        for text in [
            "a = " + nested("[", "]", 64), "a = " + nested("[", "]", 200_000),
            nested("a = { ", " }", 64).replacing("1", with: "a = 1"), "[" + String(repeating: "a.", count: 64) + "a]",
            "[[" + String(repeating: "a.", count: 200_000) + "a]]", String(repeating: "a.", count: 200_000) + "a = 1",
            String(repeating: "a = [{", count: 100_000),
        ] {
            let error = #expect(throws: TOMLSyntaxError.self) { try TOMLDocument(text) }
            #expect(error?.message.contains("nested too deeply") == true)
        }
    }
}
