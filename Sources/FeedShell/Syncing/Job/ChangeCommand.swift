import Dispatch
import FeedModel
import Foundation
import TerminalKit

/// The command of `sync --on-change`. It is run by `/bin/sh -c`, with the changes as NDJSON on its standard input and the
/// number of the run in `FEEDCACHE_RUN`. What it prints goes to standard error.
///
/// Its input is a file without a name, so that it may read as much of it as it likes.
struct ChangeCommand: Sendable {
    let command: String
    let limit: Duration
    /// Waits that long; tests bring one that does not.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Runs it to its end, or until the time is up or the task is cancelled: then it and its process group are ended.
    ///
    /// - Returns: what went wrong; nil where it ended with 0.
    func run(with changes: ChangeList, run: Int64?, environment: [String: String]) async -> ErrorLine? {
        let input: Int32
        do {
            input = try Self.file(of: changes)
        } catch {
            return failure("cannot write its input: \(CommandError(error).message)")
        }
        defer { close(input) }
        var environment = environment
        environment["FEEDCACHE_RUN"] = run.map(String.init)
        guard
            let process = ShellProcess(
                command, environment: environment, input: input, output: STDERR_FILENO, leadsGroup: true)
        else { return failure("/bin/sh could not be started") }
        let timer = Task { [limit, pause] in
            try await pause(limit)
            process.endGroup()
            return true
        }
        let end = await withTaskCancellationHandler {
            await process.waitUntilEnded()
        } onCancel: {
            process.endGroup()
        }
        timer.cancel()
        let isLate = (try? await timer.value) ?? false
        if Task.isCancelled { return failure("stopped, as you asked") }
        if isLate {
            return failure("it took more than \(DurationArgument(milliseconds: limit.milliseconds)) and was ended")
        }
        switch end {
        case .exited(0): return nil
        case .exited(let code): return failure("it ended with exit code \(code)")
        case .signalled(let number): return failure("signal \(number) ended it")
        }
    }

    private func failure(_ reason: String) -> ErrorLine {
        ErrorLine(
            "on_change", "the command of --on-change failed: \(reason)",
            advice: "it gets the same changes again with the next sync")
    }

    /// The rows of `diff --format ndjson` in a file without a name, from its beginning.
    private static func file(of changes: ChangeList) throws -> Int32 {
        let descriptor = try Descriptor.namelessFile()
        do {
            var sink = BufferedOutput(Output(descriptor: descriptor, name: "the changes"))
            for line in changes.lines {
                try sink.write(ChangeList.Line.fields.object(of: line))
                try sink.write("\n")
            }
            try sink.flush()
        } catch {
            close(descriptor)
            throw error
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }
}
