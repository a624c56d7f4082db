import Testing

@testable import FeedModel

@Suite struct JSONTextTests {
    private func text(_ quoted: String) -> JSONText { JSONText(quoted: Array("\"\(quoted)\"".utf8)[...]) }

    @Test("Every escape stands for its character")
    func escapes() {
        #expect(text(#"\"\\\/\b\f\n\r\t"#).string == "\"\\/\u{8}\u{C}\n\r\t")
        #expect(text(#"\u0041\u00e9\u65E5\u0000"#).string == "Aé日\u{0}")
        #expect(text(#"a\ud83c\udf63b"#).string == "a🍣b")
        #expect(text(#"\udbff\udfff"#).string == "\u{10FFFF}")
        #expect(text("日本語 🍣").string == "日本語 🍣")
    }

    @Test("Half a surrogate pair reads as U+FFFD and is told")
    func unpaired() {
        for (quoted, string) in [
            (#"\ud83c"#, "\u{FFFD}"), (#"\udf63x"#, "\u{FFFD}x"), (#"\ud83c\ud83c\udf63"#, "\u{FFFD}🍣"),
            (#"\ud83cA"#, "\u{FFFD}A"),
            (#"\ud83c\u0041"#, "\u{FFFD}A"), (#"\ud83c\n"#, "\u{FFFD}\n"),
        ] {
            #expect(text(quoted).hasUnpairedSurrogate)
            #expect(text(quoted).string == string)
        }
        #expect(!text(#"\ud83c\udf63\ufffd"#).hasUnpairedSurrogate)
    }

    @Test("What no scanner would let through is read without a trap")
    func garbage() {
        for bytes in ["\\", "\\u", "\\u1", "\\uZZZZ", "\\ud83c\\", "\\ud83c\\u", "\\q", ""] {
            _ = JSONText(unescaping: Array(bytes.utf8)[...])
        }
        _ = JSONText(quoted: [])
        _ = JSONText(quoted: [0x22])
    }
}
