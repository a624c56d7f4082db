import Foundation

/// The terminal as it was found, to be left that way: line editing changes what keys do.
package struct TerminalMode: Sendable {
    private let descriptor: Int32
    private let original: termios

    /// Nil where the descriptor, by default standard input, is no terminal.
    package init?(of descriptor: Int32 = STDIN_FILENO) {
        var mode = termios()
        guard tcgetattr(descriptor, &mode) == 0 else { return nil }
        self.descriptor = descriptor
        original = mode
    }

    /// Makes the terminal collect lines, echo them and turn keys into signals, as programs expect to find it.
    package func makeCooked() {
        var mode = original
        mode.c_lflag |= tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        mode.c_iflag |= tcflag_t(ICRNL)
        mode.c_oflag |= tcflag_t(OPOST | ONLCR)
        set(mode)
    }

    /// Makes the terminal what it was. From the background it is left alone: it is another program's then.
    package func restore() {
        set(original)
    }

    private func set(_ mode: termios) {
        let foreground = tcgetpgrp(descriptor)
        guard foreground < 0 || foreground == getpgrp() else { return }
        var mode = mode
        // Not once all output is out: after Ctrl-S that would wait for ever.
        tcsetattr(descriptor, TCSANOW, &mode)
    }

    /// Gives keys to the program one by one, unseen, and those that would be signals too.
    package func setKeyByKey() {
        var mode = original
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        mode.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR)
        // What is typed ahead stays.
        tcsetattr(descriptor, TCSANOW, &mode)
    }
}
