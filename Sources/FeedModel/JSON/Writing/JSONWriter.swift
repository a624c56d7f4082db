/// Writes one JSON text, value by value, on one line.
///
/// It sets the commas and escapes the strings. Payloads from a server are written as they are, with `verbatim`.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    package mutating func object<Failure: Error>(
        _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(UInt8(ascii: "{"))
        try members(&self)
        close(UInt8(ascii: "}"))
    }

    package mutating func array<Failure: Error>(
        _ elements: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(UInt8(ascii: "["))
        try elements(&self)
        close(UInt8(ascii: "]"))
    }

    package mutating func key(_ name: String) {
        separate()
        Self.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the key of the next value as it is spelled in other JSON, with its quotes.
    mutating func key(verbatim json: some Sequence<UInt8>) {
        verbatim(json)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func string(_ text: String) {
        separate()
        Self.append(text, to: &bytes)
    }

    package mutating func integer(_ value: some BinaryInteger) { verbatim("\(value)".utf8) }

    /// Writes a number; null where it is infinite or not a number.
    package mutating func number(_ value: Double) { verbatim((value.isFinite ? "\(value)" : "null").utf8) }

    package mutating func bool(_ value: Bool) { verbatim((value ? "true" : "false").utf8) }

    package mutating func null() { verbatim("null".utf8) }

    /// Writes one value that is JSON already, to the byte.
    package mutating func verbatim(_ json: some Sequence<UInt8>) {
        separate()
        bytes += json
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Appends `text` as a JSON string with its quotes.
    ///
    /// Escapes what RFC 8259 §7 demands and no more: the quote, the backslash and U+0000 to U+001F, in their short form
    /// where there is one. Everything else stays UTF-8.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if !appendPlain(text, to: &bytes) {
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
                case 0x20...: bytes.append(byte)
                default: appendControl(byte, to: &bytes)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a text in which nothing is to be escaped, as most are, in one piece.
    ///
    /// - Returns: false where it was not appended.
    private static func appendPlain(_ text: String, to bytes: inout [UInt8]) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { text in
            let isPlain = text.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            if isPlain { bytes.append(contentsOf: text) }
            return isPlain
        } ?? false
    }

    private static func appendControl(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        default:
            bytes += "\\u00\([byte].hexadecimal)".utf8
        }
    }
}
