import Testing

@testable import TerminalKit

@Suite("Words of a line")
struct ShellWordsTests {
    @Test(
        "are split as a POSIX shell splits them",
        arguments: [
            ("a  b\tc", ["a", "b", "c"]), ("'a b' \"c d\"", ["a b", "c d"]), ("a'b'\"c\"", ["abc"]),
            ("a\\ b", ["a b"]), ("\"a \\\" \\\\ \\n\"", ["a \" \\ \\n"]), ("'a\\b'", ["a\\b"]), ("''", [""]),
            ("a # rest", ["a"]), ("a#b", ["a#b"]), ("# all", []), ("寿司 'とんかつ 定食'", ["寿司", "とんかつ 定食"]), ("", []),
        ])
    func splits(_ line: String, _ words: [String]) {
        let split = ShellWords(line)
        #expect(split.words == words)
        #expect(split.flaw == nil)
    }

    @Test("report what is missing at the end")
    func flaws() {
        #expect(ShellWords("a 'b").flaw == .openQuote("'"))
        #expect(ShellWords("a \"b").flaw == .openQuote("\""))
        #expect(ShellWords("a \\").flaw == .openBackslash)
    }

    @Test("know the word the line ends in")
    func lastWord() {
        #expect(ShellWords("items pho").lastWord == "pho")
        #expect(ShellWords("items pho").wordsBeforeLast == ["items"])
        #expect(ShellWords("items ").endsInWord == false)
        #expect(ShellWords("items ").wordsBeforeLast == ["items"])
    }

    @Test(
        "come back from quoting as they were", arguments: ["", "a b", "it's", "\"", "a\\b", "#x", "寿司 🍣", "$HOME", "*"])
    func quoting(_ word: String) {
        #expect(ShellWords(ShellWords.quote(word)).words == [word])
    }
}
