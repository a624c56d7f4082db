/// Where the cursor is after a line that is wrapped at the edge of a window, and wrapped anew when the window changes.
///
/// A wide character that does not fit into the last cell of a row leaves that cell empty: drawing fills it with a blank,
/// which is a cell like others when the terminal wraps the line anew.
struct WrappedLine {
    private let text: String

    /// - Parameter text: what is before the cursor, the prompt included, without line breaks.
    init(_ text: String) {
        self.text = text
    }

    /// The rows above the cursor.
    ///
    /// - Parameters:
    ///   - drawn: the window's width in cells when the line was drawn, 1 or more.
    ///   - shown: its width now, 1 or more.
    func rowsAbove(drawnIn drawn: Int, shownIn shown: Int) -> Int {
        let cells = Self.wrap(text.map(DisplayWidth.of), into: drawn).cells
        return Self.wrap(cells, into: shown).rows
    }

    /// The widths with the blanks that fill rows, and the rows that are full.
    private static func wrap(_ widths: [Int], into columns: Int) -> (cells: [Int], rows: Int) {
        var (cells, rows, used) = ([Int](), 0, 0)
        for width in widths {
            if used + width > columns {
                cells += repeatElement(1, count: max(0, columns - used))
                rows += 1
                used = 0
            }
            cells.append(width)
            used += width
        }
        return (cells, rows + (used >= columns ? 1 : 0))
    }
}
