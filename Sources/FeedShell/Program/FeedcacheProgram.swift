import ArgumentParser
import FeedCache
import Foundation

/// The program: one command, or the REPL.
public enum FeedcacheProgram {
    /// Runs the program.
    ///
    /// - Parameter arguments: without the program's own name.
    /// - Returns: the exit code.
    public static func run(_ arguments: [String]) async -> Int32 {
        // A reader that has gone shows up as an error of the write, not as the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let shell = Shell()
        return await execute(arguments.isEmpty ? ["repl"] : arguments, in: shell).rawValue
    }

    /// Runs one command to its end; whatever went wrong is said and becomes the status.
    static func execute(_ words: [String], in shell: Shell) async -> ExitStatus {
        do {
            let command = try CommandLineParser.parse(words)
            // The REPL guards its lines one by one.
            if let repl = command as? REPLCommand { return try await repl.run(in: shell) }
            return try await Interruption.guarding(isInteractive: shell.isInteractive) {
                try await command.run(in: shell)
            }
        } catch let help as HelpRequest {
            try? shell.output.line(help.text)
            return .done
        } catch OutputError.closed {
            // Nobody reads any more: there is nothing left to say, and nobody to say it to.
            return .done
        } catch OutputError.failed(let reason) {
            shell.complain("cannot write the output: \(reason)")
            return .inputOutput
        } catch {
            let complaint = Complaint(error)
            shell.complain(complaint.message)
            return complaint.status
        }
    }
}
