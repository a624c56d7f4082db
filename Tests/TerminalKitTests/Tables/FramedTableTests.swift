import TestSupport
import Testing

@testable import TerminalKit

@Suite("Tables in a frame")
struct FramedTableTests {
    private func lines(
        _ frame: FramedTable.Frame, _ rows: [[String]], width: Int? = nil,
        columns: [Table.Column] = [.text("name", isFlexible: true), .number("n")]
    ) -> [String] {
        let style = Style(.never, environment: [:], isTerminal: false)
        var table = FramedTable(frame, columns: columns, width: width, style: style)
        return rows.flatMap { table.add($0) } + table.end()
    }

    @Test("have lines around their cells, and know wide characters")
    func box() {
        #expect(
            lines(.box, [["カフェ", "1"], ["a", "20"]]) == [
                "┌────────┬────┐", "│ name   │  n │", "├────────┼────┤", "│ カフェ │  1 │", "│ a      │ 20 │",
                "└────────┴────┘",
            ])
    }

    @Test("of Markdown mark columns of numbers, and escape what is markup")
    func markdown() {
        #expect(
            lines(.markdown, [["a|b\\c", "1"], ["x\ny"]], width: 5) == [
                "| name    |   n |", "| ------- | --: |", "| a\\|b\\\\c |   1 |", "| x y     |     |",
            ])
    }

    @Test("without rows are empty")
    func empty() {
        #expect(lines(.box, []).isEmpty && lines(.markdown, []).isEmpty)
        #expect(lines(.box, [[]], columns: []).isEmpty)
    }

    @Test("have lines of one width, none wider than the window", arguments: SeededGenerator.seeds(100))
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let columns = (0..<Int.random(in: 1...5, using: &generator)).map {
            Table.Column.text("c\($0)", isFlexible: $0 % 2 == 0)
        }
        let rows = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
            columns.map { _ in RandomText.make(&generator, longest: 40) }
        }
        let width = Int.random(in: 30...100, using: &generator)
        let drawn = lines(.box, rows, width: width, columns: columns)
        #expect(drawn.count == rows.count + 4)
        #expect(Set(drawn.map(DisplayWidth.of)).count == 1 && drawn.allSatisfy { DisplayWidth.of($0) <= width })
        let markdown = lines(.markdown, rows, columns: columns)
        #expect(markdown.count == rows.count + 2 && Set(markdown.map(DisplayWidth.of)).count == 1)
    }

    @Test("of many rows are drawn as they come")
    func stream() {
        let rows = (0...TableStream.rowsMeasured).map { ["\($0)", "1"] }
        let drawn = lines(.box, rows + [["longer than any before", "1"]], width: 20)
        #expect(drawn.count == rows.count + 5)
        #expect(drawn.allSatisfy { DisplayWidth.of($0) <= 20 })
    }
}

@Suite("Tab-separated values")
struct TSVRecordTests {
    @Test("have a line a record, whatever is in a field")
    func escapes() {
        #expect(TSVRecord.line(["a", "b c", ""]) == "a\tb c\t\n")
        #expect(TSVRecord.line(["a\tb", "c\nd\r\ne", "\\"]) == "a\\tb\tc\\nd\\r\\ne\t\\\\\n")
        #expect(TSVRecord.line(["=1+1", "-5"]) == "'=1+1\t-5\n")
    }
}
