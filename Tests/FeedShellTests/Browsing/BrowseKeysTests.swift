import TerminalKit
import Testing

@testable import FeedShell

@Suite struct BrowseKeysTests {
    private func commands(_ text: String) -> [BrowseKeys.Command] {
        var keys = BrowseKeys()
        return keys.take(Array(text.utf8)) + keys.flush()
    }

    @Test("Letters are commands, and keys move")
    func letters() {
        #expect(commands("jk gG") == [.key(.down), .key(.up), .key(.pageDown), .key(.home), .key(.end)])
        #expect(commands("\r\nds?") == [.open, .open, .showChanges, .sync, .showKeys])
        #expect(commands("nN") == [.findNext(isForward: true), .findNext(isForward: false)])
        #expect(commands("\u{1B}[A\u{1B}[6~\u{1B}") == [.key(.up), .key(.pageDown), .key(.leave)])
    }

    @Test("A text is typed after /, with letters of any script, and can be corrected")
    func text() {
        #expect(commands("/qダj\u{7F}\u{7F}カフェ\r") == [.find("qカフェ")])
        #expect(commands("/abc\u{15}x\rj") == [.find("x"), .key(.down)])
        #expect(commands("/\r") == [.find("")])
        // From an empty text backspace leaves, and so do Ctrl-C and Esc.
        #expect(commands("/a\u{7F}\u{7F}j") == [.key(.down)])
        #expect(commands("/a\u{3}j") == [.key(.down)])
        var keys = BrowseKeys()
        #expect(keys.take(Array("/ab\u{1B}".utf8)) == [] && keys.isWaiting && keys.text == "ab")
        #expect(keys.flush() == [] && keys.text == nil)
    }

    @Test("A text has an end")
    func longText() {
        var keys = BrowseKeys()
        _ = keys.take(Array(("/" + String(repeating: "a", count: 10_000)).utf8))
        #expect(keys.text?.count == 200)
        // Characters are whole.
        let text = String(repeating: "a", count: 199)
        #expect(commands("/\(text)寿司\r") == [.find(text + "寿")])
    }
}
