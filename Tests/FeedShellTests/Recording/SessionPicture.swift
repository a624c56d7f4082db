import Foundation

/// A recorded session as an SVG image.
///
/// Every run of letters is told its length, so that columns meet whatever fixed-width font is used to show it.
struct SessionPicture {
    /// The colours of a theme, as CSS writes them.
    struct Theme: Sendable {
        let background, border, text, dim, red, green, yellow: String

        static let light = Theme(
            background: "#ffffff", border: "#d0d7de", text: "#1f2328", dim: "#6e7781", red: "#cf222e",
            green: "#1a7f37", yellow: "#9a6700")
        static let dark = Theme(
            background: "#0d1117", border: "#30363d", text: "#e6edf3", dim: "#8b949e", red: "#ff7b72",
            green: "#3fb950", yellow: "#d29922")

        fileprivate func color(of look: TerminalTranscript.Look) -> String {
            switch look.color {
            case 31: red
            case 32: green
            case 33: yellow
            default: look.isDim ? dim : text
            }
        }
    }

    /// Letters of one look and width that are next to each other.
    private struct Run {
        let column: Int
        let look: TerminalTranscript.Look
        /// Cells of a letter: 1 or 2.
        let width: Int
        var letters: String
    }

    private static let cell = (width: 8.4, height: 18.0)
    private static let margin = 16.0

    let lines: [TerminalTranscript.Line]
    /// Cells of a line.
    let columns: Int

    func svg(_ theme: Theme) -> String {
        let width = Self.number(Double(columns) * Self.cell.width + 2 * Self.margin)
        let height = Self.number(Double(lines.count) * Self.cell.height + 2 * Self.margin)
        let texts = lines.enumerated().flatMap { row, line in
            Self.runs(of: line).map { Self.element($0, row: row, theme) }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img" aria-label="A terminal session with feedcache">
            <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8" fill="\(theme.background)" \
            stroke="\(theme.border)"/>
            <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" \
            font-size="14">
            \(texts.joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    /// The runs of a line; blanks end a run, for they take no ink.
    private static func runs(of line: TerminalTranscript.Line) -> [Run] {
        var runs: [Run] = []
        var isOpen = false
        for (column, cell) in line.enumerated() {
            guard let character = cell.character else { continue }
            guard character != " " else {
                isOpen = false
                continue
            }
            let width = column + 1 < line.count && line[column + 1].character == nil ? 2 : 1
            if isOpen, let last = runs.last, last.look == cell.look, last.width == width {
                runs[runs.count - 1].letters.append(character)
            } else {
                runs.append(Run(column: column, look: cell.look, width: width, letters: String(character)))
            }
            isOpen = true
        }
        return runs
    }

    private static func element(_ run: Run, row: Int, _ theme: Theme) -> String {
        let x = number(margin + Double(run.column) * cell.width)
        let y = number(margin + Double(row) * cell.height + 13)
        let length = number(Double(run.letters.count * run.width) * cell.width)
        let weight = run.look.isBold ? " font-weight=\"bold\"" : ""
        return """
            <text x="\(x)" y="\(y)" textLength="\(length)" lengthAdjust="spacingAndGlyphs" \
            fill="\(theme.color(of: run.look))"\(weight)>\(escaped(run.letters))</text>
            """
    }

    private static func number(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
