package import FeedCache
import FeedModel
import Foundation
import Synchronization
import TerminalKit

package enum FeedcacheProgram {
    /// Makes the process fit to run the program. Has to come first of all, before anything opens a file.
    package static func prepare() {
        occupyStandardStreams()
        // A reader that has gone shows up as an error of the write, not as the end of the process.
        signal(SIGPIPE, SIG_IGN)
        SignalRelay.endOnQuit()
    }

    /// - Parameters:
    ///   - arguments: without the program's own name.
    ///   - assets: keeps the pictures and files that items name; nil: none are kept.
    /// - Returns: the exit code.
    package static func run(
        _ arguments: [String], commands: any CommandList.Type, assets: (any AssetKeeper)? = nil
    ) async -> Int32 {
        let shell = Shell(commands: Commands(commands), assets: assets)
        defer { shell.closeCaches() }
        let result = await perform(arguments.isEmpty ? ["repl"] : arguments, in: shell)
        return result.code ?? result.status.rawValue
    }

    /// Sees to it that no file which is opened later is taken for a standard stream that was closed. Using such a stream
    /// is still an error.
    private static func occupyStandardStreams() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    static func perform(_ words: [String], in shell: Shell) async -> LineResult {
        let shell = shell.reporting(for: words)
        return await reportingErrors(in: shell) { try await perform(words, in: shell, $0) }
    }

    /// What `body` comes to; what it throws is said, or shown where it is help that was asked for.
    ///
    /// - Parameter body: stops the watch when its work is done, all of it.
    static func reportingErrors(
        in shell: Shell, _ body: @Sendable (Stopwatch) async throws -> LineResult
    ) async -> LineResult {
        let stopwatch = Stopwatch()
        defer { if shell.settings.isTiming { try? shell.errors.line(stopwatch.text) } }
        do {
            return try await body(stopwatch)
        } catch OutputError.closed {
            // The reader has gone: there is nothing left to say.
            return LineResult(isCutOff: true)
        } catch OutputError.failed(let reason) {
            return shell.failing(with: CommandError(.inputOutput, reason))
        } catch let end as ProgramEnd {
            return LineResult(status: ExitStatus(rawValue: end.code) ?? .partlyDone, code: end.code)
        } catch {
            return shell.failing(with: CommandError(error))
        }
    }

    /// Runs one command, or shows its help; longer than the screen, through a pager.
    static func perform(_ words: [String], in shell: Shell, _ stopwatch: Stopwatch) async throws -> LineResult {
        var command: any FeedCommand
        do {
            command = try CommandLineParser.parse(words, in: shell)
        } catch let help as HelpRequest {
            return try await show(help, in: shell, stopwatch)
        }
        // The REPL guards its lines one by one.
        if let repl = command as? REPLCommand { return LineResult(status: try await repl.run(in: shell)) }
        if shell.settings.isQuiet, !command.shared.verbose { command.shared.quiet = true }
        let isSilent = command.shared.quiet && !command.shared.asksForFormat
        try command.shared.resolveMode(for: type(of: command), session: shell.settings.mode)
        let isPaged = type(of: command).isPaged && !command.shared.noPager
        return try await run(in: isSilent ? shell.writing(to: .nowhere) : shell, isPaged: isPaged) { [command] shell in
            let status = try await command.runQuietly(in: shell)
            // The time in the pager does not count.
            stopwatch.stop()
            return status
        }
    }

    static func show(_ help: HelpRequest, in shell: Shell, _ stopwatch: Stopwatch) async throws -> LineResult {
        try await run(in: shell, isPaged: true) { shell in
            try shell.output.line(help.text(min(shell.columns ?? 80, 100)))
            stopwatch.stop()
            return .done
        }
    }

    private static func run(
        in shell: Shell, isPaged: Bool, _ body: @escaping @Sendable (Shell) async throws -> ExitStatus
    ) async throws -> LineResult {
        try await Interruption.guarding(isInteractive: shell.isTyped) {
            LineResult(status: try await shell.paging(isPaged, body))
        }
    }
}

/// Measures how long something takes, by the wall clock. The lock is for the task that stops it, which may be another.
final class Stopwatch: Sendable {
    private let start = ContinuousClock.now
    private let elapsed = Mutex<Duration?>(nil)

    /// Later stops change nothing.
    func stop() {
        elapsed.withLock { $0 = $0 ?? start.duration(to: .now) }
    }

    /// `0.012 s`, until it was stopped or until now.
    var text: String {
        Self.text(elapsed.withLock(\.self) ?? start.duration(to: .now))
    }

    /// Seconds, to the millisecond.
    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        return "\(seconds).\(String(milliseconds + 1_000).dropFirst()) s"
    }
}

/// Ends the program with the code of another one that it ran, without a word of its own.
package struct ProgramEnd: Error, Equatable {
    /// 1 to 255.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }
}
