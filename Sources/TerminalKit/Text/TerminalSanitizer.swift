/// Makes a server's text safe for a terminal: what would move the cursor, change colours, ring, turn the reading
/// direction or hide is shown instead of obeyed.
///
/// What comes out holds no control (C0, DEL, C1), no line or paragraph separator and no bidirectional control; it is
/// left as it is when defused again.
package enum TerminalSanitizer {
    /// Marks that one letter may carry; more would be drawn over the lines around. The number is that of Unicode
    /// Standard Annex #15, Stream-Safe Text Format.
    private static let mostMarks = 30

    /// The text on one line: line breaks and tabs become blanks, other controls visible.
    package static func line(_ text: String) -> String {
        // Most texts are ASCII: their bytes tell.
        let isPlain = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { 0x20..<0x7F ~= $0 } }
        guard isPlain != true, text.unicodeScalars.contains(where: isSuspect) else { return text }
        var safe = String.UnicodeScalarView()
        for cluster in text { append(cluster.unicodeScalars, to: &safe) }
        return String(safe)
    }

    /// The text with its line breaks: a line each, defused.
    package static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
            .map { line(String($0)) }
    }

    /// Whether a scalar has to be looked at in its cluster.
    private static func isSuspect(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0xAD, 0x2028...0x2029: true
        case 0x20..<0x300, 0x2010..<0x2028, 0x3041..<0x3097, 0x30A0..<0x3100, 0x4E00..<0xA4C7: false
        default:
            isMark(scalar) || scalar.properties.generalCategory == .format
                || scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func append(_ cluster: Character.UnicodeScalarView, to safe: inout String.UnicodeScalarView) {
        guard let first = cluster.first else { return }
        guard !isLineBreakOrTab(first) else {
            // Of CR LF, one cluster, a single blank is left.
            safe.append(" ")
            return
        }
        let shown = visible(first)
        safe.append(contentsOf: (shown ?? String(first)).unicodeScalars)
        // What is shown ends in ASCII, and marks follow that then.
        // A mark without a letter joins what was written before it.
        let isMark = isMark(first)
        var hasForeignBase = shown == nil && !first.isASCII && !isMark
        let isFlag = first.value == 0x1F3F4 && cluster.last?.value == 0xE007F
        let allowed = isMark ? mostMarks - 1 : mostMarks
        for (count, scalar) in cluster.dropFirst().enumerated() {
            guard count < allowed else { return safe.append("\u{FFFD}") }
            if isAtHome(scalar, hasForeignBase: hasForeignBase, isFlag: isFlag) {
                safe.append(scalar)
            } else {
                safe.append(contentsOf: escape(scalar).unicodeScalars)
                hasForeignBase = false
            }
        }
    }

    private static func isLineBreakOrTab(_ scalar: Unicode.Scalar) -> Bool {
        [0x09, 0x0A, 0x0D, 0x2028, 0x2029].contains(scalar.value)
    }

    /// What is shown for a scalar that would be obeyed or hide; nil for any other.
    private static func visible(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x00..<0x20: "^\(Unicode.Scalar(UInt8(scalar.value) + 0x40))"
        case 0x7F: "^?"
        case 0x80..<0xA0, 0xFFF9...0xFFFB: escape(scalar)
        default: scalar.properties.isDefaultIgnorableCodePoint ? escape(scalar) : nil
        }
    }

    /// Whether a scalar inside a cluster does there what it is for, rather than hide.
    private static func isAtHome(_ scalar: Unicode.Scalar, hasForeignBase: Bool, isFlag: Bool) -> Bool {
        switch scalar.value {
        // Text or emoji, of a symbol.
        case 0xFE0E, 0xFE0F: true
        // Tags spell the flags of regions after a black flag; anywhere else they are hidden text.
        case 0xE0000...0xE007F: isFlag
        // Joiners and variants belong to scripts other than Latin, and to emoji.
        case _ where scalar.properties.isDefaultIgnorableCodePoint: hasForeignBase
        default: true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16))}"
    }
}

// What programs read, made safe where it is shown on a terminal instead.
extension TerminalSanitizer {
    /// A JSON document with what a terminal would obey, or what hides, written as `\u` escapes: DEL, C1, line and
    /// paragraph separators and bidirectional controls.
    ///
    /// It says the same: outside of strings JSON has none of these. C0 has to be escaped in every JSON text.
    package static func json(_ document: [UInt8]) -> [UInt8] {
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
    package static func field(_ text: String) -> String {
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
