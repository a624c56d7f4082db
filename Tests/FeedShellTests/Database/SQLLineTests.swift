import FeedMock
import FeedModel
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

// Swift Testing has an `ExitStatus` too.
private typealias Status = FeedModel.ExitStatus

@Suite("SQL without a command")
struct SQLLineTests {
    private let fixture: ShellFixture

    init() throws {
        fixture = try ShellFixture()
    }

    private func session(isTyped: Bool) throws -> REPLSession {
        let options = try SharedOptions.parse([])
        return REPLSession(shell: fixture.shell.interactive(with: options, isTyped: isTyped), options: options)
    }

    private func read(_ lines: String...) async throws -> (result: LineResult, output: String, errors: String) {
        try fixture.clear()
        let result = try await session(isTyped: false).read(TestLines(lines.map(LineReading.line)))
        return (result, try fixture.output, try fixture.errors)
    }

    @Test(
        "is whole with its semicolon, an empty line or the end of the input",
        arguments: [
            ["select 7 as n;"], ["select 7", "as n;"], ["select 7", "as n", "", "mode"], ["select 7 as n"],
            ["SELECT 7 as n;"], ["with a(n) as (values (7))", "select n from a;"], ["  select", "7 as n ; "],
            ["select ';', 7 as n;"], ["select 7 as n -- one; two", ";"], ["values(7);"], ["explain select 7;"],
        ])
    func whole(lines: [String]) async throws {
        try fixture.clear()
        let result = try await session(isTyped: false).read(TestLines(lines.map(LineReading.line)))
        #expect(result == LineResult())
        #expect(try fixture.output.contains("7"))
        #expect(try fixture.errors.isEmpty)
    }

    @Test("goes on where the line of another command begins, and failing ends nothing")
    func failures() async throws {
        let (result, output, errors) = try await read("select nowhere;", "select 8 as n;", "mode")
        #expect(result == LineResult(status: .usage))
        #expect(output == "n\n8\ntable\n")
        #expect(errors.contains("no such column: nowhere") && errors.split(separator: "\n").count == 1)
    }

    @Test("is not what only looks like it", arguments: ["selects 1", "explain ranking 3", "with-x", "\"select\" 1"])
    func others(line: String) async throws {
        let (_, output, errors) = try await read(line, "mode")
        #expect(output == "table\n")
        #expect(!errors.contains("the query"), "\(errors)")
    }

    @Test("typed shows that it goes on, and is kept as it can be typed again")
    func typed() async throws {
        try fixture.clear()
        let lines = TestLines([
            .line("select 7"), .line("as n"), .line(""), .line("select"), .interrupted, .line("select 1;"),
            .line("select"), .end, .line("mode"),
        ])
        await TypedSession(session: try session(isTyped: true), lines: lines, runsInit: false).run()
        let prompts = await lines.prompts
        #expect(
            prompts.map { $0.hasSuffix(";> ") }
                == [false, true, true, false, true, false, false, true, false, false])
        #expect(await lines.remembered == ["select 7\nas n;", "select 1;", "mode"])
        #expect(try fixture.output.contains("7"))
    }

    @Test("follows the mode of the session")
    func mode() async throws {
        #expect(try await read("mode csv", "select 1 as a;").output == "a\r\n1\r\n")
    }

    @Test("explains its plan as a tree")
    func plan() async throws {
        let (_, output, _) = try await read("explain query plan select * from photos where key = '1';")
        #expect(output.hasPrefix("QUERY PLAN\n├─ ") && output.contains("\n└─ "), "\(output)")
        let rows = try await fixture.run("sql 'explain query plan select 1' --json")
        #expect(rows.output.contains("\"detail\":"))
    }

    @Test("takes values by --param, a number where it reads as one")
    func parameters() async throws {
        let line = "sql 'select typeof(:a) a, typeof(:b) b, typeof(:c) c, :d d, :e e' --json"
        let values = "--param a=12 --param :b=1.5 --param c=x --param \"d='12'\" --param e="
        #expect(
            try await fixture.run("\(line) \(values)").output
                == "[{\"a\":\"integer\",\"b\":\"real\",\"c\":\"text\",\"d\":\"12\",\"e\":\"\"}]\n")
        for (line, message) in [
            ("sql 'select :a'", "--param a=VALUE"), ("sql 'select 1' --param a=1", "no parameter “a”"),
            ("sql 'select :a' --param a", "a"), ("sql 'select :a' --param a=1 --param a=2", "each parameter once"),
        ] {
            let result = try await fixture.run(line)
            #expect(result.status == .usage && result.errors.contains(message), "\(line): \(result)")
        }
    }
}
