import Foundation
import TestSupport
import Testing

@testable import TerminalKit

/// The editor truly at work: keys typed on a pseudo-terminal. In turn, as libedit takes the process's signals.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LineEditorTests {
    private let terminal: PseudoTerminal
    private let folder: TemporaryFolder

    init() throws {
        terminal = try #require(PseudoTerminal())
        folder = try TemporaryFolder()
    }

    private static let farewell = "<the editor is gone>"

    /// Edits on a thread of its own until the end of input, while `type` types; what was read is the answer.
    private func session(_ type: (PseudoTerminal) -> Void) async -> [LineReading] {
        let (readings, continuation) = AsyncStream.makeStream(of: LineReading.self)
        let (descriptor, history) = (terminal.descriptor, folder.path("history"))
        let thread = Thread {
            for reading in Self.edit(descriptor, history) { continuation.yield(reading) }
            continuation.finish()
            _ = Self.farewell.withCString { write(descriptor, $0, strlen($0)) }
        }
        thread.start()
        #expect(terminal.see("> ").contains("寿司> "))
        type(terminal)
        // A change of mode waits until all output is read.
        _ = terminal.see(Self.farewell)
        return await readings.reduce(into: []) { $0.append($1) }
    }

    private static func edit(_ descriptor: Int32, _ history: String) -> [LineReading] {
        guard let streams = TerminalStreams(descriptor: descriptor),
            let editor = LineEditor(program: "kit", historyPath: history, streams: streams, complete: complete)
        else { return [] }
        var readings: [LineReading] = []
        while readings.last != .end {
            readings.append(editor.readLine(prompt: "寿司> "))
            if case .line(let line) = readings.last { editor.remember(line) }
        }
        return readings
    }

    @Sendable private static func complete(_ line: EditedLine) -> Completion {
        let names = ["items", "list", "日本語", "日本人", "two words"]
        return Completion(
            of: ShellWords(line.before).lastWord, among: names.map { .init(word: $0) }, isFuzzy: true)
    }

    @Test("Lines are read, in Japanese too, and Ctrl-D ends")
    func lines() async {
        let readings = await session { terminal in
            terminal.type("日本語 a\r")
            #expect(terminal.see("寿司> ").contains("日本語 a"))
            terminal.type("\r\u{4}")
        }
        #expect(readings == [.line("日本語 a"), .line(""), .end])
    }

    @Test("Editing keys move by letters, not bytes")
    func editing() async {
        let readings = await session { terminal in
            terminal.type("日本語\u{2}\u{2}X\u{5}\u{7F}Y\r\u{4}")
        }
        #expect(readings == [.line("日X本Y"), .end])
    }

    @Test("Tab finishes a word, inserts what candidates share, or lists them")
    func completion() async {
        let readings = await session { terminal in
            terminal.type("ite\t")
            #expect(terminal.see("items ").contains("items "))
            terminal.type("tw\t日\t")
            #expect(terminal.see("日本").contains(#"items two\ words 日本"#))
            terminal.type("\t")
            #expect(terminal.see("> items").contains("日本人"))
            terminal.type("人\r\u{4}")
        }
        #expect(readings == [.line(#"items two\ words 日本人"#), .end])
    }

    @Test("Ctrl-C drops the line, from anywhere on it, and the next one is read")
    func interruption() async {
        let readings = await session { terminal in
            terminal.type("abc\u{1}\u{3}")
            #expect(terminal.see("^C").contains("^C"))
            _ = terminal.see("> ")
            terminal.type("next\r\u{4}")
        }
        #expect(readings == [.interrupted, .line("next"), .end])
    }

    @Test("What is typed ahead is read line by line")
    func typedAhead() async {
        let readings = await session { terminal in
            terminal.type("one\rtwo\u{3}three\r\u{4}")
        }
        #expect(readings == [.line("one"), .interrupted, .line("three"), .end])
    }

    @Test("History lasts, with its line breaks, and the same line twice is kept once")
    func history() async throws {
        HistoryFile(path: folder.path("history"), size: 10).append("sql 'a\nb'")
        _ = await session { terminal in
            terminal.type("日本\r日本\r  \r\u{4}")
        }
        #expect(try folder.text("history") == "sql 'a\\nb'\n日本\n")
        let readings = await session { terminal in
            terminal.type("\u{10}\r\u{10}\u{10}\r\u{4}")
        }
        #expect(readings == [.line("日本"), .line("sql 'a\nb'"), .end])
    }

    @Test("Ctrl-R searches the history")
    func search() async {
        let readings = await session { terminal in
            terminal.type("first 日\rsecond\r")
            terminal.type("\u{12}日\r\r\u{4}")
        }
        #expect(readings.contains(.line("first 日")))
        #expect(readings.filter { $0 == .line("first 日") }.count == 2)
    }

    @Test("The line is drawn anew when the window changes, and editing goes on")
    func resize() async {
        let readings = await session { terminal in
            terminal.type("abc")
            _ = terminal.see("abc")
            terminal.resize(columns: 30)
            kill(getpid(), SIGWINCH)
            #expect(terminal.see("寿司> abc").contains("寿司> abc"))
            terminal.type("d\r\u{4}")
        }
        #expect(readings == [.line("abcd"), .end])
    }

    @Test("What is pasted is no key: a tab completes nothing, and lines wait for Enter")
    func pasting() async {
        let readings = await session { terminal in
            terminal.type("x \u{1B}[200~ite\t日本\u{1B}[201~!\r")
            _ = terminal.see("寿司> ")
            terminal.type("\u{1B}[200~one\rtwo\rthr\r\r\u{1B}[201~")
            #expect(terminal.see("thr").contains("one"))
            // The line is drawn anew from the prompt's row, two rows above.
            terminal.resize(columns: 50)
            kill(getpid(), SIGWINCH)
            #expect(terminal.see("寿司> one").contains("\r\u{1B}[2A\u{1B}[J"))
            _ = terminal.see("thr")
            terminal.type("ee\r\u{4}")
        }
        #expect(readings == [.line("x ite\t日本!"), .line("one\ntwo\nthree"), .end])
    }

    @Test("A letter that was cut off takes nothing of what follows with it")
    func brokenLetters() async {
        let readings = await session { terminal in
            terminal.type("\u{1B}[200~ab")
            // The first two bytes of a letter of three.
            terminal.type([0xE3, 0x81])
            terminal.type("\u{1B}[201~c\r")
            terminal.type("x ".utf8 + [0xE3] + "日y\r\u{4}".utf8)
        }
        #expect(readings == [.line("abc"), .line("x 日y"), .end])
    }

    @Test("Ctrl-C ends a paste without the mark at its end, and drops it")
    func endlessPaste() async {
        let readings = await session { terminal in
            terminal.type("\u{1B}[200~one\rtwo\u{3}")
            #expect(terminal.see("^C").contains("^C"))
            _ = terminal.see("> ")
            terminal.type("next\r\u{4}")
        }
        #expect(readings == [.interrupted, .line("next"), .end])
    }

    @Test("Pasted lines that were not entered yet go with Ctrl-C")
    func interruptedPaste() async {
        let readings = await session { terminal in
            terminal.type("\u{1B}[200~abc\u{1B}[201~\u{3}")
            _ = terminal.see("寿司> ")
            terminal.type("d\r\u{4}")
        }
        #expect(readings == [.interrupted, .line("d"), .end])
    }

    @Test("Where wide characters leave cells empty, the window's change leaves no row behind")
    func resizeWide() async {
        let readings = await session { terminal in
            // 6 cells of prompt and 28 letters: 27 fit into 60 cells, exactly.
            terminal.type("a" + String(repeating: "日", count: 28))
            #expect(terminal.see("日日日日日日日日日日日日日日日日日日日日日日日日日日日日").contains("日"))
            terminal.resize(columns: 61)
            kill(getpid(), SIGWINCH)
            // The blank that filled the first row takes the cell that was won.
            #expect(terminal.see("寿司> a").contains("\r\u{1B}[1A\u{1B}[J"))
            terminal.type("\r\u{4}")
        }
        #expect(readings.last == .end)
    }

    @Test("The terminal is left as it was found")
    func leaving() async throws {
        let mode = try #require(TerminalMode(of: terminal.descriptor))
        var before = termios()
        #expect(tcgetattr(terminal.descriptor, &before) == 0)
        _ = await session { terminal in
            terminal.type("a\r\u{4}")
        }
        mode.restore()
        var after = termios()
        #expect(tcgetattr(terminal.descriptor, &after) == 0)
        #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
    }
}
