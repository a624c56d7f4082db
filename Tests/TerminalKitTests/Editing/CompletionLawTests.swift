import TestSupport
import Testing

@testable import TerminalKit

@Suite struct CompletionLawTests {
    private func inserted(_ line: String, _ candidates: String...) -> String {
        let words = ShellWords(line)
        return Completion(of: words.lastWord, among: candidates.map { .init(word: $0) }).insertion(after: words)
    }

    @Test("The only candidate is finished, with a blank")
    func unique() {
        #expect(inserted("ite", "items", "list") == "ms ")
        #expect(inserted("items", "items") == " ")
        #expect(inserted("items ", "list") == "list ")
        #expect(inserted("日", "日本語") == "本語 ")
    }

    @Test("What all candidates share is inserted")
    func shared() {
        #expect(inserted("p", "photos", "phones", "x") == "ho")
        #expect(inserted("pho", "photos", "phones").isEmpty)
        #expect(inserted("x", "photos").isEmpty)
        #expect(inserted("日", "日本語", "日本人") == "本")
    }

    @Test("A blank or quote in a candidate is written so that it is read back")
    func quoting() {
        #expect(inserted("a", "a b") == #"\ b "#)
        #expect(inserted("i", "it's") == #"t\'s "#)
        #expect(inserted("'a", "a b") == " b' ")
        #expect(inserted("'i", "it's") == #"t'\''s' "#)
        #expect(inserted(#""i"#, #"i"$"#) == #"\"\$" "#)
        #expect(inserted("'a", "a b", "a c") == " ")
        #expect(inserted("", "#1") == "\\#1 ")
    }

    @Test("A candidate in double quotes is found by what is in them, and replaces what was typed")
    func quoted() {
        let line = ShellWords("from ord")
        let one = Completion(
            of: "ord", among: [.init(word: "\"order\""), .init(word: "photos")], isFuzzy: true, spelling: .verbatim)
        #expect(one.candidates.map(\.word) == ["\"order\""] && one.insertion(after: line).isEmpty)
        let written = one.replacement(in: line)
        #expect(written?.scalars == 3 && written?.text == "\"order\" ")
        let two = Completion(
            of: "ord", among: [.init(word: "orders"), .init(word: "\"order\"")], isFuzzy: true, spelling: .verbatim)
        #expect(two.candidates.count == 2 && two.insertion(after: line).isEmpty && two.replacement(in: line) == nil)
    }

    @Test("Behind a lone backslash and in a comment nothing is inserted")
    func notThere() {
        #expect(inserted("a\\", "ab").isEmpty)
        #expect(inserted("a # b", "ab").isEmpty)
    }

    @Test(
        "A candidate completed from any beginning, in any quotes, is read as itself",
        arguments: SeededGenerator.seeds(500))
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let candidate = "c" + RandomText.make(&generator)
        let typed = String(candidate.prefix(Int.random(in: 1...candidate.count, using: &generator)))
        let quotes: [Character?] = [nil, "'", "\""]
        let quote = quotes.randomElement(using: &generator) ?? nil
        let line = "show \(quote.map(String.init) ?? "")" + ShellWords.escaped(typed, in: quote)
        let words = ShellWords(line)
        let insertion = Completion(of: words.lastWord, among: [.init(word: candidate)]).insertion(after: words)
        let read = ShellWords(line + insertion)
        #expect(
            read.words.map { Array($0.unicodeScalars) } == ["show", candidate].map { Array($0.unicodeScalars) },
            "seed \(seed)")
        #expect(read.flaw == nil && !read.endsInWord, "seed \(seed)")
    }

    @Test("Candidates are listed in columns, downwards, within the window")
    func columns() {
        let completion = Completion(of: "", among: ["a", "bb", "寿司", "d", "e"].map { .init(word: $0) })
        #expect(completion.listing(columns: 10) == ["a     d", "bb    e", "寿司"])
        #expect(completion.listing(columns: 1) == ["a", "…", "…", "d", "e"])
        #expect(completion.listing(columns: 1, rows: 3) == ["a", "…", "…"])
        #expect(completion.listing(columns: 10, rows: 2) == ["a     d", "… 3 more"])
        let cut = Completion(
            of: "", among: [.init(word: "a"), .init(word: "b"), .init(word: "z", hasUnreadBefore: true)])
        #expect(cut.listing(columns: 1, rows: 2) == ["a", "…"])
        #expect(cut.listing(columns: 20, rows: 1) == ["a  b  z"])
        #expect(cut.listing(columns: 6, rows: 1) == ["… mor…"])
    }

    @Test("Notes are beside their candidates, defused")
    func notes() {
        let completion = Completion(
            of: "", among: [.init(word: "1", note: "寿司\u{1B}"), .init(word: "12", note: nil)])
        #expect(completion.listing(columns: 40) == ["1   寿司^[", "12"])
        #expect(completion.listing(columns: 7) == ["1   寿…", "12"])
    }

    @Test("A candidate given twice counts once")
    func duplicates() {
        #expect(inserted("a", "ab", "ab") == "b ")
    }
}
