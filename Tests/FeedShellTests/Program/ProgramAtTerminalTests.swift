import FeedModel
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

extension AtTerminal {
    /// The real program at a terminal, under a shell with job control.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct ProgramAtTerminalTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func session(_ script: String, _ environment: [String: String] = [:]) throws -> TerminalSession {
            try #require(TerminalSession(script, in: folder, environment: environment))
        }

        @Test("Ctrl-Z at the prompt stops the REPL, and the line that was being edited is there again afterwards")
        func suspension() async throws {
            try await apart {
                let session = try session(
                    "feedcache repl --no-init; echo \"[$?]\"; read next; fg > /dev/null; echo \"[$?]\"")
                let terminal = session.terminal
                #expect(terminal.see("new> ").contains("> "))
                terminal.type("status --limt\u{2}")
                _ = terminal.see("limt")
                terminal.type("\u{1A}")
                // 128 and the number of SIGTSTP.
                #expect(terminal.see("[\(128 + SIGTSTP)]").contains("[\(128 + SIGTSTP)]"))
                #expect(session.isCooked)
                terminal.type("\n")
                #expect(terminal.see("new> status --limt").contains("new> status --limt"))
                // The cursor is where it was.
                terminal.type("i\u{5}\r")
                #expect(terminal.see("--limit").contains("--limit"))
                _ = terminal.see("new> ")
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
                #expect(session.isCooked)
            }
        }

        @Test("Ctrl-\\ at the prompt ends the REPL with 131, without a dump")
        func quitting() async throws {
            try await apart {
                let session = try session("feedcache repl --no-init; echo \"[$?]\"; read end")
                _ = session.terminal.see("new> ")
                session.terminal.type("abc\u{1C}")
                let shown = session.terminal.see("[131]")
                #expect(shown.hasSuffix("[131]"))
                #expect(!shown.contains("hread") && !shown.contains("SIGQUIT"), "\(shown)")
                #expect(session.isCooked)
            }
        }

        @Test("Ctrl-\\ ends one command with 131, without a dump")
        func quittingCommand() async throws {
            try await apart {
                let session = try session("feedcache mock serve --port 0; echo \"[$?]\"; read end")
                _ = session.terminal.see("serving http")
                session.terminal.type("\u{1C}")
                let shown = session.terminal.see("[131]")
                #expect(shown.hasSuffix("[131]"))
                #expect(!shown.contains("hread") && !shown.contains("SIGQUIT"), "\(shown)")
            }
        }

        @Test(
            "A signal ends the pager too, with all it has started",
            arguments: [("TERM", 143), ("HUP", 129), ("QUIT", 131)])
        func paging(signal: String, code: Int) async throws {
            try await apart {
                #expect(mkfifo(folder.path("held"), 0o600) == 0)
                let held = open(folder.path("held"), O_RDONLY | O_NONBLOCK)
                defer { close(held) }
                // The pager's own child holds the pipe open for as long as it lives.
                let pager = "(kill -\(signal) $PPID; exec sleep 1000) > \(folder.path("held")); true"
                let session = try session(
                    "feedcache help sync; echo \"[$?]\"; read end", ["FEEDCACHE_PAGER": pager])
                #expect(session.terminal.see("[\(code)]").hasSuffix("[\(code)]"))
                #expect(session.isCooked)
                // What was told to end may take a moment.
                var end = pollfd(fd: held, events: 0, revents: 0)
                #expect(poll(&end, 1, 30_000) == 1 && Int32(end.revents) & POLLHUP != 0, "a process still has the pipe")
            }
        }

        @Test("Ctrl-C in a demo ends a command, and never the demo")
        func demo() async throws {
            try await apart {
                let session = try session("feedcache demo; echo \"[$?]\"; read end")
                let terminal = session.terminal
                _ = terminal.see("> ")
                for _ in 1...2 {
                    terminal.type("watch --every 1h\r")
                    // It is at work once it shows its progress.
                    _ = terminal.see("articles 0")
                    terminal.type("\u{3}")
                    #expect(terminal.see("> ").contains("> "))
                }
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
            }
        }

        @Test("A signal that ends a demo leaves nothing of it behind")
        func endedDemo() async throws {
            try await apart {
                let session = try session("feedcache demo; echo \"[$?]\"; read end", ["TMPDIR": folder.path])
                let terminal = session.terminal
                #expect(terminal.see("Ctrl-D leaves").contains("\(folder.path)/feedcache-demo-"))
                _ = terminal.see("> ")
                terminal.type("! kill -TERM $PPID\r")
                #expect(terminal.see("[143]").contains("[143]"))
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names.filter { $0.hasPrefix("feedcache-demo-") } == [])
            }
        }

        @Test("A database that is deleted under the REPL is said once, and what there is then is used")
        func deletedDatabase() async throws {
            try await apart {
                let session = try session(
                    "feedcache prune --db feed.db >/dev/null; feedcache repl --no-init --db feed.db; echo \"[$?]\"; read end"
                )
                let terminal = session.terminal
                _ = terminal.see("new> ")
                for name in ["feed.db", "feed.db-wal", "feed.db-shm"] {
                    try? FileManager.default.removeItem(atPath: folder.path(name))
                }
                terminal.type("runs\r")
                var shown = terminal.see("new> ")
                terminal.type("runs\r")
                shown += terminal.see("new> ")
                #expect(shown.components(separatedBy: "was deleted, moved or replaced").count == 2, "\(shown)")
                #expect(shown.components(separatedBy: "no runs yet").count == 3, "\(shown)")
                terminal.type("exit\r")
                #expect(terminal.see("[0]").contains("[0]"))
            }
        }
    }
}

@Suite("A pipe without a reader", .timeLimit(.minutes(10)))
struct FullPipeTests {
    @Test(
        "does not hold off the first signal",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
    func full(signal: Int32, code: Int32) async throws {
        let folder = try TemporaryFolder()
        let program = Process()
        program.executableURL = ProgramBinary.url
        // Without an end.
        program.arguments = ["sql", "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n"]
        program.environment = ["HOME": folder.path, "FEEDCACHE_DB": folder.path("feed.db")]
        let (output, errors) = (Pipe(), Pipe())
        (program.standardInput, program.standardOutput, program.standardError) = (FileHandle.nullDevice, output, errors)
        let (endings, continuation) = AsyncStream.makeStream(of: Int32.self)
        program.terminationHandler = {
            continuation.yield($0.terminationReason == .exit ? $0.terminationStatus : -$0.terminationStatus)
            continuation.finish()
        }
        try program.run()
        let reading = output.fileHandleForReading.fileDescriptor
        try await apart {
            var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            #expect(poll(&ready, 1, 60_000) == 1)
        }
        kill(program.processIdentifier, signal)
        var ending: Int32?
        for await code in endings { ending = code }
        #expect(ending == code)
        try output.fileHandleForReading.close()
    }
}

@Suite("Standard output that is closed")
struct ClosedOutputTests {
    @Test("makes no failure a success, and what went wrong is said")
    func failures() async throws {
        let fixture = try ShellFixture()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let shell = fixture.shell.writing(to: Output(descriptor: ends[1]))
        for line in ["sync", "sync --json", "refresh photos", "watch --count 1"] {
            let result = try await fixture.capture {
                await FeedcacheProgram.perform(ShellWords(line).words, in: shell).status
            }
            #expect(result.status == .unavailable, "\(line)")
            let start = line.contains("--json") ? "{\"error\":" : "feedcache: "
            #expect(result.errors.contains(start) && result.errors.contains("refused"), "\(line): \(result)")
        }
        let result = try await fixture.capture { await FeedcacheProgram.perform(["runs"], in: shell).status }
        #expect(result.status == .done && result.errors.isEmpty)
    }

    @Test("is not some other file that was opened since", arguments: ["<&-", ">&-", "2>&-"])
    func standardStreams(closed: String) async throws {
        try await apart {
            let folder = try TemporaryFolder()
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = [
                "-c", "'\(ProgramBinary.url.path)' sql 'select 1' --db '\(folder.path("feed.db"))' \(closed)",
            ]
            let (output, errors) = (Pipe(), Pipe())
            (shell.standardOutput, shell.standardError) = (output, errors)
            try shell.run()
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()
            #expect(shell.terminationStatus == (closed == ">&-" ? 74 : 0), "\(said)")
            #expect(said.contains("Bad file descriptor") == (closed == ">&-"), "\(said)")
        }
    }
}
