import Foundation
import TestSupport

/// A `feedcache` that runs: the one that was built beside these tests, or the one that `FEEDCACHE_BIN` names.
///
/// What it says goes to files, so that it never waits for a reader. It does not outlive a test that is cancelled.
struct RunningProgram: Sendable {
    private let process: ProgramProcess
    private let ended: Task<ProgramResult, any Error>

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - words: the command and its arguments.
    ///   - environment: all of it; nothing comes from the process of the tests.
    ///   - input: what it reads; nil for none.
    ///   - folder: where its files are kept.
    init(_ words: [String], environment: [String: String], input: String?, folder: URL) throws {
        let files = ProgramFiles(folder: folder)
        let process = try ProgramProcess(words, environment: environment, input: input, files: files)
        self.process = process
        ended = Task {
            let ending = await process.ending()
            return ProgramResult(
                ending: ending, output: try String(contentsOf: files.output, encoding: .utf8),
                errors: try String(contentsOf: files.errors, encoding: .utf8))
        }
    }

    /// Its number among the processes of the machine.
    var identifier: Int32 { process.identifier }

    func send(_ signal: Int32) {
        process.send(signal)
    }

    /// Does something when it has ended.
    func whenEnded(_ body: @escaping @Sendable () -> Void) {
        Task {
            _ = await ended.result
            body()
        }
    }

    /// How it ended, when it has.
    var result: ProgramResult {
        get async throws {
            try await withTaskCancellationHandler {
                try await ended.value
            } onCancel: {
                process.send(SIGKILL)
            }
        }
    }
}

/// What a program reads and writes, as files of its own.
private struct ProgramFiles: Sendable {
    let input: URL
    let output: URL
    let errors: URL

    init(folder: URL) {
        let name = UUID().uuidString
        input = folder.appending(path: "\(name).in")
        output = folder.appending(path: "\(name).out")
        errors = folder.appending(path: "\(name).err")
    }
}

/// A process, waited for without a thread.
///
/// `Process` is used from one place at a time but for signals, which its own lock takes care of.
private final class ProgramProcess: @unchecked Sendable {
    private let process = Process()
    private let endings: AsyncStream<ProgramResult.Ending>

    init(_ words: [String], environment: [String: String], input: String?, files: ProgramFiles) throws {
        let (endings, continuation) = AsyncStream.makeStream(of: ProgramResult.Ending.self)
        self.endings = endings
        try Data((input ?? "").utf8).write(to: files.input)
        try Data().write(to: files.output)
        try Data().write(to: files.errors)
        process.executableURL = ProgramBinary.url
        process.arguments = words
        process.environment = environment
        let handles = try [
            FileHandle(forReadingFrom: files.input), FileHandle(forWritingTo: files.output),
            FileHandle(forWritingTo: files.errors),
        ]
        (process.standardInput, process.standardOutput, process.standardError) = (handles[0], handles[1], handles[2])
        process.terminationHandler = { process in
            let isSignal = process.terminationReason == .uncaughtSignal
            let status = process.terminationStatus
            continuation.yield(isSignal ? .killed(signal: status) : .exited(status))
            continuation.finish()
        }
        try process.run()
        // The program has its own. Thousands are started, and these would stay open.
        for handle in handles { try? handle.close() }
    }

    var identifier: Int32 { process.processIdentifier }

    func ending() async -> ProgramResult.Ending {
        for await ending in endings { return ending }
        return .exited(-1)
    }

    func send(_ signal: Int32) {
        if process.isRunning { kill(process.processIdentifier, signal) }
    }
}
