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

    /// - Parameters:
    ///   - descriptor: where it reads; nil: what is written to `input`.
    ///   - output: where it writes.
    /// - Returns: nil where sh(1) cannot be started.
    package init?(
        _ command: String, environment: [String: String], readingFrom descriptor: Int32? = nil, output: Output
    ) {
        var ends: [Int32] = []
        if descriptor == nil {
            ends = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
        }
        // The program must not hold the end it waits for.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        mode = TerminalMode(of: output.descriptor)
        mode?.makeCooked()
        defer { if let end = ends.first { close(end) } }
        guard
            let process = ShellProcess(
                command, environment: environment, input: descriptor ?? ends[0], output: output.descriptor,
                leadsGroup: false)
        else {
            mode?.restore()
            if let end = ends.last { close(end) }
            return nil
        }
        self.process = process
        inputEnd = ends.last
        input = ends.last.map { Output(descriptor: $0) }
    }

    /// Ends its input, waits for its end, and makes the terminal what it was before. To be called once.
    package func waitUntilEnded() async -> ShellProcess.End {
        if let inputEnd { close(inputEnd) }
        let end = await process.waitUntilEnded()
        mode?.restore()
        return end
    }
}
