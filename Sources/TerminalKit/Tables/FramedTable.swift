/// A table with lines around its cells, whose rows come one by one, drawn in bounded memory.
///
/// The first rows decide how wide columns are. After them a cell is cut, or pushes its line to the right where nothing has
/// to fit. Without rows nothing is drawn.
package struct FramedTable {
    package enum Frame: Sendable {
        /// Box drawing characters, for a terminal.
        case box
        /// A table of GitHub Flavored Markdown (4.10), for a document: nothing is cut.
        case markdown
    }

    /// Cells that a line and its blanks take between two columns, and at both ends together.
    private static let (gap, ends) = (3, 4)

    private let frame: Frame
    private let columns: [Table.Column]
    private let width: Int?
    private let style: Style
    private var measured: [[String]] = []
    private var shown: [(column: Int, width: Int)]?

    /// - Parameter width: cells of the window, nil where nothing has to fit.
    package init(_ frame: Frame, columns: [Table.Column], width: Int?, style: Style) {
        self.frame = frame
        self.columns = columns
        self.width = frame == .markdown ? nil : width.map { max(1, $0 - Self.ends) }
        self.style = frame == .markdown ? Style(.never, environment: [:], isTerminal: false) : style
    }

    /// Takes a row; the lines that can be drawn now are the answer.
    package mutating func add(_ row: [String]) -> [String] {
        let cells = safe(row)
        if let shown { return [line(cells, shown)] }
        measured.append(cells)
        return measured.count > TableStream.rowsMeasured ? draw() : []
    }

    package mutating func end() -> [String] {
        let lines = shown == nil ? draw() : []
        guard frame == .box, let shown, !shown.isEmpty else { return lines }
        return lines + [rule(shown, "└", "┴", "┘")]
    }

    private mutating func draw() -> [String] {
        guard !measured.isEmpty, !columns.isEmpty else { return [] }
        defer { measured = [] }
        let titles = safe(columns.map(\.title))
        let natural = columns.indices.map { column in
            // Markdown’s rule has three characters at least.
            (measured + [titles]).reduce(frame == .markdown ? 3 : 1) {
                max($0, DisplayWidth.of(TableLayout.cell(column, $1)))
            }
        }
        let fit = ColumnFit(
            natural: natural, areFlexible: columns.map(\.isFlexible), gap: Self.gap,
            topic: columns.firstIndex(where: \.isTopic))
        let shown = zip(columns.indices, fit.widths(into: width)).compactMap { column, width in
            width.map { (column: column, width: $0) }
        }
        self.shown = shown
        let header = line(titles, shown, isHeader: true)
        let body = measured.map { line($0, shown) }
        switch frame {
        case .box: return [rule(shown, "┌", "┬", "┐"), header, rule(shown, "├", "┼", "┤")] + body
        case .markdown: return [header, markdownRule(shown)] + body
        }
    }

    // MARK: Lines

    private func line(_ row: [String], _ shown: [(column: Int, width: Int)], isHeader: Bool = false) -> String {
        let cells = shown.map { column, width in
            let cell = TableLayout.cell(column, row)
            let text = self.width == nil ? cell : DisplayWidth.truncate(cell, to: width)
            let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
            let painted = style.paint(text, isHeader ? .dim : columns[column].tone(cell))
            return columns[column].isNumber ? padding + painted : painted + padding
        }
        let edge = frame == .box ? style.dim("│") : "|"
        return "\(edge) " + cells.joined(separator: " \(edge) ") + " \(edge)"
    }

    private func rule(_ shown: [(column: Int, width: Int)], _ left: String, _ middle: String, _ right: String) -> String
    {
        let lines = shown.map { String(repeating: "─", count: $0.width + 2) }
        return style.dim(left + lines.joined(separator: middle) + right)
    }

    private func markdownRule(_ shown: [(column: Int, width: Int)]) -> String {
        let rules = shown.map { column, width in
            String(repeating: "-", count: width - 1) + (columns[column].isNumber ? ":" : "-")
        }
        return "| " + rules.joined(separator: " | ") + " |"
    }

    // MARK: Cells

    /// What would end a cell or be read as markup.
    private static let markup: Set<Unicode.Scalar> = ["\\", "|", "<", "`", "*", "[", "&"]

    private func safe(_ row: [String]) -> [String] {
        let cells = TableLayout.safe(row)
        guard frame == .markdown else { return cells }
        return cells.map { cell in cell.respelled { Self.markup.contains($0) ? "\\\($0)" : nil } }
    }
}
