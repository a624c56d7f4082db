import FeedModel
import Testing

@testable import FeedMock

@Suite struct JSONFieldsTests {
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
            writer.string("z")
            writer.array { _ in }
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"[{"a":1,"b":["x","y"],"c":null,"d":{},"e":true},"z",[]]"#)
    }
}
