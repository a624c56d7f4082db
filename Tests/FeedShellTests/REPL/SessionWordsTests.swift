import FeedMock
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

extension AtTerminal {
    /// Words of the session, typed at the prompt of the real program: there is one current folder in a process.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct SessionWordsTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func session(_ environment: [String: String] = [:]) throws -> TerminalSession {
            try #require(
                TerminalSession(
                    "feedcache repl --no-init; echo \"[$?]\"; read end", in: folder, environment: environment))
        }

        @Test("cd goes to a folder, and the cache stays the same")
        func folder() async throws {
            try await apart {
                try FileManager.default.createDirectory(
                    atPath: folder.path("else where"), withIntermediateDirectories: false)
                let session = try session(["FEEDCACHE_DB": "here.db"])
                let terminal = session.terminal
                _ = terminal.see("new> ")
                terminal.type("status\r")
                _ = terminal.see("new> ")
                terminal.type("cd \"else where\"\r")
                _ = terminal.see("new> ")
                terminal.type("mode > mode.txt\r")
                _ = terminal.see("new> ")
                terminal.type("status --json\r")
                #expect(terminal.see("new> ").contains("\(folder.path)/here.db"))
                terminal.type("cd nowhere\r")
                #expect(terminal.see("new> ").contains("No such file"))
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
                #expect(try folder.text("else where/mode.txt") == "auto\n")
                #expect(!FileManager.default.fileExists(atPath: folder.path("else where/here.db")))
            }
        }

        @Test("cd keeps the built-in manifest, also in a folder that has another")
        func builtInManifest() async throws {
            try await apart {
                try FileManager.default.createDirectory(
                    atPath: folder.path("with"), withIntermediateDirectories: false)
                try folder.write("[source]\nname = \"other\"\n", "with/feed.toml")
                let session = try session()
                let terminal = session.terminal
                _ = terminal.see("new> ")
                terminal.type("cd with\r")
                _ = terminal.see("> ")
                terminal.type("status --json\r")
                #expect(terminal.see("new> ").contains("\"source\":\"gourmet\""))
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
            }
        }

        @Test("edit changes the last line or the SQL being typed, and runs it")
        func edit() async throws {
            try await apart {
                let session = try session(["VISUAL": "sed -i s/6/60/"])
                let terminal = session.terminal
                _ = terminal.see("new> ")
                terminal.type("sql 'select 6 * 7 as n'\r")
                #expect(terminal.see("new> ").contains("42"))
                terminal.type("edit\r")
                #expect(terminal.see("new> ").contains("420"))
                terminal.type("select 6 * 9\r")
                _ = terminal.see(";> ")
                terminal.type("edit\r")
                #expect(terminal.see("new> ").contains("540"))
                terminal.type("history 60\r")
                let history = terminal.see("new> ")
                #expect(history.contains("select 60 * 9;") && history.contains("sql 'select 60 * 7 as n'"))
                terminal.type("history SELECT 6\r")
                let found = terminal.see("new> ").split(whereSeparator: \.isNewline)
                #expect(found.filter { $0.contains("select 6") }.count == 3)
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
            }
        }

        @Test("a table that is too wide is shown in blocks, unless a mode says otherwise")
        func automatic() async throws {
            try await apart {
                let session = try session()
                let terminal = session.terminal
                let wide = "select *, * from sqlite_schema limit 1;\r"
                _ = terminal.see("new> ")
                terminal.type(wide)
                let blocks = terminal.see("new> ")
                #expect(blocks.contains("-[ RECORD 1 ]-") && blocks.contains("rootpage"))
                terminal.type("select 1 as n, 2 as m;\r")
                #expect(terminal.see("new> ").contains("1  2"))
                terminal.type("mode table\r")
                _ = terminal.see("new> ")
                terminal.type("last --format auto\r")
                #expect(terminal.see("new> ").contains("1  2"))
                terminal.type(wide)
                #expect(!terminal.see("new> ").contains("RECORD"))
                terminal.type("last --format auto\r")
                #expect(terminal.see("new> ").contains("-[ RECORD 1 ]-"))
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
            }
        }

        @Test("Tab finishes SQL in its second line, by letters too")
        func completion() async throws {
            try await apart {
                let session = try session()
                let terminal = session.terminal
                _ = terminal.see("new> ")
                terminal.type("select 42 as n\r")
                _ = terminal.see(";> ")
                terminal.type("lmt\t1;\r")
                let shown = terminal.see("new> ")
                #expect(shown.contains("limit 1;") && shown.contains("42"))
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
            }
        }
    }
}
