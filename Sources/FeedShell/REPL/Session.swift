import Synchronization

/// The commands of a REPL, line after line, and what they share. The lock guards the settings.
final class Session: Sendable {
    private let shell: Shell
    private let settings: Mutex<SessionSettings>

    /// - Parameter options: hold for all commands.
    init(shell: Shell, options: SharedOptions) {
        self.shell = shell
        settings = Mutex(
            SessionSettings(mode: options.json ? .json : options.format, isPaging: !options.noPager))
    }

    /// Nobody waits at the terminal for a screenful: no pager.
    func leaveUnpaged() {
        settings.withLock { $0.isPaging = false }
    }

    /// Runs a line to its end; whatever went wrong is said and becomes the status.
    ///
    /// - Parameter line: with all its quotes closed.
    func run(_ line: String) async -> ExitStatus {
        let shell = shell.with(settings.withLock(\.self))
        return await FeedcacheProgram.reporting(in: shell) { stopwatch in
            let redirection = try Redirection(line)
            guard let target = redirection.target else {
                return try await self.perform(redirection.command, in: shell, stopwatch)
            }
            let file = try RedirectedFile(target, home: shell.environment["HOME"])
            return try await self.perform(redirection.command, in: shell, stopwatch, writing: file, target.path)
        }
    }

    private func perform(
        _ words: [String], in shell: Shell, _ stopwatch: Stopwatch, writing file: RedirectedFile, _ name: String
    ) async throws -> ExitStatus {
        let status: ExitStatus
        do {
            status = try await perform(words, in: shell.writing(to: file.output), stopwatch)
        } catch {
            file.discard()
            throw error
        }
        guard stopwatch.isStopped else {
            file.discard()
            throw Complaint(status, "stopped: “\(name)” is as it was")
        }
        try file.keep()
        return status
    }

    private func perform(_ words: [String], in shell: Shell, _ stopwatch: Stopwatch) async throws -> ExitStatus {
        guard let word = SessionWord.all.first(where: { $0.name == words.first }) else {
            return try await FeedcacheProgram.perform(words, in: shell, stopwatch)
        }
        let answer = try settings.withLock { settings throws(Complaint) in
            try word.take(words.dropFirst(), &settings)
        }
        if let answer { try shell.output.line(answer) }
        stopwatch.stop()
        return .done
    }
}
