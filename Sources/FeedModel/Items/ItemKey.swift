/// An ID as a key of dictionaries and sets: equal to the byte, as the database compares.
///
/// `String` equates different spellings of one character ("é" as one scalar or two); to a server they are two IDs.
package struct ItemKey: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ItemKey, right: ItemKey) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
