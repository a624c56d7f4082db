import FeedModel
import TerminalKit

/// A terminal whose whole window is drawn on, and what a drawing depends on.
struct FullScreen: Sendable {
    let terminal: TerminalScreen
    let environment: [String: String]
    let style: Style
    var clock = ScreenClock.system

    /// Stops the program as Ctrl-Z does, and goes on when it is continued.
    ///
    /// - Throws: `CommandError` where the terminal is gone; `OutputError`.
    func suspend() throws {
        guard try terminal.suspend() else { throw CommandError(.inputOutput, "the terminal is gone") }
    }
}

struct ScreenClock: Sendable {
    /// Ticks come far more often: after a longer silence the program was stopped, or the machine slept.
    static let longestSilence = Duration.seconds(1)

    /// A clock that only goes forward.
    let now: @Sendable () -> Duration
    /// A regular tick for what happens without a key: rows stay, the window changes its size, an ESC is alone.
    let ticks: @Sendable () -> AsyncStream<Void>

    static let system: ScreenClock = {
        let start = ContinuousClock.now
        return ScreenClock(
            now: { ContinuousClock.now - start },
            ticks: {
                AsyncStream {
                    try? await Task.sleep(for: .milliseconds(100))
                    return Task.isCancelled ? nil : ()
                }
            })
    }()
}

/// What was drawn last on a screen: what is the same is not drawn again.
struct ScreenDrawing {
    private let screen: FullScreen
    private var size = TerminalSize.customary
    private var drawn: [String] = []

    init(on screen: FullScreen) {
        self.screen = screen
        measure()
    }

    var layout: BrowseScreen {
        BrowseScreen(columns: size.columns, rows: size.rows, style: screen.style, glyphs: .fitting(screen.environment))
    }

    mutating func measure() {
        size = screen.terminal.size(screen.environment)
    }

    mutating func forget() {
        drawn = []
    }

    mutating func draw(_ lines: [String]) throws {
        guard lines != drawn else { return }
        drawn = lines
        try screen.terminal.draw(lines)
    }
}
