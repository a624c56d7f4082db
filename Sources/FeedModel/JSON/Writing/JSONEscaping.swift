/// Writes strings as JSON, for documents put together by hand around payloads that stay as they were received.
public enum JSONEscaping {
    /// Appends `text` as a JSON string with its quotes.
    ///
    /// Escapes what RFC 8259 §7 demands and no more: the quote, the backslash and U+0000 to U+001F, by their short
    /// form where there is one. All else stands as UTF-8.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x20...: bytes.append(byte)
            default: appendControl(byte, to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func appendControl(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes += "\\u00".utf8
            bytes += [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
        }
    }
}
