/// Where the cursor is after a line that is wrapped at the edge of a window, and wrapped anew when the window changes.
///
/// A wide character that does not fit into the last cell of a row leaves that cell empty. What was typed letter by letter
/// has a blank there, and the terminal joins the rows again when it wraps anew. What was drawn at once has a line break
/// there, which the terminal keeps. Rows that are full are joined in any case.
struct WrappedLine {
    private let text: String
    /// Whether the cursor is on the last character of the text, rather than after it.
    private let isOnLast: Bool
    private let drawnAtOnce: Int

    /// - Parameters:
    ///   - text: what is before the cursor, the prompt included.
    ///   - under: the character under the cursor; nil at the end of the line.
    ///   - drawnAtOnce: how many characters, from the start, were not typed one by one.
    init(_ text: String, under: Character?, drawnAtOnce: Int) {
        self.text = text + (under.map { String($0) } ?? "")
        isOnLast = under != nil
        self.drawnAtOnce = drawnAtOnce
    }

    /// The rows above the cursor.
    ///
    /// - Parameters:
    ///   - drawn: the window's width in cells when the line was drawn, 1 or more.
    ///   - shown: its width now, 1 or more.
    func rowsAbove(drawnIn drawn: Int, shownIn shown: Int) -> Int {
        var pieces = pieces(drawnIn: drawn)
        let last = pieces.removeLast()
        let end = Self.wrap(last, into: shown)
        let above = pieces.map { Self.wrap($0, into: shown).rows + 1 }.reduce(0, +)
        return above + end.rows + (end.used >= shown && !isOnLast ? 1 : 0)
    }

    /// The widths of the cells between two line breaks each; at least one piece.
    private func pieces(drawnIn columns: Int) -> [[Int]] {
        var (pieces, used) = ([[Int]()], 0)
        for (index, character) in text.enumerated() {
            if character == "\n" {
                // After a full row libedit is on the next one already.
                pieces += used >= columns ? [[], []] : [[]]
                used = 0
                continue
            }
            let width = DisplayWidth.of(character)
            if used + width > columns {
                if used >= columns {
                    // The row is full.
                } else if index < drawnAtOnce {
                    pieces.append([])
                } else {
                    pieces[pieces.count - 1] += repeatElement(1, count: columns - used)
                }
                used = 0
            }
            pieces[pieces.count - 1].append(width)
            used += width
        }
        return pieces
    }

    /// The rows that are full, and the cells that are used of the one after them.
    private static func wrap(_ cells: [Int], into columns: Int) -> (rows: Int, used: Int) {
        cells.reduce((rows: 0, used: 0)) { row, width in
            row.used + width > columns ? (row.rows + 1, width) : (row.rows, row.used + width)
        }
    }
}
