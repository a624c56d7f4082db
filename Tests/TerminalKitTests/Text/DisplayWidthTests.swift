import Testing

@testable import TerminalKit

@Suite("The width of a text on a terminal")
struct DisplayWidthTests {
    @Test(
        "counts cells",
        arguments: [
            ("", 0), ("abc", 3), ("寿司", 4), ("ﾗｰﾒﾝ", 4), ("café", 4), ("cafe\u{301}", 4), ("🍣", 2), ("👨‍👩‍👧‍👦", 2), ("🇯🇵", 2),
            ("❤\u{FE0F}", 2), ("한글", 4), ("，", 2), ("é", 1),
        ])
    func cells(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test("is kept by truncation, which splits nothing")
    func truncation() {
        #expect(DisplayWidth.truncate("とんかつ", to: 8) == "とんかつ")
        #expect(DisplayWidth.truncate("とんかつ", to: 7) == "とんか…")
        #expect(DisplayWidth.truncate("とんかつ", to: 6) == "とん…")
        #expect(DisplayWidth.truncate("👨‍👩‍👧‍👦abc", to: 3) == "👨‍👩‍👧‍👦…")
        #expect(DisplayWidth.truncate("abc", to: 0) == "")
        for width in 1...12 {
            #expect(DisplayWidth.of(DisplayWidth.truncate("a寿b司c🍣d", to: width)) <= width)
        }
    }
}

@Suite("Text from a server")
struct DefusingTests {
    @Test("reaches the terminal without a control, whatever it holds")
    func everyScalar() {
        for value in (0...0x10FFFF as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let safe = TerminalSanitizer.line("a\(Character(scalar))b")
            let isHarmless = safe.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 32 && !(0x7F...0x9F).contains(scalar.value)
                    && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
                    && scalar.value != 0x2028 && scalar.value != 0x2029
            }
            #expect(isHarmless, "U+\(String(value, radix: 16))")
        }
    }

    @Test("is shown where it would act, and left alone where it does not")
    func visible() {
        #expect(TerminalSanitizer.line("\u{1B}[31mred\u{7}") == "^[[31mred^G")
        #expect(TerminalSanitizer.line("two\nlines\tand") == "two lines and")
        #expect(TerminalSanitizer.line("\u{202E}evil") == "\\u{202e}evil")
        #expect(TerminalSanitizer.line("寿司 🍣 café 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿") == "寿司 🍣 café 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿")
    }
}
