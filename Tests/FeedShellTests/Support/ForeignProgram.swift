import Foundation

/// Programs that are no part of the project: servers, and what asks them.
enum ForeignProgram {
    struct Failure: Error {
        let output: String
    }

    /// Runs a program to its end.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String], input: String = ""
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(filePath: "/tmp")
        let files = try TemporaryFiles(input: input)
        process.standardInput = files.input
        (process.standardOutput, process.standardError) = (files.output, files.output)
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try files.text)
    }

    /// Runs a program that may leave a server behind.
    ///
    /// - Throws: `Failure` where it does not end with 0.
    static func start(_ program: String, _ arguments: [String]) throws {
        // What the server inherits beyond these three would keep `Process` waiting for it.
        let closing = #"for fd in $(ls /proc/$$/fd); do [ "$fd" -le 2 ] || eval "exec $fd>&-"; done; exec "$@""#
        let (status, output) = try run(
            "/bin/bash", ["-c", closing, "bash", program] + arguments,
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/bin"])
        guard status == 0 else { throw Failure(output: output) }
    }
}

/// What a process reads and writes: files, since a server that it starts would keep a pipe open.
private struct TemporaryFiles {
    let input: FileHandle
    let output: FileHandle
    private let path: String

    init(input text: String) throws {
        let base = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)").path
        try text.write(toFile: base, atomically: false, encoding: .utf8)
        input = try FileHandle(forReadingFrom: URL(filePath: base))
        try? FileManager.default.removeItem(atPath: base)
        path = base + ".out"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        output = try FileHandle(forWritingTo: URL(filePath: path))
    }

    var text: String {
        get throws {
            defer { try? FileManager.default.removeItem(atPath: path) }
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        }
    }
}
