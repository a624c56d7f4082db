/// A table whose rows come one by one, drawn in bounded memory.
///
/// The first rows decide how wide columns are: a table of no more rows looks like `Table` draws it. After them a cell is
/// cut, or in a pipe pushes its line to the right.
package struct TableStream {
    /// More than a screen shows.
    package static let rowsMeasured = 1_000

    private let columns: [Table.Column]
    private let width: Int?
    private let style: Style
    private let hasHeader: Bool
    private var measured: [[String]] = []
    private var layout: TableLayout?

    package init(columns: [Table.Column], width: Int?, style: Style, hasHeader: Bool = true) {
        self.columns = columns
        self.width = width
        self.style = style
        self.hasHeader = hasHeader
    }

    /// Whether its beginning is drawn, and with it how wide columns are.
    package var isDrawn: Bool { layout != nil }

    /// Takes a row; the lines that can be drawn now are the answer.
    package mutating func add(_ row: [String]) -> [String] {
        let cells = TableLayout.safe(row)
        if let layout { return [layout.line(cells, style)] }
        measured.append(cells)
        // A column that is empty so far may hold something later.
        return measured.count > Self.rowsMeasured ? draw(dropsEmpty: false) : []
    }

    package mutating func end() -> [String] {
        layout == nil ? draw(dropsEmpty: true) : []
    }

    private mutating func draw(dropsEmpty: Bool) -> [String] {
        let layout = TableLayout(
            of: columns, holding: measured, width: width, hasHeader: hasHeader, dropsEmpty: dropsEmpty)
        self.layout = layout
        let lines = measured.map { layout.line($0, style) }
        defer { measured = [] }
        return hasHeader && !lines.isEmpty ? [layout.header(style)] + lines : lines
    }
}
