import TestSupport
import Testing

@testable import TerminalKit

@Suite struct CanvasTests {
    private let plain = Style(.never, environment: [:], isTerminal: false)

    @Test("Pieces are at their places, in whatever order they are written, also after wide characters")
    func places() {
        var canvas = Canvas()
        canvas.write("end", x: 10, y: 1, width: 3)
        canvas.write("寿司", x: 2, y: 1, width: 4)
        canvas.write("top", x: 0, y: 0, width: 3)
        #expect(canvas.lines(plain) == ["top", "  寿司    end"])
    }

    @Test("What does not fit is left out, with “…”, and the cells that were taken are returned")
    func fitting() {
        var canvas = Canvas()
        #expect(canvas.write("寿司屋", x: 0, y: 0, width: 4) == 3)
        #expect(canvas.write("a", x: 6, y: 0, width: 0) == 0)
        #expect(canvas.lines(plain) == ["寿…"])
    }

    @Test("No line ends in blanks, and lines without text are empty")
    func blanks() {
        var canvas = Canvas()
        canvas.write("a  ", x: 1, y: 2, width: 3)
        canvas.write("   ", x: 0, y: 3, width: 3)
        #expect(canvas.lines(plain) == ["", "", " a"])
    }

    @Test("A tone is painted around the text and not the blanks")
    func tones() {
        var canvas = Canvas()
        canvas.write("a ", x: 2, y: 0, width: 2, tone: .dim)
        #expect(canvas.lines(Style(.always, environment: [:], isTerminal: false)) == ["  \u{1B}[2ma\u{1B}[0m"])
    }
}

@Suite struct BoxGlyphsTests {
    @Test("A locale without UTF-8 gets ASCII; where none is set the terminal is taken for a modern one")
    func locales() {
        #expect(BoxGlyphs.fitting([:]) == .unicode)
        #expect(BoxGlyphs.fitting(["LANG": ""]) == .unicode)
        #expect(BoxGlyphs.fitting(["LANG": "ja_JP.UTF-8"]) == .unicode)
        #expect(BoxGlyphs.fitting(["LANG": "C.utf8"]) == .unicode)
        #expect(BoxGlyphs.fitting(["LANG": "C"]) == .ascii)
        #expect(BoxGlyphs.fitting(["LANG": "ja_JP.UTF-8", "LC_ALL": "ja_JP.eucJP"]) == .ascii)
        #expect(BoxGlyphs.fitting(["LANG": "C", "LC_CTYPE": "UTF-8"]) == .unicode)
        #expect(BoxGlyphs.fitting(["LC_CTYPE": "UTF-8", "LC_ALL": "POSIX"]) == .ascii)
    }
}
