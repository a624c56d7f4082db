import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

extension AtTerminal {
    /// Pagers truly at work, on a pseudo-terminal. In turn: the terminal is one, and so is the pager.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct PagingTests {
        private let terminal: PseudoTerminal
        private let folder: TemporaryFolder

        init() throws {
            signal(SIGPIPE, SIG_IGN)
            terminal = try #require(PseudoTerminal())
            folder = try TemporaryFolder()
        }

        private func shell(_ pager: String, errors: Output = .error) -> Shell {
            Shell(
                commands: .all, environment: ["FEEDCACHE_PAGER": pager, "PATH": "/usr/bin:/bin", "TERM": "xterm"],
                output: Output(descriptor: terminal.descriptor), errors: errors)
        }

        private static let long = (1...30).map { "line \($0)\n" }.joined()

        @Test("What fits the screen is shown as it is, without the pager")
        func short() async throws {
            try await shell("sed s/^/paged:/").paging { try $0.output.write("one\ntwo\n") }
            #expect(terminal.see("two").hasSuffix("one\r\ntwo"))
        }

        @Test("What is longer goes through the pager, all of it and in order")
        func long() async throws {
            let status = try await shell("sed s/^/paged:/; echo end").paging { shell in
                for number in 1...30 { try shell.output.line("line \(number)") }
                return 3
            }
            #expect(status == 3)
            let shown = terminal.see("end")
            #expect(shown.contains("paged:line 1\r\n") && shown.contains("paged:line 30\r\nend"))
        }

        @Test("Not where it is switched off, by the session or the option")
        func off() async throws {
            try await shell("sed s/^/paged:/").paging(false) { try $0.output.write(Self.long) }
            #expect(!terminal.see("line 30").contains("paged"))
            try await shell("sed s/^/paged:/").with(SessionSettings(isPaging: false)).paging {
                try $0.output.write(Self.long)
            }
            #expect(!terminal.see("line 30").contains("paged"))
        }

        @Test("Not without a terminal")
        func piped() async throws {
            let descriptor = open(folder.path("out"), O_CREAT | O_WRONLY, 0o600)
            defer { close(descriptor) }
            try await shell("sed s/^/paged:/").writing(to: Output(descriptor: descriptor)).paging {
                try $0.output.write(Self.long)
            }
            #expect(try folder.text("out") == Self.long)
        }

        @Test("A pager that is left early is no error, and the command comes to its own end")
        func leftEarly() async throws {
            let status = try await shell("head -n 1").paging { shell in
                for _ in 1...2_000 { try shell.output.write(Self.long) }
                return 65
            }
            #expect(status == 65)
            #expect(terminal.see("line 1").hasSuffix("line 1"))
        }

        @Test("An endless result is stopped once the pager was left")
        func endless() async throws {
            await #expect(throws: OutputError.self) {
                try await shell("head -n 1").paging { shell in
                    while true { try shell.output.write(Self.long) }
                }
            }
        }

        @Test("An error waits until the pager was left, and keeps its status")
        func errors() async throws {
            let script = "cat > /dev/null; cat '\(folder.path("err"))'; echo left"
            let descriptor = open(folder.path("err"), O_CREAT | O_WRONLY, 0o600)
            defer { close(descriptor) }
            let shell = shell(script, errors: Output(descriptor: descriptor))
            let status = await FeedcacheProgram.reportingErrors(in: shell) { _ in
                try await shell.paging { shell in
                    try shell.output.write(Self.long)
                    throw CommandError(.badData, "damaged")
                }
            }
            #expect(status.status == .badData)
            #expect(!terminal.see("left").contains("damaged"))
            #expect(try folder.text("err") == "feedcache: damaged\n")
        }

        @Test("The pager finds a terminal as programs expect it, and leaves it as it was found, even by force")
        func modes() async throws {
            var editing = termios()
            #expect(tcgetattr(terminal.descriptor, &editing) == 0)
            editing.c_lflag &= ~tcflag_t(ICANON | ECHO)
            #expect(tcsetattr(terminal.descriptor, TCSANOW, &editing) == 0)
            try await shell("stty -a <&1; stty raw <&1; cat > /dev/null; kill -9 $$").paging {
                try $0.output.write(Self.long)
            }
            let seen = terminal.see("echonl")
            #expect(seen.contains(" icanon") && seen.contains(" echo "), "\(seen)")
            var after = termios()
            #expect(tcgetattr(terminal.descriptor, &after) == 0)
            #expect(after.c_lflag == editing.c_lflag && after.c_oflag == editing.c_oflag)
        }

        @Test("Signals reach the pager as they reach any program")
        func signals() async throws {
            try await shell("trap 'echo got' PIPE; kill -PIPE $$; cat > /dev/null; echo end").paging {
                try $0.output.write(Self.long)
            }
            #expect(terminal.see("end").contains("got"))
        }
    }
}
