import Testing

@testable import TerminalKit

@Suite("A table")
struct TableTests {
    private let plain = Style(.never, environment: [:], isTerminal: false)

    private var table: Table {
        var table = Table(columns: [.number("#"), .text("id"), .text("title", isFlexible: true)])
        table.rows = [
            ["0", "a", "中目黒で食べたい旨辛天ぷらそば7選"], ["10", "bb", "🍣 sushi \u{1B}[31m"], ["200", "ccc", ""],
        ]
        return table
    }

    @Test("fits every window", arguments: 20...120)
    func fits(_ width: Int) {
        for line in table.lines(width: width, style: plain) {
            #expect(DisplayWidth.of(line) <= width, "\(line)")
        }
    }

    @Test("cuts nothing without a window, and leaves no blanks at the end")
    func whole() {
        #expect(
            table.lines(width: nil, style: plain) == [
                "  #  id   title", "  0  a    中目黒で食べたい旨辛天ぷらそば7選", " 10  bb   🍣 sushi ^[[31m", "200  ccc",
            ])
    }

    @Test("leaves out a column without a word in it")
    func emptyColumn() {
        var table = Table(columns: [.text("id"), .text("version")])
        table.rows = [["1", ""], ["2", ""]]
        #expect(table.lines(width: nil, style: plain) == ["id", "1", "2"])
    }

    @Test("says nothing without rows")
    func empty() {
        #expect(Table(columns: [.text("id")]).lines(width: 80, style: plain) == [])
    }
}

@Suite("Colour")
struct StyleTests {
    @Test("is used on a terminal that may have it")
    func choice() {
        #expect(Style(nil, environment: [:], isTerminal: true).isColored)
        #expect(!Style(nil, environment: [:], isTerminal: false).isColored)
        #expect(!Style(.auto, environment: ["NO_COLOR": "1"], isTerminal: true).isColored)
        #expect(!Style(.auto, environment: ["TERM": "dumb"], isTerminal: true).isColored)
        #expect(Style(.always, environment: ["NO_COLOR": "1"], isTerminal: false).isColored)
        #expect(!Style(.never, environment: [:], isTerminal: true).isColored)
    }
}
