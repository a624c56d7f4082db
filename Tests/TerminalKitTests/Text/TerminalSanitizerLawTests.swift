import Foundation
import TestSupport
import Testing

@testable import TerminalKit

@Suite struct TerminalSanitizerLawTests {
    @Test(
        "What a terminal would obey, or hide, is shown",
        arguments: [
            ("\u{1B}[31mred\u{7}", "^[[31mred^G"), ("\u{9B}2J", "\\u{9b}2J"), ("a\u{0}b\u{7F}", "a^@b^?"),
            ("abc\u{202E}gpj.exe", "abc\\u{202e}gpj.exe"), ("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}"),
            ("a\u{200B}b", "a\\u{200b}b"), ("\u{FEFF}a", "\\u{feff}a"), ("a\u{200D}b", "a\\u{200d}b"),
            ("a\u{E0041}", "a\\u{e0041}"), ("a\u{AD}b", "a\\u{ad}b"), ("\u{3164}", "\\u{3164}"),
        ])
    func controls(_ text: String, _ safe: String) {
        #expect(TerminalSanitizer.line(text) == safe)
    }

    @Test(
        "Line breaks and tabs become a blank each",
        arguments: ["a\nb", "a\tb", "a\rb", "a\r\nb", "a\u{2028}b", "a\u{2029}b"])
    func breaks(_ text: String) {
        #expect(TerminalSanitizer.line(text) == "a b")
    }

    @Test(
        "What people write is left as it is",
        arguments: [
            "", "plain", "寿司 🍣 café", "e\u{301}", "👨‍👩‍👧", "❤️‍🔥", "🇯🇵", "1️⃣",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "辻\u{E0100}", "می\u{200C}خواهم", "क्\u{200D}ष", "مرحبا", "한글",
        ])
    func harmless(_ text: String) {
        #expect(TerminalSanitizer.line(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test("Tags are hidden text unless they spell a flag, also in a text that has a flag elsewhere")
    func tags() {
        let flag = "🏴\u{E0067}\u{E0062}\u{E007F}"
        #expect(TerminalSanitizer.line(flag + "x\u{E0041}") == flag + "x\\u{e0041}")
        #expect(TerminalSanitizer.line("🏴\u{E0041}") == "🏴\\u{e0041}")
    }

    @Test("A pile of marks is cut, so that it is not drawn over other lines")
    func marks() {
        let safe = TerminalSanitizer.line("a" + String(repeating: "\u{301}", count: 10_000) + "b")
        #expect(safe.unicodeScalars.count == 33)
        #expect(safe.hasSuffix("\u{FFFD}b"))
    }

    @Test("A text of several lines keeps them")
    func lines() {
        #expect(TerminalSanitizer.lines("a\r\nb\u{1B}\n\nc\rd") == ["a", "b^[", "", "c", "d"])
    }

    @Test("No control comes out, and what came out stays as it is", arguments: SeededGenerator.seeds(400))
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let safe = TerminalSanitizer.line(RandomText.make(&generator, longest: 30))
        let forbidden = safe.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
            default: false
            }
        }
        #expect(!forbidden, "seed \(seed)")
        #expect(TerminalSanitizer.line(safe).unicodeScalars.elementsEqual(safe.unicodeScalars), "seed \(seed)")
    }

    @Test("JSON for a terminal says the same, and holds nothing that is obeyed", arguments: SeededGenerator.seeds(200))
    func json(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", "日本", "🍣", "\u{7F}", "\u{9B}", "\u{85}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{061C}", "\u{2028}",
            "\u{1B}", "\n", "\"", "\\", "é", "👩\u{200D}👩",
        ]
        let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            pieces.randomElement(using: &generator) ?? ""
        }.joined()
        let document = Array(try JSONEncoder().encode([text: text]))
        let safe = TerminalSanitizer.json(document)
        let shown = String(decoding: safe, as: UTF8.self)
        #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control }, "seed \(seed)")
        #expect(!shown.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) }, "seed \(seed)")
        let read = try JSONDecoder().decode([String: String].self, from: Data(safe))
        #expect(read.map { Array($0.key.unicodeScalars) } == [Array(text.unicodeScalars)], "seed \(seed)")
        #expect(read.map { Array($0.value.unicodeScalars) } == [Array(text.unicodeScalars)], "seed \(seed)")
    }
}
