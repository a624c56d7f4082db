import Testing

@testable import TerminalKit

@Suite("What is pasted")
struct PastedLinesTests {
    private func lines(_ text: String) -> [PastedLines.Line] {
        var rest = text.unicodeScalars[...]
        var pasted = PastedLines()
        #expect(pasted.read { rest.popFirst() })
        #expect(text.hasSuffix("rest") == (String(rest) == "rest"))
        return pasted.lines
    }

    @Test("is taken up to the mark at its end, line by line")
    func parts() {
        #expect(lines("a\tb\u{1B}[201~rest") == [.init(text: "a\tb", isEnded: false)])
        #expect(
            lines("one\r\ntwo\r\rthree\u{1B}[201~") == [
                .init(text: "one", isEnded: true), .init(text: "two", isEnded: true), .init(text: "", isEnded: true),
                .init(text: "three", isEnded: false),
            ])
        #expect(lines("one\n\u{1B}[201~") == [.init(text: "one", isEnded: true)])
        #expect(lines("\u{1B}[201~") == [])
        // The terminal has gone.
        #expect(lines("日本") == [.init(text: "日本", isEnded: false)])
    }

    @Test("is dropped by Ctrl-C, which ends it without the mark")
    func interruption() {
        var rest = "one\rtwo\u{3}rest".unicodeScalars[...]
        var pasted = PastedLines()
        #expect(!pasted.read { rest.popFirst() })
        #expect(pasted.isEmpty)
        #expect(String(rest) == "rest")
    }

    @Test("holds no controls, and no more than a line may have")
    func bounds() {
        #expect(lines("a\u{1B}[31mb\u{7}\u{9B}c\u{1B}[201~") == [.init(text: "a[31mbc", isEnded: false)])
        let long = String(repeating: "x", count: 1 << 20)
        #expect(lines(long + "\u{1B}[201~") == [.init(text: long, isEnded: false)])
        #expect(lines(long + "yyyyyyyyyyyy\u{1B}[201~rest") == [.init(text: long, isEnded: false)])
    }
}
