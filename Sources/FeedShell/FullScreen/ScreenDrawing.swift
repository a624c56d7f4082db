import TerminalKit

/// What was drawn last on a screen: what is the same is not drawn again.
struct ScreenDrawing {
    private let screen: FullScreen
    private var size: TerminalSize
    private var drawn: [String] = []

    init(on screen: FullScreen) {
        self.screen = screen
        size = screen.size
    }

    /// The window as it was measured last.
    var frame: ScreenFrame {
        ScreenFrame(
            columns: size.columns, rows: size.rows, style: screen.style, glyphs: .fitting(screen.environment))
    }

    /// Looks how large the window is.
    mutating func measure() {
        size = screen.size
    }

    /// Something else was drawn there.
    mutating func forget() {
        drawn = []
    }

    mutating func draw(_ lines: [String]) throws {
        guard lines != drawn else { return }
        drawn = lines
        try screen.terminal.draw(lines)
    }
}
