import FeedModel

extension JSONWriter {
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
            for text in texts {
                writer.string(text)
            }
        }
    }
}
