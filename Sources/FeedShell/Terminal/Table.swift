/// Rows of text in columns, that fit the window and know wide characters.
struct Table {
    /// A column's title and how its cells stand.
    struct Column {
        let title: String
        let isNumber: Bool
        /// Whether it gives way first when the window is narrow.
        let isFlexible: Bool

        static func text(_ title: String, isFlexible: Bool = false) -> Column {
            Column(title: title, isNumber: false, isFlexible: isFlexible)
        }

        static func number(_ title: String) -> Column {
            Column(title: title, isNumber: true, isFlexible: false)
        }
    }

    /// No column shrinks below this, so that something can still be read.
    private static let narrowest = 4
    private static let gap = "  "

    var columns: [Column]
    /// As many cells a row as there are columns; any text, made safe when drawn.
    var rows: [[String]] = []

    init(columns: [Column]) {
        self.columns = columns
    }

    /// The lines of the table.
    ///
    /// - Parameter width: cells of the window, nil where nothing has to be cut short.
    func lines(width: Int?, style: Style, hasHeader: Bool = true) -> [String] {
        guard !columns.isEmpty else { return [] }
        let cells = rows.map { $0.map(Defusing.line) }
        let used = columns.indices.filter { column in
            !hasHeader || columns[column].isFlexible || cells.isEmpty
                || cells.contains { $0.indices.contains(column) && !$0[column].isEmpty }
        }
        let titles = columns.map { Defusing.line($0.title) }
        let widths = fit(used.map { natural($0, titles, cells, hasHeader: hasHeader) }, used, into: width)
        let body = cells.map { row in line(used.map { row.indices.contains($0) ? row[$0] : "" }, used, widths) }
        guard hasHeader, !cells.isEmpty else { return body }
        return [style.dim(line(used.map { titles[$0] }, used, widths))] + body
    }

    private func natural(_ column: Int, _ titles: [String], _ cells: [[String]], hasHeader: Bool) -> Int {
        cells.reduce(hasHeader ? DisplayWidth.of(titles[column]) : 0) { widest, row in
            row.indices.contains(column) ? max(widest, DisplayWidth.of(row[column])) : widest
        }
    }

    private func line(_ cells: [String], _ used: [Int], _ widths: [Int]) -> String {
        let padded = zip(zip(cells, used), widths).map { cell, width in
            DisplayWidth.pad(
                DisplayWidth.truncate(cell.0, to: width), to: width, isTrailing: columns[cell.1].isNumber)
        }
        let line = padded.joined(separator: Self.gap)
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// Takes cells from the widest flexible column, one by one, until the table fits; then from any column.
    private func fit(_ natural: [Int], _ used: [Int], into width: Int?) -> [Int] {
        guard let width else { return natural }
        var widths = natural
        var excess = widths.reduce(0, +) + Self.gap.count * (widths.count - 1) - width
        for isFlexible in [true, false] {
            let candidates = used.indices.filter { columns[used[$0]].isFlexible == isFlexible }
            while excess > 0, let widest = candidates.max(by: { widths[$0] < widths[$1] }),
                widths[widest] > Self.narrowest
            {
                widths[widest] -= 1
                excess -= 1
            }
        }
        return widths
    }
}
