import FeedModel
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    private func literal(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONWriter.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Only what must be escaped is")
    func minimal() {
        #expect(literal("") == "\"\"")
        #expect(literal("a\"b\\c/d") == #""a\"b\\c/d""#)
        #expect(literal("\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}") == #""\b\t\n\f\r\u0000\u001f"# + "\u{7F}\"")
        #expect(literal("日本語 🍣\u{2028}") == "\"日本語 🍣\u{2028}\"")
    }

    @Test("Every string is read back as it was")
    func roundTrip() throws {
        for seed in SeededGenerator.seeds(200) {
            var generator = SeededGenerator(seed: seed)
            let text = String.random(using: &generator)
            let document = try JSONDocument(Array(literal(text).utf8))
            #expect(document.scalar(at: document.root) == .string(text), "seed \(seed)")
        }
    }

    @Test("Commas stand between members and elements, and nowhere else")
    func commas() throws {
        var writer = JSONWriter()
        writer.array { writer in
            writer.object { _ in }
            writer.object { writer in
                writer.key("a\"")
                writer.array { _ in }
                writer.key("b")
                writer.verbatim("{ }".utf8)
            }
            writer.null()
            writer.bool(true)
            writer.integer(UInt64.max)
            writer.number(0.5)
            writer.number(.infinity)
            writer.string("c")
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"[{},{"a\"":[],"b":{ }},null,true,18446744073709551615,0.5,null,"c"]"#)
        try JSONDocument.validate(writer.bytes)
    }
}
