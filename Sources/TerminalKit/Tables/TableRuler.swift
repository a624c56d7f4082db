/// Tells whether a table has room for its columns, as its rows come one by one.
package struct TableRuler {
    private let columns: [Table.Column]
    private let width: Int
    private let titles: [Int]
    private var widest: [Int]

    /// - Parameter width: cells of the window, 1 or more.
    package init(columns: [Table.Column], width: Int, hasHeader: Bool = true) {
        self.columns = columns
        self.width = width
        titles = columns.map { hasHeader ? DisplayWidth.of(TerminalSanitizer.line($0.title)) : 0 }
        widest = columns.map { _ in 0 }
    }

    package mutating func add(_ row: [String]) {
        for (index, cell) in zip(columns.indices, TableLayout.safe(row)) {
            widest[index] = max(widest[index], DisplayWidth.of(cell))
        }
    }

    /// Whether a column of the rows so far finds no room, however narrow the others are. Once it is so, it stays so.
    package var isTooWide: Bool {
        let used = columns.indices.filter { columns[$0].isFlexible || widest[$0] > 0 }
        let fit = ColumnFit(
            natural: used.map { max(titles[$0], widest[$0]) }, areFlexible: used.map { columns[$0].isFlexible },
            gap: TableLayout.gap)
        return fit.widths(into: width).contains { $0 == nil }
    }
}
