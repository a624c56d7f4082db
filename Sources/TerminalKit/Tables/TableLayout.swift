/// Which columns of a table are shown and how wide, and what its lines look like then.
struct TableLayout {
    /// Cells between two columns.
    static let gap = 2

    private let columns: [Table.Column]
    private let shown: [(column: Int, width: Int)]
    /// Whether a cell that is wider than its column is cut.
    private let cutsCells: Bool

    /// - Parameters:
    ///   - rows: cells made safe; what is to be seen of them decides on the widths.
    ///   - width: of the window, nil where every cell is shown whole.
    ///   - hasHeader: whether titles are shown, too.
    ///   - dropsEmpty: whether, under a header, columns without any text are left out.
    init(
        of columns: [Table.Column], holding rows: [[String]], width: Int?, hasHeader: Bool, dropsEmpty: Bool = true
    ) {
        let used = columns.indices.filter { column in
            !hasHeader || !dropsEmpty || columns[column].isFlexible || rows.contains { !Self.cell(column, $0).isEmpty }
        }
        let natural = used.map { column in
            let title = hasHeader ? DisplayWidth.of(TerminalSanitizer.line(columns[column].title)) : 0
            return rows.reduce(title) { max($0, DisplayWidth.of(Self.cell(column, $1))) }
        }
        let fit = ColumnFit(
            natural: natural, areFlexible: used.map { columns[$0].isFlexible }, gap: Self.gap,
            topic: used.firstIndex { columns[$0].isTopic })
        shown = zip(used, fit.widths(into: width)).compactMap { column, width in width.map { (column, $0) } }
        self.columns = columns
        cutsCells = width != nil
    }

    static func safe(_ row: [String]) -> [String] { row.map(TerminalSanitizer.line) }

    func header(_ style: Style) -> String {
        line(columns.map { TerminalSanitizer.line($0.title) }, style) { _, _ in .dim }
    }

    /// - Parameter row: cells made safe; those that are missing are empty.
    func line(_ row: [String], _ style: Style) -> String {
        line(row, style) { columns[$0].tone($1) }
    }

    private func line(_ row: [String], _ style: Style, tone: (Int, String) -> Tone) -> String {
        var line = ""
        // Blanks are written only once something follows them.
        var blanks = 0
        for (column, width) in shown {
            let cell = Self.cell(column, row)
            let text = cutsCells ? DisplayWidth.truncate(cell, to: width) : cell
            let padding = max(0, width - DisplayWidth.of(text))
            if columns[column].isNumber { blanks += padding }
            if let last = text.lastIndex(where: { $0 != " " }) {
                let visible = text[...last]
                line += String(repeating: " ", count: blanks) + style.paint(String(visible), tone(column, cell))
                blanks = text.count - visible.count
            } else {
                blanks += text.count
            }
            blanks += (columns[column].isNumber ? 0 : padding) + Self.gap
        }
        return line
    }

    static func cell(_ column: Int, _ row: [String]) -> String {
        row.indices.contains(column) ? row[column] : ""
    }
}
