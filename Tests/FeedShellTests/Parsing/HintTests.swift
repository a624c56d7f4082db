import FeedMock
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

/// What is typed by those who come from other programs, or begin.
@Suite("A line that is not quite right")
struct HintTests {
    private func message(_ line: String, _ fixture: ShellFixture) async throws -> String {
        let result = try await fixture.run(line)
        #expect(result.status != .done && result.output.isEmpty, "\(line): \(result)")
        return result.errors
    }

    @Test("is answered with what to type")
    func shell() async throws {
        let fixture = try ShellFixture()
        for (line, hint) in [
            ("history", "understood in the REPL only"), ("source x", "understood in the REPL only"),
            ("--db x", "“feedcache repl --db x”"), ("--json stats", "“feedcache status --json”"),
            ("items photos --limit -1", "0 or more"),
            ("items photos --offset -1", "0 or more"),
            ("export photos --format xml", "writes ndjson, json or csv, not xml"),
            ("export photos --format=xml", "writes ndjson, json or csv, not xml"),
            ("feed ranking", "did you mean “--section ranking”?"), ("ctr ranking", "did you mean “--section ranking”?"),
            ("ads ranking", "did you mean “ads --section ranking”?"), ("select 1", "feedcache sql \"select …\""),
            ("drop table item", "can only be read"), ("items", "articles or photos; see “help items”"),
            ("simulate", "feedcache: name a file"),
        ] {
            let text = try await message(line, fixture)
            #expect(text.contains(hint), "\(line): \(text)")
        }
        #expect(try await !message("G", fixture).contains("did you mean"))
        let incomplete = try await message("items photos --where \"position >\"", fixture)
        #expect(incomplete.contains("“position >” ends before it is complete"))
        #expect(try await message("count photos --where \"(position >)\"", fixture).contains("near \")\""))
        let order = try await message("items photos --order \"position >\"", fixture)
        #expect(order.contains("“position >” ends before it is complete"))
        let unknown = try await message("histroy", fixture)
        #expect(!unknown.contains("“history”"))
    }

    @Test("may have options of all commands before the command")
    func optionsFirst() async throws {
        let fixture = try ShellFixture()
        let other = fixture.folder.appending(path: "other.db").path
        for line in ["--db \(other) status --json", "--json --db=\(other) status", "--json status --db \(other)"] {
            let result = try await fixture.run(line)
            #expect(result.status == .done && result.output.contains("\"database\":\"\(other)\""), "\(line): \(result)")
        }
        #expect(
            try await fixture.run("-q --db \(other) scroll photos -1 --json").output.contains("\"section\":\"photos\""))
    }

    @Test("names the sections there are")
    func sections() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            _ = try await fixture.run("sync")
            for line in ["tap", "scroll", "explain"] {
                let text = try await message(line, fixture)
                #expect(
                    text.contains("missing expected argument “<section>”: ") && text.contains("ranking"),
                    "\(line): \(text)")
            }
            for line in ["items photos --fields nope", "items photos --where \"nope = 1\""] {
                #expect(try await message(line, fixture).contains("there are: id, title, profile_name"), "\(line)")
            }
            let result = try await fixture.run("items photos --offset 9999 -v")
            #expect(result.status == .done)
            #expect(result.errors.contains("--offset 9999") && result.errors.contains("120 items"), "\(result)")
        }
    }

    @Test("in the REPL is answered too, or understood")
    func repl() async throws {
        let fixture = try ShellFixture()
        let options = try SharedOptions.parse([])
        let session = REPLSession(shell: fixture.shell.interactive(with: options, isTyped: false), options: options)
        func run(_ line: String) async throws -> ShellFixture.Result {
            try await fixture.capture { await session.run(ShellWords(line)).status }
        }
        for (line, hint) in [
            (".tables", "“tables”"), (".quit", "“exit”"), (".nothing", "“help”"),
            ("histroy", "“history”"), ("--db x", "as in “status --db x”"),
        ] {
            let result = try await run(line)
            #expect(result.status == .usage && result.errors.contains(hint), "\(line): \(result)")
        }
        #expect(try await run("?").output.contains("USAGE: feedcache"))
        #expect(try await run("sql 'select 7';").output.contains("7"))
        #expect(try await run("sql 'select 7' --json ; ; # that is all").output == "[{\"7\":7}]\n")
        #expect(try await run("clear").status == .done)
        #expect(await session.run(ShellWords("\\q")).isLeaving)
        #expect(await session.run(ShellWords("quit;")).isLeaving)
    }

    @Test("of a program that reads JSON gets JSON")
    func documents() async throws {
        let fixture = try ShellFixture()
        let demo = try await fixture.run("demo --json")
        #expect(demo.status == .done)
        let feed = try JSONSerialization.jsonObject(with: Data(demo.output.utf8)) as? [String: Any]
        #expect((feed?["sections"] as? [Any])?.isEmpty == false)
        try await withMockServer { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            let first = try await fixture.run("watch --count 1 --json").output
            let changes = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [[String: Any]]
            #expect((changes?.count ?? 0) > 1)
            #expect(try await fixture.run("watch --count 1 --json").output == "[]\n")
            #expect(try await fixture.run("watch --count 1 --format ndjson").output == "")
        }
    }

    @Test("in the help of mock serve names the faults there are")
    func faults() async throws {
        let help = try await ShellFixture().run("help mock serve").output.replacing("\n", with: " ")
        for word in ["blank", "html", "retry-after", "stall=SECONDS", "%PERCENT", "?page=3"] {
            #expect(help.contains(word), "\(word)")
        }
        #expect(!help.contains("unless told"))
    }
}
