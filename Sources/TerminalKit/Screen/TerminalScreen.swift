import Foundation
import Synchronization

/// The whole window of a terminal, taken over for a while: keys come at once and unseen, and what was on screen before
/// is there again afterwards.
///
/// The lock guards whether it is taken over: the loop that draws and a signal that ends the program may both give it
/// back, which is done once.
package final class TerminalScreen: Sendable {
    package static let standard = TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO)

    private enum Sequence {
        // Alternate screen and hidden cursor (xterm control sequences, DEC private modes 1049 and 25).
        static let enter = "\u{1B}[?1049h\u{1B}[?25l"
        static let leave = "\u{1B}[?25h\u{1B}[?1049l"
        static let home = "\u{1B}[H"
        static let eraseToEndOfLine = "\u{1B}[K"
    }

    package let input: Int32
    private let output: Output
    /// The mode to go back to, while it is taken over.
    private let former = Mutex<TerminalMode?>(nil)

    /// - Parameters:
    ///   - input: of a terminal.
    ///   - output: of the same.
    package init(input: Int32, output: Int32) {
        self.input = input
        self.output = Output(descriptor: output)
    }

    package func size(_ environment: [String: String]) -> TerminalSize {
        TerminalSize(of: output.descriptor, environment: environment) ?? .customary
    }

    /// Takes the window over.
    ///
    /// - Returns: false where there is no terminal.
    package func enter() throws -> Bool {
        guard let mode = TerminalMode(of: input) else { return false }
        former.withLock { $0 = mode }
        mode.setKeyByKey()
        do {
            try output.write(Sequence.enter)
        } catch {
            leave()
            throw error
        }
        return true
    }

    /// Gives it back, as it was; nothing where it is not taken over.
    package func leave() {
        former.withLock { former in
            guard let mode = former else { return }
            try? output.write(Sequence.leave)
            mode.restore()
            former = nil
        }
    }

    /// Draws all lines in one write, so that none is seen half done.
    ///
    /// - Parameter lines: narrower than the window, and no more than it has.
    package func draw(_ lines: [String]) throws {
        // A signal may have given the window back.
        guard former.withLock({ $0 != nil }) else { return }
        let end = Sequence.eraseToEndOfLine
        try output.write(Sequence.home + lines.joined(separator: end + "\r\n") + end)
    }
}

extension TerminalScreen {
    /// Stops the program as Ctrl-Z does, with the terminal as it was; comes back when it goes on.
    ///
    /// - Returns: false where there is no terminal any more.
    package func suspend() throws -> Bool {
        leave()
        // Threads of tasks block signals: it has to stop the program here, before the next line.
        var (stop, former) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &former)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &former, nil)
        return try enter()
    }
}
