import TestSupport
import Testing

@testable import TerminalKit

@Suite struct ShellWordsLawTests {
    @Test(
        "A line is split as a shell splits it",
        arguments: [
            ("", []), ("  ", []), ("sync a  b", ["sync", "a", "b"]), ("a\tb\r\nc", ["a", "b", "c"]),
            ("'a b' \"c d\"", ["a b", "c d"]), ("a'b'\"c\"d", ["abcd"]), ("'' \"\"", ["", ""]),
            (#"a\ b \'"#, ["a b", "'"]), (#"'a\b'"#, [#"a\b"#]), (##""a\"\\\$\`\n""##, [##"a"\$`\n"##]),
            ("it\\\ns", ["its"]), ("\"it\\\ns\"", ["its"]), ("'it\\\ns'", ["it\\\ns"]),
            ("a # b c", ["a"]), ("a#b '#c'", ["a#b", "#c"]), ("a # b\nc", ["a", "c"]), ("# it's", []),
            ("日本語　x", ["日本語　x"]), ("'\u{301}a b'", ["\u{301}a b"]),
        ])
    func splitting(_ line: String, _ words: [String]) {
        let split = ShellWords(line)
        #expect(split.words == words)
        #expect(split.flaw == nil)
    }

    @Test("An open quote or backslash is reported, so that more can be asked for")
    func flaws() {
        #expect(ShellWords("sql 'select").flaw == .openQuote("'"))
        #expect(ShellWords("sql \"it's").flaw == .openQuote("\""))
        #expect(ShellWords("sql \\").flaw == .openBackslash)
        #expect(ShellWords("sql \"a\\").flaw == .openBackslash)
        #expect(ShellWords("sql 'a\nb'").words == ["sql", "a\nb"])
    }

    @Test("The word at the end is separate from those before it")
    func lastWord() {
        let line = "show photos 'a b"
        let words = ShellWords(line)
        #expect(words.lastWord == "a b")
        #expect(words.wordsBeforeLast == ["show", "photos"])
        #expect(
            words.places.map { String(decoding: Array(line.utf8)[$0], as: UTF8.self) } == ["show", "photos", "'a b"])
        let afterBlank = ShellWords("show photos ")
        #expect(!afterBlank.endsInWord)
        #expect(afterBlank.lastWord.isEmpty)
        #expect(afterBlank.wordsBeforeLast == ["show", "photos"])
        #expect(ShellWords("a # b").endsInComment)
    }

    @Test(
        "A word is quoted only where it has to be",
        arguments: [
            ("photos", "photos"), ("a-b_c.d/e", "a-b_c.d/e"), ("日本語", "日本語"), ("", "''"), ("a b", "'a b'"),
            ("it's", #"'it'\''s'"#),
            ("#1", "'#1'"), ("$x", "'$x'"), ("a\nb", "'a\nb'"), ("日　本", "'日　本'"),
        ])
    func quoting(_ word: String, _ quoted: String) {
        #expect(ShellWords.quote(word) == quoted)
    }

    @Test("Quoted words are read as they were", arguments: SeededGenerator.seeds(500))
    func quotingLaw(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let words = (0..<Int.random(in: 0...5, using: &generator)).map { _ in RandomText.make(&generator) }
        let read = ShellWords(words.map(ShellWords.quote).joined(separator: " "))
        #expect(read.flaw == nil, "seed \(seed)")
        #expect(read.words.map { Array($0.unicodeScalars) } == words.map { Array($0.unicodeScalars) }, "seed \(seed)")
    }

    @Test("Any line is read without a trap, and every word is where it says", arguments: SeededGenerator.seeds(500))
    func anyLine(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let line = RandomText.make(&generator, longest: 30)
        let words = ShellWords(line)
        #expect(words.wordsBeforeLast.count == words.words.count - (words.endsInWord ? 1 : 0), "seed \(seed)")
        #expect(words.places.count == words.words.count, "seed \(seed)")
        for (word, place) in zip(words.words, words.places) {
            let alone = ShellWords(String(decoding: Array(line.utf8)[place], as: UTF8.self))
            #expect(alone.words.map { Array($0.unicodeScalars) } == [Array(word.unicodeScalars)], "seed \(seed)")
        }
    }

    @Test("Read in pieces a line is what it is whole", arguments: SeededGenerator.seeds(300))
    func pieces(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let line = Array(RandomText.make(&generator, longest: 30).unicodeScalars)
        let cut = Int.random(in: 0...line.count, using: &generator)
        let text = { (scalars: ArraySlice<Unicode.Scalar>) in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        var words = ShellWords(text(line[..<cut]))
        words.append(text(line[cut...]))
        #expect(words == ShellWords(text(line[...])), "seed \(seed)")
    }
}
