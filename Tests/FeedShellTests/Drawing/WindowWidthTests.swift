import FeedMock
import FeedModel
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedCache
@testable import FeedShell

@Suite("No line is wider than the window")
struct WindowWidthTests {
    /// What `body` shows in a window of that many columns, line by line.
    private func lines(
        _ columns: Int, of fixture: ShellFixture, _ body: (Shell) async throws -> Void
    ) async throws -> [String] {
        let terminal = try #require(PseudoTerminal(columns: UInt16(columns), rows: 1_000))
        let shell = fixture.shell.writing(to: Output(descriptor: terminal.descriptor))
        try await body(shell)
        try shell.output.write("<end>")
        return terminal.see("<end>").components(separatedBy: "\r\n").dropLast()
    }

    @Test("of simulate")
    func simulate() async throws {
        let fixture = try ShellFixture()
        let steps = (0..<60).map { "\"item-\($0)\"" }.joined(separator: ", ")
        let file = fixture.folder.appending(path: "script.json")
        try Data("{\"policy\": {\"every\": 3}, \"steps\": [{\"do\": \"content\", \"ids\": [\(steps)]}]}".utf8).write(
            to: file)
        let lines = try await lines(80, of: fixture) { shell in
            #expect(
                await FeedcacheProgram.perform(["simulate", file.path, "--color", "never"], in: shell).status == .done)
        }
        #expect(lines.count > 3)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 }, "\(lines)")
    }

    @Test("of ads, with ads in their slots", arguments: [40, 60, 80, 120])
    func ads(columns: Int) async throws {
        var configuration = MockConfiguration()
        configuration.ads = AdPolicy(fillRate: 1)
        try await withMockServer(configuration) { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            for _ in 0..<4 { #expect(try await fixture.run("scroll articles 3").status == .done) }
            let lines = try await lines(columns, of: fixture) { shell in
                #expect(await FeedcacheProgram.perform(["ads", "--color", "never"], in: shell).status == .done)
            }
            #expect(lines.contains { $0.hasPrefix("slot") })
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(lines)")
        }
    }

    @Test("of watch, which keeps what changed", arguments: [30, 34, 60, 80, 120])
    func watch(columns: Int) async throws {
        try await withMockServer { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            server.clock.advance(by: 4)
            let lines = try await lines(columns, of: fixture) { shell in
                let status = await FeedcacheProgram.perform(["watch", "--count", "1", "--color", "never"], in: shell)
                    .status
                let errors = try fixture.errors
                #expect(status == .done, "\(errors)")
            }
            // In a narrow window each change is a block, with a line for what changed.
            for column in ["change", "section", "what"] { #expect(lines.contains { $0.contains(column) }) }
            #expect(lines.count > 3)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(lines)")
        }
    }
}
