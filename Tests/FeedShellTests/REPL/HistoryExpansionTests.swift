import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite("A reference to an earlier line")
struct HistoryExpansionTests {
    private let history = ["items photos", "show photos 'a b'", "sync -v"]

    @Test(
        "is written out",
        arguments: [
            ("!!", "sync -v"), ("!! -q", "sync -v -q"), ("!!x", "sync -vx"), ("!-2", "show photos 'a b'"),
            ("!-3", "items photos"), ("!ite", "items photos"), ("!s", "sync -v"), ("!sh", "show photos 'a b'"),
            ("  !!  !!", "  sync -v  sync -v"), ("日 !!", "日 sync -v"), ("show photos !$", "show photos -v"),
        ])
    func expands(_ line: String, _ expanded: String) throws {
        #expect(try HistoryExpansion.expand(ShellWords(line), history: history) == expanded)
    }

    @Test(
        "is itself in quotes, after a backslash, alone, and inside a word",
        arguments: [
            "sql 'a !! b'", "'!!'", "\"!!\"", "\\!!", "!", "a != b", "sql !=", "a!!", "x # !!", "",
        ])
    func leaves(_ line: String) throws {
        #expect(try HistoryExpansion.expand(ShellWords(line), history: history) == nil)
    }

    @Test("is refused where there is no such line", arguments: ["!nope", "!-4", "!-99999999999999999999"])
    func refuses(_ line: String) {
        #expect(throws: CommandError.self) { try HistoryExpansion.expand(ShellWords(line), history: history) }
        #expect(throws: CommandError.self) { try HistoryExpansion.expand(ShellWords("!!"), history: []) }
    }

    @Test("The last word is quoted so that it is read as it was")
    func lastWord() throws {
        #expect(
            try HistoryExpansion.expand(ShellWords("show photos !$"), history: ["show photos a\\ b"])
                == "show photos 'a b'")
    }

    @Test("Any line is expanded without a trap, and one without “!” never", arguments: SeededGenerator.seeds(300))
    func anyLine(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let line = RandomText.make(&generator, longest: 30)
        let expanded = try? HistoryExpansion.expand(ShellWords(line), history: history)
        #expect(line.contains("!") || expanded == .some(nil), "seed \(seed)")
    }
}
