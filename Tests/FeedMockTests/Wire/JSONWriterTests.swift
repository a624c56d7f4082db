import Testing

@testable import FeedMock

@Suite struct JSONWriterTests {
    @Test("fields are in the order they were written, separated as they must be")
    func shape() {
        var writer = JSONWriter()
        writer.array { writer in
            writer.object { writer in
                writer.field("a", 1)
                writer.field("b", ["x", "y"])
                writer.key("c")
                writer.null()
                writer.key("d")
                writer.object { _ in }
                writer.field("e", true)
            }
            writer.value("z")
            writer.array { _ in }
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"[{"a":1,"b":["x","y"],"c":null,"d":{},"e":true},"z",[]]"#)
    }

    @Test("text comes back as it was, control characters and all")
    func escapes() throws {
        let text = String(String.UnicodeScalarView((0...0x7F).compactMap(Unicode.Scalar.init))) + "日本🍜\u{2028}"
        var writer = JSONWriter()
        writer.object { $0.field("t", text) }
        #expect(try object(writer.bytes)["t"] as? String == text)
    }
}
