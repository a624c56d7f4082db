import Foundation
import Testing

/// A chromedriver of its own on a free port, and the browsers that it starts.
struct Chromium {
    /// Where chromedriver is; nil where it is not installed.
    private static let driver: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "chromedriver") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// Whether the tests run: where there is a browser, and where `FEEDCACHE_BROWSER` is `required`.
    static let isTried = driver != nil || ProcessInfo.processInfo.environment["FEEDCACHE_BROWSER"] == "required"

    private struct MissingError: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a body with a session in a browser without a window. Both end with it, whatever it throws.
    static func run(_ body: (BrowserSession) async throws -> Void) async throws {
        guard let driver else { throw MissingError(description: "FEEDCACHE_BROWSER is required: install chromedriver") }
        let (process, port) = try start(driver)
        defer {
            // The signals that are blocked on this thread are blocked in the process, too.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let session = try await BrowserSession(port: port)
        do {
            try await body(session)
        } catch {
            await session.end()
            throw error
        }
        await session.end()
    }

    private static func start(_ driver: URL) throws -> (Process, port: Int) {
        var text = ""
        // It ends where the port that it found free for IPv6 is taken for IPv4.
        for _ in 1...10 {
            let process = Process()
            let output = Pipe()
            process.executableURL = driver
            process.arguments = ["--port=0"]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            text = ""
            while case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
                text += String(decoding: bytes, as: UTF8.self)
                if let match = text.firstMatch(of: #/started successfully on port (\d+)/#), let port = Int(match.1) {
                    return (process, port)
                }
            }
            process.waitUntilExit()
        }
        throw MissingError(description: "chromedriver ended: \(text)")
    }
}

/// The tests that need a browser, one after the other.
@Suite(
    "In a browser", .serialized,
    .enabled(if: Chromium.isTried, "chromedriver is not installed; FEEDCACHE_BROWSER=required would fail"),
    .timeLimit(.minutes(10)))
enum InBrowser {}
