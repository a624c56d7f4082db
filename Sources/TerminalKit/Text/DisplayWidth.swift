/// How many cells of a terminal a text takes: two for East Asian wide characters and emoji, none for combining marks.
///
/// Measured by grapheme cluster. A cluster drawn as one emoji (a flag, a family, a keycap, a skin tone) takes two cells;
/// any other takes the sum of its scalars, as wcwidth(3) has it: a half-width kana with its voicing mark takes two.
package enum DisplayWidth {
    /// The cells of a text on one line. Controls count for nothing: what is measured should be defused already.
    package static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The cells of a grapheme cluster.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let rest = scalars.dropFirst()
        if rest.isEmpty { return ScalarWidth.of(first) }
        return isEmoji(first, rest) ? 2 : scalars.reduce(0) { $0 + ScalarWidth.of($1) }
    }

    /// The longest beginning that fits into `width` cells, with `…` where something is left out. A cluster is never
    /// split.
    package static func truncate(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        var used = 0
        var end = text.startIndex
        // A long text is measured no further than it can be seen.
        for index in text.indices {
            let cells = of(text[index])
            if used + cells > width { return text[..<end] + "…" }
            used += cells
            if used < width { end = text.index(after: index) }
        }
        return text
    }

    /// The text with blanks after it, or before it, up to `width` cells.
    package static func pad(_ text: String, to width: Int, isTrailing: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - of(text)))
        return isTrailing ? blanks + text : text + blanks
    }

    /// Whether a cluster of several scalars is drawn as one picture (Unicode Technical Standard #51, 1.4).
    private static func isEmoji(_ first: Unicode.Scalar, _ rest: some Collection<Unicode.Scalar>) -> Bool {
        // Regional indicators: a cluster holds two, a flag.
        if (0x1F1E6...0x1F1FF).contains(first.value) { return true }
        guard first.properties.isEmoji else { return false }
        if first.properties.isEmojiPresentation || rest.contains("\u{FE0F}") { return true }
        return !first.isASCII && rest.contains(where: \.properties.isEmojiPresentation)
    }
}

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
