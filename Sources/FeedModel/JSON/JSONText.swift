package struct JSONText: Sendable {
    /// Where no escape was in them, the bytes that were given.
    package private(set) var utf8: ArraySlice<UInt8> = []
    /// Whether a `\u` escape named half of a surrogate pair, which is no character. U+FFFD takes its place.
    package private(set) var hasUnpairedSurrogate = false

    package var string: String { String(decoding: utf8, as: UTF8.self) }

    /// Unescapes what lies between the quotes of a string that a scanner has accepted; what it would not have
    /// accepted is read without a trap, as something.
    package init(unescaping bytes: ArraySlice<UInt8>) {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            utf8 = bytes
            return
        }
        utf8.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "\\") {
                let escape = Self.escape(at: position, in: bytes)
                append(escape.value)
                position = escape.end
            } else {
                utf8.append(bytes[position])
                position += 1
            }
        }
    }

    /// Reads a string that a scanner has accepted, quotes included.
    package init(quoted bytes: ArraySlice<UInt8>) { self.init(unescaping: bytes.dropFirst().dropLast()) }

    private mutating func append(_ value: UInt32) {
        let scalar = Unicode.Scalar(value)
        if scalar == nil { hasUnpairedSurrogate = true }
        utf8.append(contentsOf: scalar.flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter)
    }

    /// The scalar of the escape that begins at a backslash, and where it ends. RFC 8259 §7: beyond the basic plane two
    /// escapes spell a UTF-16 surrogate pair; half of one alone is its code unit.
    static func escape<Bytes: RandomAccessCollection<UInt8>>(
        at place: Int, in bytes: Bytes
    ) -> (value: UInt32, end: Int) where Bytes.Index == Int {
        guard place + 1 < bytes.endIndex else { return (UInt32(bytes[place]), place + 1) }
        let end = place + 2
        switch bytes[place + 1] {
        case UInt8(ascii: "b"): return (0x08, end)
        case UInt8(ascii: "f"): return (0x0C, end)
        case UInt8(ascii: "n"): return (0x0A, end)
        case UInt8(ascii: "r"): return (0x0D, end)
        case UInt8(ascii: "t"): return (0x09, end)
        case UInt8(ascii: "u"):
            let (unit, end) = codeUnit(at: end, in: bytes)
            guard unit & 0xFC00 == 0xD800, end + 1 < bytes.endIndex, bytes[end] == UInt8(ascii: "\\"),
                bytes[end + 1] == UInt8(ascii: "u")
            else { return (unit, end) }
            let (low, last) = codeUnit(at: end + 2, in: bytes)
            return low & 0xFC00 == 0xDC00 ? (0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF), last) : (unit, end)
        case let letter: return (UInt32(letter), end)
        }
    }

    private static func codeUnit<Bytes: RandomAccessCollection<UInt8>>(
        at place: Int, in bytes: Bytes
    ) -> (value: UInt32, end: Int) where Bytes.Index == Int {
        var (unit, end) = (0 as UInt32, place)
        while end < min(place + 4, bytes.endIndex), let digit = bytes[end].hexadecimalDigit {
            unit = unit << 4 | UInt32(digit)
            end += 1
        }
        return (unit, end)
    }
}
