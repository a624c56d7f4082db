/// An ID as a key of dictionaries and sets: equal to the byte, as the database compares.
///
/// `String` equates different spellings of one character ("é" as one scalar or two); to a server they are two IDs.
public struct ItemKey: Hashable, Sendable {
    /// The ID.
    public let text: String

    /// The ID as a key.
    public init(_ text: String) {
        self.text = text
    }

    /// Equality of the UTF-8.
    public static func == (left: ItemKey, right: ItemKey) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the UTF-8.
    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
