import Foundation

/// A program that sh(1) runs: a pager, or what a line of the REPL names. It has the terminal as it would in a shell, until
/// it ends: in the same process group, so that keys and signals of the terminal reach it.
package final class ForegroundProgram: Sendable {
    let process: ShellProcess
    let mode: TerminalMode?
    /// Where it reads what is written to `input`; nil where it has another input.
    let inputEnd: Int32?
    /// What is written here the program reads; nil where it has another input.
    package let input: Output?

    /// A program that reads from a descriptor.
    ///
    /// - Parameter output: where it writes.
    /// - Returns: nil where sh(1) cannot be started.
    package init?(_ command: String, environment: [String: String], readingFrom descriptor: Int32, output: Output) {
        (inputEnd, input) = (nil, nil)
        mode = TerminalMode(of: output.descriptor)
        mode?.makeCooked()
        guard let process = Self.start(command, environment, descriptor, output) else {
            mode?.restore()
            return nil
        }
        self.process = process
    }

    /// A program that reads what is written to `input`.
    ///
    /// - Parameter output: where it writes.
    /// - Returns: nil where sh(1) cannot be started.
    package init?(_ command: String, environment: [String: String], output: Output) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        // The program must not hold the end it waits for.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        mode = TerminalMode(of: output.descriptor)
        mode?.makeCooked()
        defer { close(ends[0]) }
        guard let process = Self.start(command, environment, ends[0], output) else {
            mode?.restore()
            close(ends[1])
            return nil
        }
        self.process = process
        (inputEnd, input) = (ends[1], Output(descriptor: ends[1]))
    }

    private static func start(
        _ command: String, _ environment: [String: String], _ input: Int32, _ output: Output
    ) -> ShellProcess? {
        ShellProcess(command, environment: environment, input: input, output: output.descriptor, leadsGroup: false)
    }

    /// Ends its input, waits for its end, and makes the terminal what it was before. To be called once.
    package func waitUntilEnded() async -> ShellProcess.End {
        if let inputEnd { close(inputEnd) }
        let end = await process.waitUntilEnded()
        mode?.restore()
        return end
    }
}
