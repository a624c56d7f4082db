/// Passes over payloads that cannot have a text, by reading their bytes once, without parsing them.
///
/// Law: what has the text in a value passes. Other payloads may pass too: a text may be in a key, for example.
struct ByteFilter: Sendable {
    private let text: [UInt32]
    /// Whether a form of the first scalar may begin with a byte.
    private let begins: [Bool]
    /// The same bytes for a look at eight at a time, where they are few.
    private let beginnings: ByteSet?

    /// - Parameter text: one that is not empty.
    init(for text: FoldedText) {
        self.text = text.scalars
        let forms = text.scalars.prefix(1).flatMap(FoldedText.forms).compactMap(Unicode.Scalar.init)
        let bytes = Set(forms.compactMap { Array(String($0).utf8).first } + [UInt8(ascii: "\\")])
        begins = (0...UInt8.max).map(bytes.contains)
        beginnings = ByteSet(bytes)
    }

    /// The first byte at which the text may begin; nil where it is not.
    func place(in bytes: UnsafeRawBufferPointer) -> Int? {
        begins.withUnsafeBufferPointer { begins in
            text.withUnsafeBufferPointer { text in
                var place = 0
                while place < bytes.count {
                    if let beginnings { place = beginnings.next(from: place, in: bytes) }
                    guard place < bytes.count else { return nil }
                    if begins[Int(bytes[place])], Self.has(text, at: place, in: bytes) { return place }
                    place += 1
                }
                return nil
            }
        }
    }

    private static func has(
        _ text: UnsafeBufferPointer<UInt32>, at place: Int, in bytes: UnsafeRawBufferPointer
    ) -> Bool {
        var place = place
        for wanted in text {
            guard let (value, length) = scalar(at: place, in: bytes) else { return false }
            place += length
            var folded = FoldedText.fold(value)
            // Marks are parts of what is before them. After a text that ends they do not matter.
            while let (mark, length) = scalar(at: place, in: bytes),
                let joined = FoldedText.joined(folded, mark: FoldedText.fold(mark))
            {
                folded = joined
                place += length
            }
            if folded != wanted { return false }
        }
        return true
    }

    /// The scalar that begins at a byte, as it is or as an escape, and how many bytes it takes; nil at the end.
    @inline(__always) private static func scalar(at place: Int, in bytes: UnsafeRawBufferPointer) -> (UInt32, Int)? {
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        if byte == UInt8(ascii: "\\") {
            let (value, end) = JSONText.escape(at: place, in: bytes)
            return (value & 0xFFFF_F800 == 0xD800 ? 0xFFFD : value, end - place)
        }
        if byte < 0x80 { return (UInt32(byte), 1) }
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard place + length <= bytes.count else { return nil }
        var value = UInt32(byte) & (0xFF >> UInt32(length + 1))
        for index in 1..<length { value = value << 6 | UInt32(bytes[place + index] & 0x3F) }
        return (value, length)
    }
}
