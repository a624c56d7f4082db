import Testing

@Suite("The transcript of a terminal")
struct TerminalTranscriptTests {
    @Test(
        "keeps what the cursor left",
        arguments: [
            ("one\r\ntwo\r\n", "one\ntwo\n"),
            ("10 %\r20 %\rdone", "done"),
            ("reading photos\r\u{1B}[Kdone", "done"),
            ("\u{1B}[1;31mred\u{1B}[0m  ", "red"),
            ("abc\u{8}\u{8}X", "aXc"),
            ("日本x\u{1B}[Dy", "日本y"),
            ("日本\u{1B}[1Gab", "ab本"),
            ("abc\u{1B}[2G\u{1B}[1@-", "a-bc"),
            ("abc\u{1B}[1G\u{1B}[2P", "c"),
            ("one\r\ntwo\u{1B}[A\r\u{1B}[Jthree", "three"),
            ("\u{1B}]0;a title\u{7}text\u{1B}[?2004h", "text"),
        ])
    func keeps(_ output: String, _ text: String) {
        #expect(TerminalTranscript(output).text == text)
    }
}
