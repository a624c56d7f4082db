import TestSupport
import Testing

@testable import TerminalKit

@Suite struct TableLawTests {
    private static let plain = Style(.never, environment: [:], isTerminal: false)
    private static let colored = Style(.always, environment: [:], isTerminal: false)

    private func table(_ columns: [Table.Column], _ rows: [[String]]) -> Table {
        var table = Table(columns: columns)
        table.rows = rows
        return table
    }

    @Test("Columns line up, numbers at their right, wide characters by their cells")
    func alignment() {
        let table = table([.number("#"), .text("title"), .text("id")], [["1", "寿司", "a"], ["10", "tea", "b"]])
        #expect(table.lines(width: nil, style: Self.plain) == [" #  title  id", " 1  寿司   a", "10  tea    b"])
    }

    @Test("No line ends in blanks, also where cells are empty or blank")
    func trailingBlanks() {
        let table = table([.text("a"), .text("b"), .number("c")], [["1", "", ""], ["2", " ", "3"], ["", "", ""]])
        #expect(table.lines(width: nil, style: Self.plain) == ["a  b  c", "1", "2     3", ""])
    }

    @Test("Without a window nothing is cut")
    func pipe() {
        let long = String(repeating: "長", count: 500)
        #expect(table([.text("t", isFlexible: true)], [[long]]).lines(width: nil, style: Self.plain) == ["t", long])
    }

    @Test("In a narrow window the flexible column shrinks first")
    func narrow() {
        let table = table(
            [.text("id"), .text("title", isFlexible: true), .text("at")],
            [["1", "a title that is long", "2026-01-02"]])
        #expect(
            table.lines(width: 32, style: Self.plain) == [
                "id  title             at", "1   a title that is…  2026-01-02",
            ])
    }

    @Test("Under a header a column without any text is left out, a flexible one stays; without, all stay")
    func emptyColumns() {
        let table = table([.text("a"), .text("b"), .text("c", isFlexible: true)], [["1", "", ""], ["2", "", ""]])
        #expect(table.lines(width: nil, style: Self.plain) == ["a  c", "1", "2"])
        #expect(table.lines(width: nil, style: Self.plain, hasHeader: false) == ["1", "2"])
    }

    @Test("Without rows or columns there are no lines, and short rows are filled")
    func degenerate() {
        #expect(table([], []).lines(width: 10, style: Self.plain).isEmpty)
        #expect(table([.text("a")], []).lines(width: 10, style: Self.plain).isEmpty)
        #expect(
            table([.text("a"), .text("b")], [["1"], ["1", "2", "3"]]).lines(width: 10, style: Self.plain) == [
                "a  b", "1", "1  2",
            ])
    }

    @Test("A tone is painted around the text and not the blanks; the header is dim")
    func tones() {
        let table = table(
            [.text("is", tone: { $0 == "bad" ? .bad : .plain }), .text("x")], [["bad", "1"], ["good", "2"]])
        let lines = table.lines(width: nil, style: Self.colored)
        #expect(lines == ["\u{1B}[2mis\u{1B}[0m    \u{1B}[2mx\u{1B}[0m", "\u{1B}[31mbad\u{1B}[0m   1", "good  2"])
    }

    @Test("No line is wider than the window, whatever is in the cells", arguments: SeededGenerator.seeds(300))
    func fits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let columns: [Table.Column] = (0..<Int.random(in: 1...7, using: &generator)).map {
            [.number("n\($0)"), .text("title \($0)"), .text("寿司 \($0)", isFlexible: true)][
                Int.random(in: 0..<3, using: &generator)]
        }
        let rows = (0..<4).map { _ in columns.map { _ in RandomText.make(&generator) } }
        let width = Int.random(in: 1...80, using: &generator)
        for line in table(columns, rows).lines(width: width, style: Self.plain) {
            #expect(DisplayWidth.of(line) <= width, "seed \(seed)")
            #expect(line.last != " ", "seed \(seed)")
        }
    }
}
