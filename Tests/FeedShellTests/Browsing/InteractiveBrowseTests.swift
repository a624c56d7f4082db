import FeedCache
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

extension AtTerminal {
    /// The loop truly at work, on a pseudo-terminal of 60 columns and 20 rows. No time passes.
    @Suite(.timeLimit(.minutes(10))) struct InteractiveBrowseTests {
        private let terminal: PseudoTerminal
        private let screen: TerminalScreen
        private let feed: FakeBrowse

        init() throws {
            terminal = try #require(PseudoTerminal())
            screen = TerminalScreen(input: terminal.descriptor, output: terminal.descriptor)
            feed = FakeBrowse([("a", (0..<30).map { "a\($0)" }), ("c", (0..<5).map { "c\($0)" })])
        }

        private func browse(
            _ model: FakeBrowse, _ clock: ScreenClock = .ticking
        ) -> Task<InteractiveBrowse.Ending, any Error> {
            let browse = InteractiveBrowse(model: model, screen: .plain(screen, clock))
            return Task { try await browse.run() }
        }

        @Test("Keys move, open and find, what is committed appears in place, and at the end the terminal is as it was")
        func session() async throws {
            let before = terminal.flags
            let running = browse(feed)
            #expect(await terminal.appearing("row 0 of 30 in a").contains("\u{1B}[?1049h\u{1B}[?25l"))
            terminal.type("jjj")
            _ = await terminal.appearing("row 3 of 30 in a")
            feed.change { $0.sections[0].keys.insert("new", at: 1) }
            #expect(await terminal.appearing("row 4 of 31 in a").contains("›   4  Item a3"))
            terminal.type("\r")
            #expect(await terminal.appearing("q goes back").contains("\"title\": \"Item a3\""))
            terminal.type("q")
            _ = await terminal.appearing("row 4 of 31 in a")
            terminal.type("/Item c\r")
            _ = await terminal.appearing("row 0 of 5 in c")
            terminal.type("n")
            _ = await terminal.appearing("row 1 of 5 in c")
            terminal.type("N")
            _ = await terminal.appearing("row 0 of 5 in c")
            terminal.type("N")
            _ = await terminal.appearing("row 4 of 5 in c")
            terminal.type("/nowhere\r")
            _ = await terminal.appearing("nothing found")
            terminal.type("d")
            #expect(await terminal.appearing("q goes back").contains("nothing changed on screen"))
            terminal.type("\u{1B}")
            _ = await terminal.appearing("row 4 of 5 in c")
            terminal.type("s")
            _ = await terminal.appearing("synced: nothing new")
            terminal.type("q")
            #expect(try await running.value.wasInterrupted == false)
            #expect(await terminal.appearing("\u{1B}[?1049l").contains("\u{1B}[?25h"))
            #expect(terminal.flags == before)
            #expect(feed.looks.first?.rows.first == VisibleRows(section: "a", first: 0, last: 17))
        }

        @Test("Esc stops a search and nothing moves; the next search is made")
        func stoppedSearch() async throws {
            let (gate, opening) = AsyncStream.makeStream(of: Void.self)
            let feed = FakeBrowse([("a", (0..<30).map { "a\($0)" })], searchGate: gate)
            let running = browse(feed)
            _ = await terminal.appearing("row 0 of 30 in a")
            terminal.type("j")
            _ = await terminal.appearing("row 1 of 30 in a")
            terminal.type("/a9\r")
            _ = await terminal.appearing("finding…  Esc stops")
            terminal.type("\u{1B}")
            _ = await terminal.appearing("row 1 of 30 in a")
            #expect(feed.stoppedSearches == 1)
            opening.finish()
            terminal.type("n")
            _ = await terminal.appearing("row 9 of 30 in a")
            terminal.type("q")
            #expect(try await running.value.wasInterrupted == false)
        }

        @Test("A sync runs beside the keys, and is cancelled at the end")
        func syncing() async throws {
            let (gate, _) = AsyncStream.makeStream(of: Void.self)
            let feed = FakeBrowse([("a", (0..<30).map { "a\($0)" })], gate: gate)
            let running = browse(feed)
            _ = await terminal.appearing("row 0 of 30 in a")
            terminal.type("s")
            _ = await terminal.appearing("syncing photos 1")
            terminal.type("sj")
            #expect(await terminal.appearing("row 1 of 30 in a · syncing photos 1").contains("row 1 of"))
            terminal.type("\u{3}")
            #expect(try await running.value.wasInterrupted)
            #expect(feed.syncs == 1)
        }

        @Test("A window that becomes narrow is drawn narrow")
        func narrow() async throws {
            let running = browse(feed)
            _ = await terminal.appearing("row 0 of 30 in a")
            terminal.resize(columns: 20)
            #expect(await terminal.appearing("row 0 of 30 in a\u{1B}[K").hasSuffix("\u{1B}[K"))
            terminal.type("q")
            _ = try await running.value
        }

        @Test("Time in which the program was stopped is no time on screen")
        func stopped() async throws {
            let clock = SteppedClock()
            let running = browse(feed, clock.clock)
            _ = await terminal.appearing("row 0 of 30 in a")
            for time in [Duration.milliseconds(600), .seconds(3), .milliseconds(500)] {
                clock.advance(by: time)
                // What has been seen of the clock is drawn again.
                terminal.type("\u{C}")
                _ = await terminal.appearing("row 0 of 30 in a")
            }
            clock.advance(by: .milliseconds(500))
            _ = await terminal.appearing("1 impression ")
            terminal.type("q")
            #expect(try await running.value.tally.impressions == 1)
            #expect(feed.looks.map(\.stayed).reduce(.zero, +) == .seconds(1))
            #expect(feed.looks.filter(\.wasAway).count == 1)
        }

        @Test("A section that was gone when it asked for an ad asks again once it is back")
        func goneSection() async throws {
            let clock = SteppedClock()
            feed.change { state in
                state.wanting = ["a"]
                state.askError = UnknownNameError(kind: .section, name: "a")
            }
            let running = browse(feed, clock.clock)
            _ = await terminal.appearing("there is no section “a”")
            clock.advance(by: .milliseconds(500))
            terminal.type("\u{C}")
            _ = await terminal.appearing("row 0 of 30 in a")
            clock.advance(by: .milliseconds(500))
            // That of the row, and that of the ad.
            _ = await terminal.appearing("2 impressions")
            terminal.type("q")
            #expect(try await running.value.tally.requested == 1)
        }

        @Test("An ESC alone leaves; without a terminal there is nothing to browse on")
        func escape() async throws {
            let running = browse(feed)
            _ = await terminal.appearing("row 0 of 30 in a")
            terminal.type("\u{1B}")
            #expect(try await running.value.wasInterrupted == false)
            let folder = try TemporaryFolder()
            let file = open(folder.path("file"), O_CREAT | O_RDWR, 0o600)
            defer { close(file) }
            let nowhere = InteractiveBrowse(
                model: feed, screen: .plain(TerminalScreen(input: file, output: file), .ticking))
            await #expect(throws: CommandError.self) { try await nowhere.run() }
        }

        @Test("A task that is cancelled leaves the terminal as it was")
        func cancellation() async throws {
            let before = terminal.flags
            let running = browse(feed)
            _ = await terminal.appearing("row 0 of 30 in a")
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            #expect(await terminal.appearing("\u{1B}[?1049l").contains("\u{1B}[?25h"))
            #expect(terminal.flags == before)
        }

        @Test("Ctrl-Z stops the program with the terminal as it was, and it is drawn again afterwards")
        func suspension() async throws {
            let folder = try TemporaryFolder()
            try await apart {
                let session = try #require(
                    TerminalSession(
                        "feedcache browse; echo \"[$?]\"; read next; fg > /dev/null; echo \"[$?]\"", in: folder))
                let terminal = session.terminal
                #expect(terminal.see("no rows").contains("\u{1B}[?1049h"))
                terminal.type("\u{1A}")
                // 128 and the number of SIGTSTP.
                #expect(terminal.see("[\(128 + SIGTSTP)]").contains("\u{1B}[?1049l"))
                #expect(session.isCooked)
                terminal.type("\n")
                #expect(terminal.see("no rows").contains("\u{1B}[?1049h"))
                terminal.type("q")
                #expect(terminal.see("[0]").contains("\u{1B}[?1049l"))
                #expect(session.isCooked)
            }
        }
    }
}

@Suite struct BrowseCommandTests {
    @Test("Without a terminal it says so in a line, with the exit code of wrong usage")
    func noTerminal() async throws {
        let fixture = try ShellFixture()
        let result = try await fixture.run("browse")
        #expect(result.status == .usage && result.output.isEmpty)
        #expect(result.errors.contains("there is no terminal to browse on"))
        #expect(try await fixture.run("browse --json").status == .usage)
    }
}
