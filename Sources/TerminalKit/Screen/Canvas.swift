/// Lines of text that are written piece by piece, each piece at its place, in cells.
///
/// It keeps what was written and not the cells, so that wide characters need no care and empty space costs nothing.
/// Pieces must not overlap.
package struct Canvas {
    private struct Piece {
        let x: Int
        let text: String
        let width: Int
        let tone: Tone
    }

    private var rows: [[Piece]] = []

    package init() {}

    /// Writes `text` at a place, in `width` cells at most; what does not fit is left out, with `…`.
    ///
    /// - Parameter text: already defused; blanks at its end are dropped.
    /// - Returns: the cells it takes.
    @discardableResult
    package mutating func write(_ text: String, x: Int, y: Int, width: Int, tone: Tone = .plain) -> Int {
        let fitting = DisplayWidth.truncate(text, to: width).withoutTrailingBlanks
        let cells = DisplayWidth.of(fitting)
        guard cells > 0, x >= 0, y >= 0 else { return 0 }
        while rows.count <= y { rows.append([]) }
        rows[y].append(Piece(x: x, text: fitting, width: cells, tone: tone))
        return cells
    }

    /// The lines from the top, none with blanks at its end.
    package func lines(_ style: Style) -> [String] {
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

package struct BoxGlyphs: Equatable, Sendable {
    package let horizontal: String
    package let vertical: String
    package let topLeft: String
    package let topRight: String
    package let bottomLeft: String
    package let bottomRight: String
    /// Says that a strip goes on.
    package let onward: String

    package static let unicode = BoxGlyphs(
        horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", onward: "›")
    /// For terminals of another character set.
    package static let ascii = BoxGlyphs(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", onward: ">")

    /// What the locale allows: LC_ALL outranks LC_CTYPE, and that LANG (POSIX.1-2017, XBD 8.2). Where none says
    /// anything, the terminal is taken for a modern one.
    package static func fitting(_ environment: [String: String]) -> BoxGlyphs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale = locale?.lowercased() else { return .unicode }
        return locale.contains("utf-8") || locale.contains("utf8") ? .unicode : .ascii
    }
}
