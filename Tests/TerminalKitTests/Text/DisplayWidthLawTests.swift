import TestSupport
import Testing

@testable import TerminalKit

@Suite struct DisplayWidthLawTests {
    @Test(
        "A text takes the cells a terminal draws it in",
        arguments: [
            ("", 0), ("abc", 3), ("日本語", 6), ("ｶﾀｶﾅ", 4), ("ﾊﾞ", 2), ("ア", 2), ("Ａ", 2), ("é", 1), ("e\u{301}", 1),
            ("か\u{3099}", 2), ("🍣", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇯🇵", 2), ("🇯", 1), ("1️⃣", 2), ("❤", 1), ("❤️", 2),
            ("a\u{FE0F}", 1),
            ("☝🏽", 2), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("한글", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("नि", 2), ("ก้", 1), ("…", 1), ("\u{3000}", 2), ("\u{200B}", 0),
            ("\u{301}", 0),
            ("\u{1B}", 0), ("\r\n", 0), ("辻\u{E0100}", 2), ("\u{0600}", 1),
        ])
    func cells(_ text: String, _ cells: Int) {
        #expect(DisplayWidth.of(text) == cells)
    }

    @Test(
        "Truncation marks what is left out and never splits a character",
        arguments: [
            ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
            ("日本語", 2, "…"), ("日本語", 1, "…"), ("日本語", 0, ""), ("abc", -1, ""), ("", 0, ""), ("👨‍👩‍👧x", 2, "…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func truncation(_ text: String, _ width: Int, _ expected: String) {
        #expect(DisplayWidth.truncate(text, to: width) == expected)
    }

    @Test("A truncated text fits, and is left alone where it fits as it is", arguments: SeededGenerator.seeds(300))
    func truncationFits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = TerminalSanitizer.line(RandomText.make(&generator))
        let width = Int.random(in: 0...20, using: &generator)
        let truncated = DisplayWidth.truncate(text, to: width)
        #expect(DisplayWidth.of(truncated) <= width, "seed \(seed)")
        if DisplayWidth.of(text) <= width, width > 0 { #expect(truncated == text, "seed \(seed)") }
    }

    @Test("Padding fills up to the width, on either side")
    func padding() {
        #expect(DisplayWidth.pad("寿司", to: 6) == "寿司  ")
        #expect(DisplayWidth.pad("7", to: 3, isTrailing: true) == "  7")
        #expect(DisplayWidth.pad("long", to: 2) == "long")
    }
}
