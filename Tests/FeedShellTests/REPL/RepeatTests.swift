import FeedModel
import FeedSource
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

/// A clock that does not wait, and does something instead.
private struct HurriedClock: RequestClock {
    let during: @Sendable (Duration) throws -> Void
    var now: Instant { Instant(millisecondsSince1970: 0) }

    func sleep(for duration: Duration) async throws { try during(duration) }
}

@Suite("A command that is repeated")
struct RepeatTests {
    private func run(
        _ line: String,
        during: @escaping @Sendable (Duration) throws -> Void = { _ in }
    ) async throws -> ShellFixture.Result {
        let fixture = try ShellFixture(clock: HurriedClock(during: during))
        let options = try SharedOptions.parse([])
        let session = REPLSession(shell: fixture.shell.interactive(with: options, isTyped: false), options: options)
        return try await fixture.capture { await session.run(ShellWords(line)).status }
    }

    @Test("is run so many times, with what changed marked, and so long between")
    func times() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try "mode\ntiming\n".write(to: file, atomically: true, encoding: .utf8)
        let result = try await run("repeat --every 5s --times=2 source \(file.path)") { duration in
            #expect(duration == .seconds(5))
            try "timing\nmode csv\npager\n".write(to: file, atomically: true, encoding: .utf8)
        }
        let start = "1970-01-01T00:00:00.000Z"
        #expect(
            result.output == "-[ 1, \(start) ]-\ntable\noff\n-[ 2, \(start) ]-\n  off\n+ off\n- table\n", "\(result)")
        #expect(result.status == .done)
    }

    @Test("has no marks in modes for programs, and ends as the last time did")
    func programs() async throws {
        let json = try await run("repeat --times 2 sql 'select 1 as a' --json")
        #expect(json.output == "[{\"a\":1}]\n[{\"a\":1}]\n")
        #expect(try await run("repeat --times 2 items nowhere").status == .noInput)
    }

    @Test("ends when the wait is cancelled")
    func cancelled() async throws {
        let result = try await run("repeat mode") { _ in throw CommandError(.unavailable, "enough") }
        #expect(result.status == .unavailable && result.output.hasSuffix("table\n"))
    }

    @Test(
        "is refused where it makes no sense",
        arguments: [
            "repeat", "repeat --times 0 mode", "repeat --every 1 mode", "repeat --every", "repeat --other 1 mode",
            "repeat repeat mode",
        ])
    func refused(line: String) async throws {
        let result = try await run(line)
        #expect(result.status == .usage && result.output.isEmpty && result.errors.split(separator: "\n").count == 1)
    }

    @Test("marks equal lines one by one")
    func marks() {
        #expect(ChangedLines.marked(["a", "a", "b"], since: ["a", "c", "c"]) == ["  a", "+ a", "+ b", "- c", "- c"])
    }
}
