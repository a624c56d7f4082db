import FeedModel
import Foundation
import TerminalKit

/// A line of the REPL as a command and the program that reads its output: `COMMAND | PROGRAM`.
///
/// What follows the first `|` without quotes is for sh(1), with its own pipes and files.
struct Pipeline: Equatable {
    let command: ShellWords
    let program: String

    /// Nil where the output goes to no program.
    init?(_ line: ShellWords) throws(CommandError) {
        guard let place = line.pipe else { return nil }
        let bytes = Array(line.text.utf8)
        if let sign = line.redirections.first, sign.place < place {
            _ = try Redirection(line)
            throw CommandError(
                .usage, "the output can go to a file or to a program, not to both",
                advice: "use tee(1): “| tee FILE | PROGRAM”")
        }
        command = ShellWords(String(decoding: bytes[..<place], as: UTF8.self))
        program = Self.trimmed(String(decoding: bytes[(place + 1)...], as: UTF8.self))
        guard !program.hasPrefix("|") else { throw CommandError(.usage, "“||” is not known here, only “| PROGRAM”") }
        guard !command.words.isEmpty else { throw CommandError(.usage, "“|” needs a command before it") }
        guard !program.isEmpty else {
            throw CommandError(.usage, "“|” needs a program after it", advice: "quote it if it is part of an argument")
        }
    }

    /// What `! COMMAND` gives to sh(1); nil where the line is another. The text is as it was typed.
    static func shellCommand(in line: ShellWords) -> String? {
        let bytes = Array(line.text.utf8)
        guard let first = line.places.first, Array(bytes[first]) == [UInt8(ascii: "!")] else { return nil }
        return trimmed(String(decoding: bytes[first.upperBound...], as: UTF8.self))
    }

    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension REPLSession {
    /// Runs the command of a pipeline, and waits for the program that reads its output.
    ///
    /// How the program ends does not count, as with `grep` that finds nothing; that it cannot be run does.
    ///
    /// - Parameter perform: runs words of a command in a shell.
    func run(
        _ pipeline: Pipeline, in shell: Shell, perform: ([String], Shell) async throws -> LineResult
    ) async throws -> LineResult {
        guard
            let program = ForegroundProgram(pipeline.program, environment: shell.environment, output: shell.output),
            let input = program.input
        else { throw Self.noShell }
        let result = await Result {
            try await perform(pipeline.command.wordsBeforeSemicolons, shell.writing(to: input))
        }
        if case .exited(126...127) = await program.waitUntilEnded() { throw Self.cannotRun(pipeline.program) }
        return try result.get()
    }

    /// Runs `! COMMAND`. It reads the terminal where lines are typed, else nothing.
    func run(shellCommand command: String, in shell: Shell) async throws -> LineResult {
        guard !command.isEmpty else {
            throw CommandError(.usage, "“!” needs a command of the system’s shell after it", advice: "as in “! ls”")
        }
        let nothing = shell.isTyped ? nil : open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { if let nothing { close(nothing) } }
        guard
            let program = ForegroundProgram(
                command, environment: shell.environment, readingFrom: nothing ?? STDIN_FILENO, output: shell.output)
        else { throw Self.noShell }
        switch await program.waitUntilEnded() {
        case .exited(0): return LineResult()
        case .exited(126...127): throw Self.cannotRun(command)
        case .exited(let code): throw CommandError(.inputOutput, "“\(command)” ended with exit code \(code)")
        case .signalled(let number): throw CommandError(.inputOutput, "signal \(number) ended “\(command)”")
        }
    }

    private static let noShell = CommandError(.inputOutput, "/bin/sh could not be started")

    private static func cannotRun(_ command: String) -> CommandError {
        CommandError(.noInput, "“\(command)” could not be run", advice: "name a program of this system")
    }
}
