/// Makes a server's text safe for a terminal: what would move the cursor, change colours, ring, or turn the reading
/// direction is shown instead of obeyed.
enum Defusing {
    /// The text on one line: line breaks and tabs become blanks, other controls visible.
    static func line(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: safe.append(" ")
            case 0x00...0x1F: safe.append(contentsOf: ["^", Unicode.Scalar(UInt8(scalar.value) + 0x40)])
            case 0x7F: safe.append(contentsOf: "^?".unicodeScalars)
            case 0xE0020...0xE007F where isTagOfFlag(in: text):
                safe.append(scalar)
            case 0x80...0x9F, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
                0xE0001...0xE007F:
                safe.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default: safe.append(scalar)
            }
        }
        return String(safe)
    }

    /// Tags spell the flags of regions behind a black flag; anywhere else they are hidden text.
    private static func isTagOfFlag(in text: String) -> Bool {
        text.unicodeScalars.contains { $0.value == 0x1F3F4 }
    }
}
