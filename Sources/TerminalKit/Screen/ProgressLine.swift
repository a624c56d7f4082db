import Synchronization

/// A line that shows progress, redrawn in place on a terminal and erased at the end.
///
/// The lock guards what is on the screen; work may report from several tasks.
package final class ProgressLine: Sendable {
    package struct Part: Equatable, Sendable {
        package let label: String
        package let done: Int
        /// Nil where it is not known.
        package var total: Int?

        package init(label: String, done: Int, total: Int? = nil) {
            self.label = label
            self.done = done
            self.total = total
        }

        /// `photos 120/500 24%`. Of nothing, or of less than is done, there is no percentage.
        package var text: String {
            guard let total else { return "\(label) \(done)" }
            guard total > 0, (0...total).contains(done) else { return "\(label) \(done)/\(total)" }
            return "\(label) \(done)/\(total) \(Int(Double(done) / Double(total) * 100))%"
        }
    }

    private struct State {
        var drawnAt: Duration?
        var isShown = false
    }

    private let interval: Duration
    private let columns: @Sendable () -> Int?
    private let now: @Sendable () -> Duration
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - interval: the least time between two drawings.
    ///   - columns: the width of the terminal now, which may change; nil where nothing is to be drawn.
    ///   - now: a clock that only goes forward.
    ///   - write: takes text to the terminal.
    package init(
        interval: Duration = .milliseconds(100), columns: @escaping @Sendable () -> Int?,
        now: @escaping @Sendable () -> Duration, write: @escaping @Sendable (String) -> Void
    ) {
        self.interval = interval
        self.columns = columns
        self.now = now
        self.write = write
    }

    /// Draws the parts side by side, unless the last drawing is too fresh.
    package func show(_ parts: [Part]) {
        state.withLock { state in
            let now = now()
            if let drawnAt = state.drawnAt, now - drawnAt < interval { return }
            guard let columns = columns() else { return }
            let text = parts.map { TerminalSanitizer.line($0.text) }.joined(separator: "  ")
            // A line that fills the last cell would wrap.
            write("\r\u{1B}[K" + DisplayWidth.truncate(text, to: columns - 1))
            state = State(drawnAt: now, isShown: true)
        }
    }

    /// Takes the line off the screen, so that something else can be written. The next drawing comes at once.
    package func erase() {
        state.withLock { state in
            if state.isShown { write("\r\u{1B}[K") }
            state = State()
        }
    }
}
