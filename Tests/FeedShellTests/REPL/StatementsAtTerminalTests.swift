import TestSupport
import Testing

@testable import FeedShell

extension AtTerminal {
    /// SQL and other programs, typed at the prompt of the real program.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct StatementsAtTerminalTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test("SQL goes on over lines, and a program has the output and the terminal")
        func typed() async throws {
            try await apart {
                let session = try #require(
                    TerminalSession("feedcache repl --no-init; echo \"[$?]\"; read end", in: folder, environment: [:]))
                let terminal = session.terminal
                _ = terminal.see("new> ")
                terminal.type("select 6 * 7\r")
                #expect(terminal.see(";> ").contains("…"))
                terminal.type("as answer;\r")
                #expect(terminal.see("new> ").contains("42"))
                terminal.type("mode | tr a-z A-Z\r")
                #expect(terminal.see("new> ").contains("AUTO"))
                terminal.type("! test -t 0 && test -t 1 && echo $((6 * 9))\r")
                #expect(terminal.see("new> ").contains("54"))
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
                #expect(session.isCooked)
            }
        }
    }
}
