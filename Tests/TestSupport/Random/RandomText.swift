/// Texts of the kinds that give terminals and parsers trouble, by a seed.
public enum RandomText {
    private static let pieces: [String] = [
        "a", "Z", "7", " ", "  ", "\n", "\t", "\r\n", "'", "\"", "\\", "#", "$", "`", "-", "日本語", "寿司", "カﾞ", "。", "「",
        "é",
        "e\u{301}", "\u{301}", "🍣", "👨‍👩‍👧", "🇯🇵", "🇯", "1️⃣", "❤️", "👍🏽", "한", "\u{1112}\u{1161}\u{11AB}", "नि", "\u{1B}[31m",
        "\u{7}", "\u{0}",
        "\u{7F}", "\u{9B}", "\u{85}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}", "\u{200C}", "\u{FEFF}",
        "\u{2028}", "\u{AD}",
        "\u{FE0F}", "\u{E0041}", "\u{3164}", "\u{FFF9}", "\u{0600}", "🏴\u{E0067}\u{E0062}\u{E007F}", "…", "\u{3000}",
    ]

    /// A text of random words and signs.
    public static func make(_ generator: inout SeededGenerator, longest: Int = 12) -> String {
        (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
            if Int.random(in: 0..<8, using: &generator) == 0 {
                return Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &generator)).map(String.init) ?? ""
            }
            return pieces.randomElement(using: &generator) ?? ""
        }.joined()
    }
}
