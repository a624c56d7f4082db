/// Rows of text in columns, that fit the window and know wide characters.
package struct Table {
    /// A column's title and how its cells are aligned.
    package struct Column: Sendable {
        package let title: String
        package let isNumber: Bool
        /// Whether it gives way first when the window is narrow.
        package let isFlexible: Bool
        /// Whether it is what a row is about, which goes last in a narrow window.
        package var isTopic = false
        /// Whether its cells are times, beside which people read how long ago that was.
        package var isTime = false
        /// How a cell looks, by its text.
        package var tone: @Sendable (String) -> Tone = { _ in .plain }

        package static func text(
            _ title: String, isFlexible: Bool = false, isTopic: Bool = false,
            tone: @escaping @Sendable (String) -> Tone = { _ in .plain }
        ) -> Column {
            Column(title: title, isNumber: false, isFlexible: isFlexible, isTopic: isTopic, tone: tone)
        }

        package static func number(_ title: String) -> Column {
            Column(title: title, isNumber: true, isFlexible: false)
        }

        package static func time(_ title: String) -> Column {
            Column(title: title, isNumber: false, isFlexible: false, isTime: true)
        }
    }

    package var columns: [Column]
    /// As many cells a row as there are columns; any text, made safe when drawn.
    package var rows: [[String]] = []

    package init(columns: [Column]) {
        self.columns = columns
    }

    /// The lines of the table, none wider than the window, none with blanks at its end.
    ///
    /// Under a header, columns without any text are left out. In a window too narrow for all columns, flexible ones
    /// shrink first, then the others, and at last some go (see `ColumnFit`).
    ///
    /// - Parameter width: cells of the window, nil where nothing has to be cut short.
    package func lines(width: Int?, style: Style, hasHeader: Bool = true) -> [String] {
        let cells = rows.map(TableLayout.safe)
        let layout = TableLayout(of: columns, holding: cells, width: width, hasHeader: hasHeader)
        let body = cells.map { layout.line($0, style) }
        return hasHeader && !cells.isEmpty ? [layout.header(style)] + body : body
    }
}
