/// The cells that a scalar takes by itself: Unicode Standard Annex #11, East Asian Width W and F, as of Unicode 15.1;
/// emoji by the standard library's properties.
enum ScalarWidth {
    /// 0, 1 or 2.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300: 1
        case 0x00..<0x20, 0x7F..<0xA0: 0
        // Most of Chinese, Japanese and Korean text, without a search.
        case 0x3041..<0x3097, 0x30A0..<0x3100, 0x4E00..<0xA4C7, 0xAC00..<0xD7A4: 2
        // One by one a flag's halves are letters in a box.
        case 0x1F1E6...0x1F1FF: 1
        default: isZero(scalar) ? 0 : isWide(scalar) ? 2 : 1
        }
    }

    private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
        // Vowels and finals of Hangul join the consonant before them.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        if low < wide.count, wide[low].contains(scalar.value) { return true }
        return scalar.properties.isEmojiPresentation
    }

    /// The wide and fullwidth ranges, ascending, without those that hold only emoji; unassigned gaps are bridged.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x31E3, 0x31EF...0x3247, 0x3250...0x4DBF,
        0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FF1, 0x17000...0x187F7, 0x18800...0x18CD5,
        0x18D00...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
