import Foundation
import TestSupport
import Testing

@testable import FeedShell

extension AtTerminal {
    /// The real program at a terminal: a preview ends by Ctrl-C alone.
    @Suite("A preview at a terminal", .serialized, .timeLimit(.minutes(10))) struct PreviewAtTerminalTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func session(_ script: String, _ environment: [String: String] = [:]) throws -> TerminalSession {
            try #require(TerminalSession(script, in: folder, environment: environment))
        }

        @Test("in the REPL gives its link, ends with Ctrl-C, and the REPL goes on")
        func inREPL() async throws {
            try await apart {
                let session = try session("feedcache repl --no-init; echo \"[$?]\"; read end")
                let terminal = session.terminal
                _ = terminal.see("new> ")
                var links: [Substring] = []
                for _ in 1...2 {
                    terminal.type("preview --width 390\r")
                    _ = terminal.see("preview at ")
                    links.append(terminal.see("\n").prefix { !$0.isWhitespace })
                    terminal.type("\u{3}")
                    #expect(terminal.see("new> ").contains("new> "))
                }
                #expect(links.allSatisfy { $0.hasPrefix("http://127.0.0.1:") && $0.contains("/?token=") }, "\(links)")
                #expect(links.first != links.last)
                terminal.type("preview --width 100\r")
                #expect(terminal.see("new> ").contains("“100” is not 1 to 4 widths"))
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
            }
        }

        @Test("gives the browser a file with the link, which others cannot read and which goes with the preview")
        func opening() async throws {
            try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
            let opener = folder.path("bin/xdg-open")
            try """
            #!/bin/sh
            { echo "file:$1:"; ls -ld "$(dirname "$1")"; cat "$1"; echo "words:$#:"; } > /dev/tty
            """.write(toFile: opener, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: opener)
            let program = ProgramBinary.url.deletingLastPathComponent().path
            try await apart {
                let path = "\(folder.path("bin")):\(program):/usr/bin:/bin"
                let session = try session("feedcache preview --open; echo \"[$?]\"; read end", ["PATH": path])
                let shown = session.terminal.see("words:1:")
                let link = try #require(shown.firstMatch(of: #/preview at (\S+)/#)?.1)
                let file = try #require(shown.firstMatch(of: #/file:(.+):/#)?.1)
                #expect(shown.contains("drwx------") && shown.contains("url=\(link)\""), "\(shown)")
                #expect(FileManager.default.fileExists(atPath: String(file)))
                session.terminal.type("\u{3}")
                #expect(session.terminal.see("[130]").contains("[130]"))
                #expect(!FileManager.default.fileExists(atPath: String(file)))
            }
        }

        @Test("is there without a program that opens links")
        func withoutOpener() async throws {
            let program = ProgramBinary.url.deletingLastPathComponent().path
            try await apart {
                let session = try session("feedcache preview --open --json; echo \"[$?]\"; read end", ["PATH": program])
                #expect(session.terminal.see("\"}").contains("{\"url\":\"http://127.0.0.1:"))
                session.terminal.type("\u{3}")
                #expect(session.terminal.see("[130]").contains("[130]"))
            }
        }
    }
}
