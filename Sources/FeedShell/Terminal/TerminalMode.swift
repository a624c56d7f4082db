import Foundation

/// The terminal as it was found, to be left that way: line editing changes what keys do.
final class TerminalMode: Sendable {
    private let original: termios

    /// Nil where standard input is no terminal.
    init?() {
        var mode = termios()
        guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return nil }
        original = mode
    }

    /// Makes the terminal what it was.
    func restore() {
        var mode = original
        tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
    }
}
