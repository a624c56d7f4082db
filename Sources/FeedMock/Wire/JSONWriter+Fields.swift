import FeedModel

extension JSONWriter {
    /// The JSON text that `write` writes.
    static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }

    mutating func field(_ name: String, _ text: String) {
        key(name)
        string(text)
    }

    mutating func field(_ name: String, _ number: some BinaryInteger) {
        key(name)
        integer(number)
    }

    mutating func field(_ name: String, _ flag: Bool) {
        key(name)
        bool(flag)
    }

    mutating func field(_ name: String, _ texts: [String]) {
        key(name)
        array { writer in
            for text in texts { writer.string(text) }
        }
    }
}
