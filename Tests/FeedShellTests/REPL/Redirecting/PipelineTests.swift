import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("Lines with programs")
struct PipelineTests {
    private let fixture: ShellFixture

    init() throws {
        fixture = try ShellFixture()
    }

    private func run(_ line: String) async throws -> ShellFixture.Result {
        let options = try SharedOptions.parse([])
        let session = REPLSession(shell: fixture.shell.interactive(with: options, isTyped: false), options: options)
        return try await fixture.capture { await session.run(ShellWords(line)).status }
    }

    @Test("are split at the first sign outside quotes, and the rest is the shell's")
    func split() throws {
        let pipeline = try #require(try Pipeline(ShellWords("sql 'select 1 | 2' | sort -n | head -1 > 'x y' ")))
        #expect(pipeline.command.words == ["sql", "select 1 | 2"])
        #expect(pipeline.program == "sort -n | head -1 > 'x y'")
        for line in ["sql 'a | b'", "sql a\\|b", "items # | head", ""] {
            #expect(try Pipeline(ShellWords(line)) == nil, "\(line)")
        }
    }

    @Test(
        "that lack a command or program, or name a file too, are refused",
        arguments: ["| head", "items |", "items | ", "items || head", "items > x | head", "items >| x", "!"])
    func refused(line: String) async throws {
        let result = try await run(line)
        #expect(result.status == .usage && result.output.isEmpty, "\(line): \(result)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test("give the program what the command writes, and show what it writes")
    func output() async throws {
        let rows = "sql 'values (3), (1), (2)' --format csv"
        let result = try await run("\(rows) | tail -n +2 | sort")
        #expect(result.status == .done && result.output == "1\r\n2\r\n3\r\n" && result.errors.isEmpty, "\(result)")
        #expect(try await run("mode | tr a-z A-Z").output == "TABLE\n")
        #expect(try await run("\(rows) | grep nothing").status == .done)
        // A program that reads nothing does not make the command fail.
        #expect(try await run("\(rows) | true").status == .done)
    }

    @Test("fail where the command fails, or the program cannot be run")
    func failures() async throws {
        let result = try await run("items nowhere | cat")
        #expect(result.status == .noInput && result.output.isEmpty && result.errors.contains("nowhere"))
        #expect(try await run("mode | no-such-program-at-all 2> /dev/null").status == .noInput)
        #expect(try await run("! no-such-program-at-all 2> /dev/null").status == .noInput)
        let ended = try await run("! exit 5")
        #expect(ended.status == .inputOutput && ended.errors.contains("exit code 5"), "\(ended)")
    }

    @Test("run a command of the system's shell as it was typed, which knows where the cache is")
    func shell() async throws {
        #expect(try await run("! echo \"a  b\" 'c'").output == "a  b c\n")
        #expect(try await run("! echo $FEEDCACHE_DB").output == "\(fixture.folder.appending(path: "feed.db").path)\n")
        // It does not read the lines that follow.
        #expect(try await run("! cat").output.isEmpty)
    }
}
