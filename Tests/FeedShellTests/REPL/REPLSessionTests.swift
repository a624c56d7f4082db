import FeedModel
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

// Swift Testing has an `ExitStatus` too.
private typealias Status = FeedModel.ExitStatus

@Suite("The REPL")
struct REPLSessionTests {
    private let fixture: ShellFixture

    init() throws {
        fixture = try ShellFixture()
    }

    private func session(isTyped: Bool = false) throws -> REPLSession {
        let options = try SharedOptions.parse([])
        return REPLSession(shell: fixture.shell.interactive(with: options, isTyped: isTyped), options: options)
    }

    private func read(_ lines: String...) async throws -> (result: LineResult, output: String, errors: String) {
        try fixture.clear()
        let result = try await session().read(TestLines(lines.map(LineReading.line)))
        return (result, try fixture.output, try fixture.errors)
    }

    private func type(
        _ readings: LineReading..., runsInit: Bool = false
    ) async throws -> (
        prompts: [String], remembered: [String], output: String, errors: String
    ) {
        try fixture.clear()
        let lines = TestLines(readings)
        await TypedSession(session: try session(isTyped: true), lines: lines, runsInit: runsInit).run()
        return (await lines.prompts, await lines.remembered, try fixture.output, try fixture.errors)
    }

    private func write(_ text: String, to name: String) throws -> String {
        let url = fixture.folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url.path
    }

    // MARK: Lines of a pipe

    @Test("goes on after a failed line, and the last failure counts")
    func failures() async throws {
        let (result, output, errors) = try await read("items nowhere", "snyc", "sql 'select 7 as n'")
        #expect(result == LineResult(status: .usage))
        #expect(output.contains("7"))
        #expect(errors.split(separator: "\n").count == 2)
        #expect(try await read("sql 'select 1'").result == LineResult())
    }

    @Test("ends at exit or quit, whatever follows")
    func leaving() async throws {
        for word in ["exit", "quit"] {
            let (result, output, _) = try await read("nonsense", word, "sql 'select 7 as n'")
            #expect(result == LineResult(status: .usage, isLeaving: true))
            #expect(output.isEmpty)
        }
        #expect(try await read("exit now", "sql 'select 7 as n'").output.contains("7"))
    }

    @Test("ends once nobody reads its output")
    func closedOutput() async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let options = try SharedOptions.parse([])
        let shell = fixture.shell.writing(to: Output(descriptor: ends[1]))
        let session = REPLSession(shell: shell.interactive(with: options, isTyped: false), options: options)
        let path = fixture.folder.appending(path: "marks").path
        let file = try write("sql 'select 7'\nmode >> '\(path)'\n", to: "lines.feed")
        let written = { try? String(contentsOfFile: path, encoding: .utf8) }
        for line in ["sql 'select 7'", "source '\(file)'"] {
            let lines = ["mode > '\(path)'", line, "mode >> '\(path)'"]
            let result = await session.read(TestLines(lines.map(LineReading.line)))
            #expect(result.status == .done)
            #expect(written() == "table\n", "\(line)")
        }
    }

    @Test("goes on where only the reader of one line has gone")
    func closedPipeline() async throws {
        let (result, output, _) = try await read("help | true", "sql 'select 7 as n'")
        #expect(result.status == .done)
        #expect(output.contains("7"))
    }

    @Test("joins lines while a quote is open, and says so when none closes it")
    func quotes() async throws {
        #expect(try await read("sql 'select 7", "as n'").output.contains("7"))
        let (result, _, errors) = try await read("sql 'select 7")
        #expect(result.status == .usage)
        #expect(errors.contains("quote “'” is left open"))
    }

    @Test("expands nothing on a pipe")
    func pipeHistory() async throws {
        #expect(try await read("sql 'select 7'", "!!").errors.contains("unknown command “!!”"))
    }

    @Test("with bail on ends at the first line that fails, also in a file")
    func bailing() async throws {
        let file = try write("bail on\nsnyc\nsql 'select 8 as n'\n", to: "bailing")
        let (result, output, errors) = try await read("source \(file)", "sql 'select 9 as n'")
        #expect(result == LineResult(status: .usage))
        #expect(output.isEmpty && errors.split(separator: "\n").count == 1)
        #expect(try await read("bail on", "bail off", "snyc", "sql 'select 7 as n'").output.contains("7"))
    }

    @Test("with echo on prints lines before they are run")
    func echoing() async throws {
        #expect(
            try await read("echo on", "mode", "select 1", "as n;", "echo off", "mode").output
                == "mode\ntable\nselect 1\nas n;\nn\n1\necho off\ntable\n")
    }

    // MARK: Files

    @Test("runs the lines of a file and names file and line of what fails there")
    func sourcing() async throws {
        let inner = try write("sql 'select 8 as n'\n\nitems nowhere\nsql 'select\n9 as m'\n", to: "sub/inner")
        let outer = try write("# a comment\nsource sub/inner\nsnyc\n", to: "outer")
        let (result, output, errors) = try await read("source \(outer)", "source \(inner)")
        #expect(result == LineResult(status: .noInput))
        #expect(output.split(separator: "\n").count == 8)
        let lines = errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("feedcache: sub/inner:3: there is no collection"))
        #expect(lines[1].hasPrefix("feedcache: \(outer):3: unknown command"))
        #expect(lines[2].hasPrefix("feedcache: \(inner):3: there is no collection"))
    }

    @Test("leaves where a file says so")
    func leavingFromFile() async throws {
        let file = try write("exit\nsnyc\n", to: "file")
        #expect(try await read("source \(file)", "snyc").result == LineResult(isLeaving: true))
    }

    @Test("refuses a file that names itself, directly, by way of others or of a link")
    func cycles() async throws {
        _ = try write("source b\n", to: "a")
        _ = try write("source link\n", to: "b")
        let folder = fixture.folder.path
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "\(folder)/a")
        let (result, _, errors) = try await read("source \(folder)/a")
        #expect(result.status == .usage)
        #expect(errors == "feedcache: b:1: “link” is being run already and would never end; take this line out\n")
    }

    @Test("refuses files that name each other without end")
    func depth() async throws {
        for number in 0..<20 { _ = try write("source f\(number + 1)\n", to: "f\(number)") }
        let (result, _, errors) = try await read("source \(fixture.folder.path)/f0")
        #expect(result.status == .usage)
        #expect(errors.contains("f15:1: “f16” is the 17th file"), "\(errors)")
    }

    @Test("says what is wrong with a file that cannot be run")
    func noFile() async throws {
        #expect(try await read("source nowhere").errors.contains("no file “nowhere”"))
        #expect(try await read("source \(fixture.folder.path)").errors.contains("is a folder"))
        #expect(try await read("source").result.status == .usage)
        #expect(try await read("source").errors.contains("source morning.feed"))
        let open = try write("sql 'select 1\n", to: "open")
        #expect(try await read("source \(open)").errors.contains("\(open):1: a quote"))
    }

    // MARK: Typing

    @Test("asks on with the quote that is open, and Ctrl-C or Ctrl-D drops the line")
    func asking() async throws {
        let typed = try await type(
            .line("sql 'select"), .interrupted, .line("sql \"select"), .end, .line("sql 'select 7"), .line("as n'"))
        #expect(typed.prompts.allSatisfy { $0.hasSuffix("> ") })
        #expect(typed.prompts.map { $0.hasSuffix("'> ") } == [false, true, false, false, false, true, false])
        #expect(typed.prompts[3].hasSuffix("\"> "))
        #expect(typed.remembered == ["sql 'select 7\nas n'"])
        #expect(typed.output.contains("7"))
        #expect(typed.errors.isEmpty)
    }

    @Test("shows the line that !! means, runs it and keeps it")
    func expansion() async throws {
        let typed = try await type(.line("sql 'select 7 as n'"), .line("!! --json"), .line("!nope"))
        #expect(typed.output.contains("sql 'select 7 as n' --json\n[{\"n\":7}]"))
        #expect(typed.remembered == ["sql 'select 7 as n'", "sql 'select 7 as n' --json"])
        #expect(typed.errors.contains("“!nope”"))
    }

    @Test("lists what was typed")
    func history() async throws {
        let typed = try await type(.line("snyc"), .line("exit 1"), .line("history 2"))
        #expect(typed.output.hasPrefix("exit 1\nhistory 2\n"))
    }

    @Test("runs the init file first, and what fails there ends nothing")
    func initFile() async throws {
        let file = try write("sql 'select 8 as n'\nitems nowhere\n", to: ".config/feedcache/init")
        let typed = try await type(.line("sql 'select 9 as n'"), runsInit: true)
        #expect(typed.output.contains("8") && typed.output.contains("9"))
        #expect(typed.errors.hasPrefix("feedcache: \(file):2: there is no collection"))
        #expect(typed.remembered == ["sql 'select 9 as n'"])
        #expect(try await type(runsInit: false).output == "\n")
    }

    // MARK: Built-in words

    @Test("every built-in word has one name of its own, a help with an example, and the example is its own")
    func builtins() async throws {
        let names = REPLBuiltins.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
        let commands = Commands.all.catalog.commands.map(\.commandName).filter { $0 != "help" }
        #expect(Set(names).isDisjoint(with: commands))
        for builtin in REPLBuiltins.all {
            #expect(ShellWords(builtin.example).words.first == builtin.name)
            for name in builtin.names where name != "help" {
                let help = try await read("\(name) --help").output
                #expect(help.contains("USAGE: \(builtin.name)") && help.contains("EXAMPLE:\n  \(builtin.example)"))
                #expect(try await read("help \(name)").output == help)
            }
        }
    }
}
