/// How many cells of a terminal a text takes: two for East Asian wide characters and emoji, none for combining marks.
///
/// Measured by grapheme cluster, as terminals draw: Unicode Standard Annex #11 (East Asian Width W and F, Unicode 15),
/// and emoji presentation by the standard library's properties.
enum DisplayWidth {
    static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if isInvisible(first) { return 0 }
        if isWide(first) { return 2 }
        // A text symbol that a variation selector turns into an emoji.
        return character.unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : 1
    }

    /// The longest beginning that fits into `width` cells, with `…` where something is left out. A cluster is never
    /// split.
    static func truncate(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var used = 0
        let kept = text.prefix { character in
            used += of(character)
            return used <= width - 1
        }
        return kept + "…"
    }

    /// The text with blanks behind it, or before it, up to `width` cells.
    static func pad(_ text: String, to width: Int, isTrailing: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - of(text)))
        return isTrailing ? blanks + text : text + blanks
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: true
        default: false
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isEmojiPresentation { return true }
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(scalar.value)
    }

    /// The wide and fullwidth ranges beside emoji, in order.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x16FFF, 0x17000...0x18D8F, 0x1AFF0...0x1B2FF, 0x1F200...0x1F202,
        0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}
