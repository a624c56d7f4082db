import TerminalKit

/// The window of a screen: a text, and a line at the bottom.
struct ScreenFrame {
    /// Cells of a line. The last column stays empty, since a full line would wrap on some terminals.
    let width: Int
    /// Lines of the window.
    let height: Int
    let style: Style
    let glyphs: BoxGlyphs

    init(columns: Int, rows: Int, style: Style, glyphs: BoxGlyphs) {
        width = max(1, columns - 1)
        height = max(1, rows)
        self.style = style
        self.glyphs = glyphs
    }

    /// As many lines as the window has. In one of a single line there is no room for the bottom.
    func filled(_ lines: [String], _ bottom: String) -> [String] {
        guard height > 1 else { return Array(lines.prefix(1)) }
        let body = lines.prefix(height - 1)
        return body + Array(repeating: "", count: height - 1 - body.count) + [bottom]
    }

    /// What is shown before there is anything to show.
    var looking: [String] { filled([style.dim(DisplayWidth.truncate("looking…", to: width))], "") }

    /// The line at the bottom: facts, and a way on while there is room.
    func status(_ facts: String, way: String) -> String {
        let text = DisplayWidth.truncate(facts, to: width)
        let room = width - DisplayWidth.of(text) - 2
        return style.dim(text + (room >= way.count ? "  " + DisplayWidth.pad(way, to: room, isTrailing: true) : ""))
    }
}
