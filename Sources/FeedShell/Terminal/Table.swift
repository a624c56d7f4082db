/// Rows of text in columns, that fit the window and know wide characters.
struct Table {
    /// A column's title and how its cells stand.
    struct Column {
        let title: String
        let isNumber: Bool
        /// Whether it gives way first when the window is narrow.
        let isFlexible: Bool
        /// How a cell looks, by its text.
        var tone: @Sendable (String) -> Tone = { _ in .plain }

        static func text(_ title: String, isFlexible: Bool = false) -> Column {
            Column(title: title, isNumber: false, isFlexible: isFlexible)
        }

        static func number(_ title: String) -> Column {
            Column(title: title, isNumber: true, isFlexible: false)
        }

        func toned(_ tone: @escaping @Sendable (String) -> Tone) -> Column {
            var column = self
            column.tone = tone
            return column
        }
    }

    /// Cells between two columns.
    private static let gap = 2

    var columns: [Column]
    /// As many cells a row as there are columns; any text, made safe when drawn.
    var rows: [[String]] = []

    init(columns: [Column]) {
        self.columns = columns
    }

    /// The lines of the table, none wider than the window, none with blanks at its end.
    ///
    /// Under a header, columns without any text are left out. In a window too narrow for all columns, flexible ones
    /// shrink first, then the others, and at last some go (see `ColumnFit`).
    ///
    /// - Parameter width: cells of the window, nil where nothing has to be cut short.
    func lines(width: Int?, style: Style, hasHeader: Bool = true) -> [String] {
        let cells = rows.map { row in columns.indices.map { $0 < row.count ? Defusing.line(row[$0]) : "" } }
        let titles = columns.map { Defusing.line($0.title) }
        let used = columns.indices.filter { column in
            !hasHeader || columns[column].isFlexible || cells.contains { !$0[column].isEmpty }
        }
        let natural = used.map { column in
            cells.reduce(hasHeader ? DisplayWidth.of(titles[column]) : 0) { max($0, DisplayWidth.of($1[column])) }
        }
        let fit = ColumnFit(natural: natural, areFlexible: used.map { columns[$0].isFlexible }, gap: Self.gap)
        let layout = zip(used, fit.widths(into: width)).compactMap { column, width in width.map { (column, $0) } }
        let body = cells.map { line($0, layout, style) { columns[$0].tone($1) } }
        guard hasHeader, !cells.isEmpty else { return body }
        return [line(titles, layout, style) { _, _ in .dim }] + body
    }

    private func line(
        _ cells: [String], _ layout: [(column: Int, width: Int)], _ style: Style, tone: (Int, String) -> Tone
    ) -> String {
        var line = ""
        // Blanks are written only once something follows them.
        var blanks = 0
        for (column, width) in layout {
            let text = DisplayWidth.truncate(cells[column], to: width)
            let padding = width - DisplayWidth.of(text)
            if columns[column].isNumber { blanks += padding }
            if let last = text.lastIndex(where: { $0 != " " }) {
                let visible = text[...last]
                line +=
                    String(repeating: " ", count: blanks) + style.paint(String(visible), tone(column, cells[column]))
                blanks = text.count - visible.count
            } else {
                blanks += text.count
            }
            blanks += (columns[column].isNumber ? 0 : padding) + Self.gap
        }
        return line
    }
}
