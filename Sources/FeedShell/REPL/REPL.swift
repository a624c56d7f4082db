import ArgumentParser
import FeedCache
package import FeedModel
import Foundation
import TerminalKit

struct REPLCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl", abstract: "Read commands line by line; what feedcache does without a command.")
    static let example = "repl --no-init"

    @OptionGroup var shared: SharedOptions

    @Flag(help: "Do not run the init file first (see “help source”).")
    var noInit = false

    func run(in shell: Shell) async throws -> ExitStatus {
        guard !shell.isInteractive else {
            throw CommandError(.usage, "this is the REPL already", advice: "type commands")
        }
        return try await REPL(shell: shell, options: shared, runsInit: !noInit).run()
    }
}

/// Reads commands line by line: edited on a terminal, as they come from a pipe. A failed line does not end it.
package struct REPL {
    private let shell: Shell
    private let options: SharedOptions
    private let runsInit: Bool
    private let cleanUp: @Sendable () -> Void

    /// - Parameters:
    ///   - runsInit: whether the user's init file is run before the first prompt, where there is one.
    ///   - cleanUp: done where a signal ends the process at the prompt; nothing else of the caller is then.
    package init(
        shell: Shell, options: SharedOptions, runsInit: Bool = true, cleanUp: @escaping @Sendable () -> Void = {}
    ) {
        (self.shell, self.options, self.runsInit, self.cleanUp) = (shell, options, runsInit, cleanUp)
    }

    /// Runs until the end of input, `exit` or `quit`.
    ///
    /// - Returns: for a pipe, the status of the last line that failed.
    package func run() async throws -> ExitStatus {
        guard isatty(STDIN_FILENO) == 1, shell.output.isTerminal, let mode = TerminalMode() else {
            let session = REPLSession(shell: shell.interactive(with: options, isTyped: false), options: options)
            return await session.read(PipedLines()).status
        }
        let paste = BracketedPaste(environment: shell.environment)
        let listener = SignalListener(ExitStatus.signals, isAlone: true) { [cleanUp] status in
            // Between two lines Ctrl-C has nothing to end.
            guard status != .interrupted else { return }
            Interruption.exit(with: status) {
                try? Output.standard.write(paste.off)
                mode.restore()
                cleanUp()
            }
        }
        defer {
            listener.stop(ignoring: false)
            mode.restore()
        }
        try shell.output.line("feedcache \(feedcacheVersion): “help” lists the commands, Tab completes, Ctrl-D leaves")
        let session = REPLSession(shell: shell.interactive(with: options, isTyped: true), options: options)
        await TypedSession(session: session, runsInit: runsInit).run()
        // At a terminal the user sees what failed; leaving is no failure.
        return .done
    }
}
