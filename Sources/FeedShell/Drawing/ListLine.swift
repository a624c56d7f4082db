import TerminalKit

/// A row on one line: a number in the margin, the title, short facts, and its ID at the right.
struct ListLine {
    enum Margin {
        case empty
        /// The row's place among the rows.
        case number
        /// The item's place among the content; nothing before an ad.
        case rank
    }

    private static let gap = 2
    /// In narrower frames there is room for the title only.
    private static let narrowest = 24
    /// Less of a fact says nothing.
    private static let shortest = 6

    let row: DrawnRow
    let margin: Margin

    /// - Parameter frame: without the margin, which ends two cells before it.
    func draw(in frame: CellFrame, on canvas: inout Canvas) {
        drawMargin(before: frame, on: &canvas)
        var (x, end) = (frame.x, frame.x + frame.width)
        if frame.width >= Self.narrowest {
            let id = DisplayWidth.truncate(row.id, to: frame.width / 4)
            let idWidth = DisplayWidth.of(id)
            canvas.write(id, x: end - idWidth, y: frame.y, width: idWidth, tone: .dim)
            end -= idWidth + Self.gap
        }
        if row.isAd {
            let mark = DrawnRow.adMark
            x += canvas.write(mark, x: x, y: frame.y, width: end - x, tone: .warning) + 1
        }
        x += canvas.write(row.title, x: x, y: frame.y, width: end - x) + Self.gap
        if end - x >= Self.shortest {
            canvas.write(row.detail, x: x, y: frame.y, width: end - x, tone: .dim)
        }
    }

    private func drawMargin(before frame: CellFrame, on canvas: inout Canvas) {
        let (text, tone): (String, Tone) =
            switch margin {
            case .empty: ("", .plain)
            case .number: ("\(row.number)", .dim)
            case .rank: (row.rank.map(String.init) ?? "", .bold)
            }
        let start = frame.x - Self.gap - text.utf8.count
        if start >= 0 { canvas.write(text, x: start, y: frame.y, width: text.utf8.count, tone: tone) }
    }
}
