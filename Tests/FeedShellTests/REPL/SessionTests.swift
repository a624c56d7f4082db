import FeedCache
import FeedMock
import FeedModel
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

// Swift Testing has an `ExitStatus` too.
private typealias Status = FeedModel.ExitStatus

@Suite("A session")
struct SessionTests {
    private let fixture: ShellFixture
    private let session: REPLSession

    init() throws {
        fixture = try ShellFixture()
        let options = try SharedOptions.parse([])
        session = REPLSession(shell: fixture.shell.interactive(with: options, isTyped: true), options: options)
    }

    private func run(_ line: String) async throws -> ShellFixture.Result {
        try await fixture.capture { await session.run(ShellWords(line)).status }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: fixture.folder.appending(path: name), encoding: .utf8)
    }

    @Test("has a mode for every command, which an option outranks")
    func mode() async throws {
        #expect(try await run("mode").output == "auto\n")
        #expect(try await run("mode csv").output == "")
        #expect(try await run("mode").output == "csv\n")
        #expect(try await run("sql 'select 1 as a, null as b'").output == "a,b\r\n1,\r\n")
        #expect(try await run("sql 'select 1 as a' --json").output == "[{\"a\":1}]\n")
        #expect(try await run("sql 'select 1 as a' --format ndjson").output == "{\"a\":1}\n")
        _ = try await run("mode vertical")
        #expect(try await run("sql 'select 1 as a'").output == "-[ RECORD 1 ]-\na  1\n")
        // Export has no such mode: it keeps its own.
        #expect(try await run("export photos").status == .done)
    }

    @Test("says which modes there are when one is not known")
    func unknownMode() async throws {
        for line in ["mode xml", "mode csv json", "sql 'select 1' --format xml", "timing maybe", "pager less"] {
            let result = try await run(line)
            #expect(result.status == .usage, "\(line)")
            #expect(result.errors.split(separator: "\n").count == 1)
        }
        for line in ["mode xml", "sql 'select 1' --format xml"] {
            let errors = try await run(line).errors
            for mode in OutputMode.ofRecords { #expect(errors.contains(mode.rawValue), "\(errors)") }
        }
        #expect(try await run("mode cvs").errors.contains("did you mean “csv”?"))
        #expect(try await run("status --json --format csv").status == .usage)
        #expect(try await run("export photos --format table").errors.contains("ndjson, json or csv"))
    }

    @Test("reports how long each command took, on standard error, if asked")
    func timing() async throws {
        #expect(try await run("timing on").output == "")
        let result = try await run("sql 'select 1 as a'")
        #expect(result.output == "a\n1\n")
        #expect(try /\d+\.\d{3} s\n/.wholeMatch(in: result.errors) != nil, "\(result.errors)")
        #expect(try await run("items lits").errors.split(separator: "\n").count == 2)
        _ = try await run("timing off")
        #expect(try await run("sql 'select 1'").errors == "")
        #expect(try await run("timing").output == "off\n")
        #expect(Stopwatch.text(.milliseconds(12)) == "0.012 s")
        #expect(Stopwatch.text(.milliseconds(61_007)) == "61.007 s")
    }

    @Test("sends output to a file, in the mode of the session, and adds to it")
    func redirection() async throws {
        let path = fixture.folder.appending(path: "my out").path
        let quoted = ShellWords.quote(path)
        #expect(try await run("sql 'select 1 as a' --json > \(quoted)").output == "")
        #expect(try text("my out") == "[{\"a\":1}]\n")
        _ = try await run("mode csv")
        _ = try await run("sql 'select 2 as a' >>\(quoted)")
        #expect(try text("my out") == "[{\"a\":1}]\na\r\n2\r\n")
        _ = try await run("mode > \(quoted)")
        #expect(try text("my out") == "csv\n")
        _ = try await run("help sync > \(quoted)")
        #expect(try text("my out").contains("USAGE: feedcache sync"))
    }

    @Test("empties a file before the command runs, as sh does, and runs nothing where it cannot be written")
    func failures() async throws {
        let path = fixture.folder.appending(path: "target").path
        try Data("old".utf8).write(to: URL(filePath: path))
        #expect(try await run("items lits >> \(path)").status == .noInput)
        #expect(try text("target") == "old")
        #expect(try await run("items lits > \(path)").status == .noInput)
        #expect(try text("target") == "")
        let refused = try await run("sync > /nowhere/out")
        #expect(refused.status == .cannotCreate)
        #expect(refused.errors.contains("“/nowhere/out”"))
        #if os(Linux)
            let full = try await run("status > /dev/full")
            #expect(full.status == .inputOutput)
            #expect(full.errors.contains("“/dev/full”"))
        #endif
        #expect(refused.errors.split(separator: "\n").count == 1)
    }

    @Test("keeps what a command wrote although its status is not 0")
    func keptOutput() async throws {
        let path = fixture.folder.appending(path: "target").path
        #expect(try await run("sync --json > \(path)").status == .unavailable)
        #expect(try text("target").contains("\"outcome\":\"failed\""))
    }
}
