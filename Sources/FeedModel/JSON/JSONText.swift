/// The text of a JSON string.
package struct JSONText: Sendable {
    /// The unescaped UTF-8.
    package private(set) var utf8: [UInt8] = []
    /// Whether a `\u` escape named half of a surrogate pair, which is no character. U+FFFD takes its place.
    package private(set) var hasUnpairedSurrogate = false

    package var string: String { String(decoding: utf8, as: UTF8.self) }

    /// Unescapes what lies between the quotes of a string that a scanner has accepted; what it would not have
    /// accepted is read without a trap, as something.
    package init(unescaping bytes: ArraySlice<UInt8>) {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            utf8 = Array(bytes)
            return
        }
        utf8.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\\"), position < bytes.endIndex {
                appendEscape(in: bytes, at: &position)
            } else {
                utf8.append(byte)
            }
        }
    }

    /// Reads a string that a scanner has accepted, quotes included.
    package init(quoted bytes: ArraySlice<UInt8>) {
        self.init(unescaping: bytes.dropFirst().dropLast())
    }

    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// `position` is after the backslash.
    private mutating func appendEscape(in bytes: ArraySlice<UInt8>, at position: inout Int) {
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "b"): utf8.append(0x08)
        case UInt8(ascii: "f"): utf8.append(0x0C)
        case UInt8(ascii: "n"): utf8.append(0x0A)
        case UInt8(ascii: "r"): utf8.append(0x0D)
        case UInt8(ascii: "t"): utf8.append(0x09)
        case UInt8(ascii: "u"): appendScalar(in: bytes, at: &position)
        default: utf8.append(letter)
        }
    }

    /// `position` is after `\u`. RFC 8259 §7: beyond the basic plane two escapes spell a UTF-16 surrogate pair.
    private mutating func appendScalar(in bytes: ArraySlice<UInt8>, at position: inout Int) {
        let unit = Self.codeUnit(in: bytes, at: &position)
        var value = unit
        if unit & 0xFC00 == 0xD800, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            var next = position + 2
            let low = Self.codeUnit(in: bytes, at: &next)
            if low & 0xFC00 == 0xDC00 {
                position = next
                value = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
            }
        }
        if let scalar = Unicode.Scalar(value) {
            utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
            hasUnpairedSurrogate = true
            utf8.append(contentsOf: UTF8.encodedReplacementCharacter)
        }
    }

    private static func codeUnit(in bytes: ArraySlice<UInt8>, at position: inout Int) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.endIndex, let digit = hexDigit(bytes[position]) else { break }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }
}
