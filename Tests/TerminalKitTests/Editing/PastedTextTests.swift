import Testing

@testable import TerminalKit

@Suite("What is pasted")
struct PastedTextTests {
    private func pasted(_ text: String) -> String? {
        var rest = text.unicodeScalars[...]
        let pasted = PastedText.read { rest.popFirst() }
        #expect(text.hasSuffix("rest") == (String(rest) == "rest"))
        return pasted
    }

    @Test("is taken up to the mark at its end, with its lines, but not the breaks after the last")
    func parts() {
        #expect(pasted("a\tb\u{1B}[201~rest") == "a\tb")
        #expect(pasted("one\r\ntwo\r\rthree\u{1B}[201~") == "one\ntwo\n\nthree")
        #expect(pasted("one\n\r\u{1B}[201~") == "one")
        #expect(pasted("\u{1B}[201~") == "")
        // The terminal has gone.
        #expect(pasted("日本") == "日本")
    }

    @Test("is dropped by Ctrl-C, which ends it without the mark")
    func interruption() {
        #expect(pasted("one\rtwo\u{3}rest") == nil)
    }

    @Test("holds no controls, and no more than a line may have")
    func bounds() {
        #expect(pasted("a\u{1B}[31mb\u{7}\u{9B}c\u{1B}[201~") == "a[31mbc")
        let long = String(repeating: "x", count: 1 << 20)
        #expect(pasted(long + "\u{1B}[201~") == long)
        #expect(pasted(long + "yyyyyyyyyyyy\u{1B}[201~rest") == long)
    }
}
