/// Lines of text that are written piece by piece, each piece at its place, in cells.
///
/// It keeps what was written and not the cells, so that wide characters need no care and empty space costs nothing.
/// Pieces must not overlap: each stands in a frame of its own (see `LayoutFlow`).
struct Canvas {
    private struct Piece {
        let x: Int
        let text: String
        let width: Int
        let tone: Tone
    }

    private var rows: [[Piece]] = []

    /// Writes `text` at a place, in `width` cells at most; what does not fit is left out, with `…`.
    ///
    /// - Parameter text: already defused; blanks at its end are dropped.
    /// - Returns: the cells it takes.
    @discardableResult
    mutating func write(_ text: String, x: Int, y: Int, width: Int, tone: Tone = .plain) -> Int {
        let fitting = DisplayWidth.truncate(text, to: width).withoutTrailingBlanks
        let cells = DisplayWidth.of(fitting)
        guard cells > 0, x >= 0, y >= 0 else { return 0 }
        while rows.count <= y { rows.append([]) }
        rows[y].append(Piece(x: x, text: fitting, width: cells, tone: tone))
        return cells
    }

    /// The lines from the top, none with blanks at its end.
    func lines(_ style: Style) -> [String] {
        rows.map { pieces in
            var line = ""
            var end = 0
            for piece in pieces.sorted(by: { $0.x < $1.x }) {
                line += String(repeating: " ", count: max(0, piece.x - end)) + style.paint(piece.text, piece.tone)
                end = piece.x + piece.width
            }
            return line
        }
    }
}

extension String {
    fileprivate var withoutTrailingBlanks: String {
        guard last == " " else { return self }
        return String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}
