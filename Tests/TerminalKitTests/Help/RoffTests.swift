import TestSupport
import Testing

@testable import TerminalKit

@Suite("Text for a manual page")
struct RoffTests {
    @Test(
        "is read as it is",
        arguments: [
            ("--limit", "\\-\\-limit"), ("a\\b", "a\\eb"), (".so x", "\\&.so x"), ("'tis", "\\(aqtis"),
            ("“a”", "\\(lqa\\(rq"), ("日", "\\[u65E5]"), ("🍜", "\\[u1F35C]"), ("a\nb", "a b"), ("", ""),
        ])
    func escapes(_ text: String, _ escaped: String) {
        #expect(Roff.escaped(text) == escaped)
    }

    @Test(
        "never is a request, never breaks a line, and is ASCII, whatever it is made of",
        arguments: SeededGenerator.seeds(20))
    func isHarmless(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let text = RandomText.make(&generator)
            let escaped = Roff.escaped(text)
            #expect(escaped.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "seed \(seed): \(text.debugDescription)")
            #expect(!escaped.hasPrefix(".") && !escaped.hasPrefix("'"), "seed \(seed): \(text.debugDescription)")
        }
    }
}
