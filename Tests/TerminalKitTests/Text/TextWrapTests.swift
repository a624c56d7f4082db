import TestSupport
import Testing

@testable import TerminalKit

@Suite struct TextWrapTests {
    @Test(
        "Lines break at blanks, and between wide characters",
        arguments: [
            ("", 5, [""]), ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]), ("日本語の本", 4, ["日本", "語の", "本"]), ("a  b", 1, ["a", "b"]),
            ("寿司。天丼", 4, ["寿", "司。", "天丼"]), ("彼「寿司」", 4, ["彼", "「寿", "司」"]), ("日", 1, ["日"]),
        ])
    func breaks(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(TextWrap.lines(text, width: width) == lines)
    }

    @Test("Wrapping loses nothing but blanks, and every line fits", arguments: SeededGenerator.seeds(300))
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = TerminalSanitizer.line(RandomText.make(&generator, longest: 30))
        let width = Int.random(in: 1...12, using: &generator)
        let lines = TextWrap.lines(text, width: width)
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " }, "seed \(seed)")
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width || $0.count == 1 }, "seed \(seed)")
    }
}
