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

        @Test("Times have how long ago they were beside them, at a terminal with room for it and nowhere else")
        func ages() async throws {
            try await apart {
                let session = try #require(
                    TerminalSession(
                        #"""
                        read begin
                        printf '%s\n' '[source]' 'name = "n"' 'base_url = "http://127.0.0.1:9"' 'retry = { attempts = 1 }' \
                            '[[collections]]' 'name = "c"' 'path = "c"' 'items = ""' 'id = "id"' 'paging = { style = "none" }' > feed.toml
                        feedcache sync; echo "[0]"; feedcache runs; echo "[1]"
                        feedcache runs | cat; feedcache runs --json; feedcache runs --format csv; echo "[2]"; read end
                        """#, in: folder, environment: [:]))
                let terminal = session.terminal
                terminal.resize(columns: 140)
                terminal.type("\r")
                _ = terminal.see("[0]")
                let seen = terminal.see("[1]")
                #expect(seen.contains(#/Z \(\d+ s ago\)  /#), "\(seen)")
                let piped = terminal.see("[2]")
                #expect(piped.contains("Z  failed") && !piped.contains("ago"), "\(piped)")
            }
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
                terminal.type("\u{1B}[200~select 6 * 9\ras answer;\recho pasted\rmode\r\u{1B}[201~")
                _ = terminal.see("mode")
                // Ctrl-U drops what was not entered.
                terminal.type("\u{15}\u{1B}[200~select 7 * 9\ras answer;\rmode\r\u{1B}[201~")
                _ = terminal.see("mode")
                terminal.type("\r")
                let pasted = terminal.see("new> ")
                #expect(pasted.contains("63") && pasted.contains("auto") && !pasted.contains("54"), "\(pasted)")
                // Tab completes the last of the lines that were pasted: SQL where those above it have begun that.
                terminal.type("\u{1B}[200~select 40 + 2\ras answer fro\u{1B}[201~\t")
                _ = terminal.see("answer from ")
                terminal.type("(sel\t")
                _ = terminal.see("(select ")
                terminal.type("1);\r")
                #expect(terminal.see("new> ").contains("42"))
                terminal.type("\u{1B}[200~mode\rschem\u{1B}[201~\t")
                _ = terminal.see("schema ")
                terminal.type("runs\r")
                #expect(terminal.see("new> ").contains("auto"))
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
