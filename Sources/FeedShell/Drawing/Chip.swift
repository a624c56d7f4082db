import TerminalKit

/// A row as a word between round brackets.
struct Chip {
    private static let edges = (left: "( ", right: " )")

    let row: DrawnRow

    /// The cells it would like to have.
    var width: Int { DisplayWidth.of(text) + 4 }

    private var text: String { row.isAd ? DrawnRow.adMark + " " + row.title : row.title }

    func draw(x: Int, y: Int, width: Int, on canvas: inout Canvas) {
        guard width >= 6 else {
            canvas.write(text, x: x, y: y, width: width)
            return
        }
        canvas.write(Self.edges.left, x: x, y: y, width: 2, tone: .dim)
        let used = canvas.write(text, x: x + 2, y: y, width: width - 4)
        canvas.write(Self.edges.right, x: x + 2 + used, y: y, width: 2, tone: .dim)
    }
}
