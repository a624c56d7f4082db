import FeedMock
import FeedModel
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite("The last result")
struct LastResultTests {
    private func withSession(
        _ body: ((String) async throws -> ShellFixture.Result, ShellFixture) async throws -> Void
    )
        async throws
    {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            let options = try SharedOptions.parse([])
            let session = REPLSession(
                shell: fixture.shell.interactive(with: options, isTyped: false), options: options)
            #expect(try await fixture.run("sync").status == .done)
            try await body(
                { line in try await fixture.capture { await session.run(ShellWords(line)).status } }, fixture)
        }
    }

    @Test("is shown again in every mode as the command shows it")
    func modes() async throws {
        try await withSession { run, _ in
            for command in [
                "items photos --limit 3", "status", "runs", "sections", "sql 'select key, payload from photos limit 3'",
                "facets photos", "show photos 7", "find a --in photos", "tables",
            ] {
                for mode in ["json", "ndjson", "csv", "tsv"] {
                    let first = try await run("\(command) --format \(mode)")
                    #expect(first.status == .done, "\(command)")
                    _ = try await run(command)
                    let again = try await run("last --format \(mode)")
                    // “facets” and “tables” take no time of their own; “status” has none in its fields.
                    #expect(again.output == first.output, "\(command) --format \(mode)")
                }
            }
        }
    }

    @Test("is not read anew, also where the cache has changed")
    func kept() async throws {
        try await withSession { run, fixture in
            let first = try await run("sql 'select count(*) as runs from runs'")
            #expect(try await fixture.run("sync").status == .done)
            #expect(try await run("last").output == first.output)
            let path = fixture.folder.appending(path: "last.csv").path
            #expect(try await run("last --format csv > \(path)").status == .done)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "runs\r\n1\r\n")
        }
    }

    @Test("has what a limit left out with --all, and the note says so")
    func all() async throws {
        try await withSession { run, _ in
            let shown = try await run("items photos --limit 3")
            #expect(shown.output.contains("… 117 more: “last --all” shows them"))
            #expect(try await run("last --format csv").output.split(separator: "\r\n").count == 4)
            let all = try await run("last --all --format csv").output
            let items = try await run("items photos --limit 120 --format csv").output
            #expect(all == items)
            _ = try await run("items --limit 3 -- photos")
            #expect(try await run("last --all --format csv").output == items)
            #expect(try await run("facets articles --limit 1").output.contains("“last --all” shows them"))
            let kept = try await run("last --all --json").output
            let counted = try await run("facets articles --limit 1000000 --json").output
            #expect(kept == counted)
            _ = try await run("items photos --where 'position >= 0' --limit 5 --json")
            #expect(try await run("last --all --format ndjson").output.split(separator: "\n").count == 120)
        }
    }

    @Test("is that of the last command that listed something")
    func nothing() async throws {
        try await withSession { run, _ in
            #expect(try await run("last").status == .noInput)
            _ = try await run("sql 'select 7 as n'")
            _ = try await run("mode")
            _ = try await run("sql 'select nowhere'")
            #expect(try await run("last").output == "n\n7\n")
            #expect(try await run("last --format xml").status == .usage)
            #expect(try await run("last photos").status == .usage)
        }
    }

    @Test("is kept in a file past a size, and comes back the same")
    func long() throws {
        let kept = [KeptRecords(mostInMemory: 1_000), KeptRecords()]
        var random = SystemRandomNumberGenerator()
        let records = (0..<2_000).map { number in
            KeptRecord(
                values: [
                    "\(number)", "\"\(String(repeating: "寿司\n", count: Int.random(in: 0..<200, using: &random)))\"",
                ],
                cells: number.isMultiple(of: 3) ? [] : ["\(number)", ""], json: number.isMultiple(of: 2) ? nil : ["{}"])
        }
        for records in kept { #expect(!records.isWhole && records.count == 0) }
        for record in records { for kept in kept { kept.add(record) } }
        for kept in kept { kept.end() }
        #expect(kept.map { $0.state.withLock { $0.file != nil } } == [true, false])
        for kept in kept {
            var place = 0
            try kept.forEach { record in
                #expect(record.values == records[place].values && record.cells == records[place].cells)
                #expect(record.json == records[place].json)
                place += 1
            }
            #expect(place == records.count && kept.isWhole && kept.count == place)
        }
    }
}
