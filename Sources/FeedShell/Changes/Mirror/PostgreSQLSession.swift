import Dispatch
import FeedModel
import Foundation
import TerminalKit

/// A session of psql(1): statements go in, the lines that queries answer with come back. What psql says of errors goes to
/// standard error.
actor PostgreSQLSession {
    nonisolated private let psql: ShellProcess
    private var input: Int32
    private let output: Int32
    /// What was read of the answers and not given yet.
    private var answers: [UInt8] = []

    /// - Parameters:
    ///   - url: what psql connects to, as libpq has it.
    ///   - environment: for psql, such as PGPASSFILE.
    /// - Throws: `CommandError` where no process can be started.
    init(_ url: String, environment: [String: String]) throws {
        var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        var process: ShellProcess?
        if pipe(&inputs) == 0, pipe(&outputs) == 0 {
            for end in inputs + outputs { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            process = ShellProcess(
                "exec psql -XAtq -v ON_ERROR_STOP=1 -v VERBOSITY=terse -d " + ShellWords.quote(url),
                environment: environment.merging(["PGCLIENTENCODING": "UTF8"]) { $1 }, input: inputs[0],
                output: outputs[1], leadsGroup: false)
        }
        for end in [inputs[0], outputs[1]] + (process == nil ? [inputs[1], outputs[0]] : []) { close(end) }
        guard let process else { throw CommandError(.inputOutput, "psql could not be started") }
        (psql, input, output) = (process, inputs[1], outputs[0])
    }

    /// Sends statements, or rows of a COPY.
    ///
    /// - Throws: `CommandError` where psql has ended.
    func send(_ bytes: [UInt8]) async throws {
        do {
            try Descriptor.write(bytes, to: input)
        } catch {
            throw await failure()
        }
    }

    /// Sends statements, and waits for the line that their one query answers with.
    ///
    /// - Throws: `CommandError` where psql has ended.
    func ask(_ statements: String) async throws -> String {
        try await send(Array("\(statements)\n".utf8))
        while true {
            if let end = answers.firstIndex(of: UInt8(ascii: "\n")) {
                defer { answers.removeSubrange(...end) }
                return String(decoding: answers[..<end], as: UTF8.self)
            }
            let more = await Self.read(output)
            if more.isEmpty { throw await failure() }
            answers += more
        }
    }

    /// Ends it, and waits for its end. To be called once, after all else.
    func end() async {
        await closeInput()
        close(output)
    }

    /// Ends what it is doing; calls under way fail. Returns at once.
    nonisolated func cancel() {
        psql.endGroup()
    }

    @discardableResult
    private func closeInput() async -> ShellProcess.End? {
        guard input >= 0 else { return nil }
        close(input)
        input = -1
        return await psql.waitUntilEnded()
    }

    private func failure() async -> any Error {
        let end = await closeInput()
        if Task.isCancelled { return CancellationError() }
        return switch end {
        // What sh(1) ends with where there is no such program, and psql where it has no connection.
        case .exited(127):
            CommandError(.unavailable, "psql was not found", advice: "install the client programs of PostgreSQL")
        case .exited(2): CommandError(.unavailable, "PostgreSQL was not reached, or the connection was lost")
        case .exited, .signalled, nil: CommandError(.inputOutput, "PostgreSQL did not take it; it was all undone")
        }
    }

    /// Waits for bytes, on a thread that is no task's.
    ///
    /// - Returns: none at the end.
    private static func read(_ descriptor: Int32) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var bytes = [UInt8](repeating: 0, count: 4_096)
                var count = -1
                repeat { count = Foundation.read(descriptor, &bytes, bytes.count) } while count < 0 && errno == EINTR
                continuation.resume(returning: Array(bytes.prefix(max(count, 0))))
            }
        }
    }
}
