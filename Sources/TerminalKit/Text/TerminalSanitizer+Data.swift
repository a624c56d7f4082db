// What programs read, made safe where it is shown on a terminal instead.
extension Defusing {
    /// A JSON document with what a terminal would obey, or what hides, written as `\u` escapes: DEL, C1, line and
    /// paragraph separators and bidirectional controls.
    ///
    /// It says the same: outside of strings JSON has none of these. C0 has to be escaped in every JSON text.
    static func json(_ document: [UInt8]) -> [UInt8] {
        guard document.contains(where: { $0 >= 0x7F }) else { return document }
        var safe: [UInt8] = []
        safe.reserveCapacity(document.count)
        for scalar in String(decoding: document, as: UTF8.self).unicodeScalars {
            if isObeyed(scalar) {
                let digits = String(scalar.value, radix: 16)
                safe += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            } else if let bytes = UTF8.encode(scalar) {
                safe.append(contentsOf: bytes)
            }
        }
        return safe
    }

    /// A field of CSV: its line breaks stay, all else as `line` shows it.
    static func field(_ text: String) -> String {
        lines(text).joined(separator: "\n")
    }

    /// All of these are in the Basic Multilingual Plane.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
