import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

extension AtTerminal {
    /// The loop truly at work, on a pseudo-terminal of 60 columns and 20 rows. The clock moves only when a test moves it.
    @Suite(.timeLimit(.minutes(10))) struct InteractiveScrollTests {
        private let terminal: PseudoTerminal
        private let screen: TerminalScreen

        init() throws {
            terminal = try #require(PseudoTerminal())
            screen = TerminalScreen(input: terminal.descriptor, output: terminal.descriptor)
        }

        private func scroll(_ model: FakeScroll, clock: ScreenClock) -> Task<InteractiveScroll.Ending, any Error> {
            let scroll = InteractiveScroll(model: model, screen: .plain(screen, clock))
            return Task { try await scroll.run() }
        }

        /// Lets time pass, and waits until the loop has seen that: Ctrl-L draws everything again.
        private func pass(_ time: Duration, _ clock: SteppedClock, _ facts: String) async {
            clock.advance(by: time)
            terminal.type("\u{C}")
            _ = await terminal.appearing(facts)
        }

        @Test("Keys move the rows, time counts, and at the end the terminal is as it was")
        func session() async throws {
            let before = terminal.flags
            let clock = SteppedClock()
            let model = FakeScroll(rowCount: 31)
            let running = scroll(model, clock: clock.clock)
            #expect(await terminal.appearing("rows 0–15 of 31").contains("\u{1B}[?1049h\u{1B}[?25l"))
            #expect(terminal.flags != before)
            terminal.type("jj\u{1B}[B")
            #expect(await terminal.appearing("rows 3–18 of 31").contains("[ad] Row no. 2") == false)
            terminal.type("\u{1B}[H")
            #expect(await terminal.appearing("rows 0–15 of 31").contains("[ad] Row no. 2"))
            terminal.type("G")
            _ = await terminal.appearing("rows 15–30 of 31")
            await pass(.milliseconds(600), clock, "rows 15–30 of 31")
            clock.advance(by: .milliseconds(600))
            _ = await terminal.appearing("1 impression ")
            terminal.type("q")
            let ending = try await running.value
            #expect(await terminal.appearing("\u{1B}[?1049l").contains("\u{1B}[?25h"))
            #expect(terminal.flags == before)
            #expect(ending.view?.first == 15 && ending.tally.impressions == 1 && !ending.wasInterrupted)
            #expect(await model.stayed == .milliseconds(1_200))
        }

        @Test("Time in which the program was stopped is no time on screen")
        func stopped() async throws {
            let clock = SteppedClock()
            let model = FakeScroll(rowCount: 31)
            let running = scroll(model, clock: clock.clock)
            _ = await terminal.appearing("rows 0–15 of 31")
            for time in [Duration.milliseconds(600), .seconds(3), .milliseconds(500)] {
                await pass(time, clock, "rows 0–15 of 31")
            }
            clock.advance(by: .milliseconds(500))
            _ = await terminal.appearing("1 impression ")
            terminal.type("q")
            _ = try await running.value
            #expect(await model.looksAway == 1)
            #expect(await model.stayed == .seconds(1))
        }

        @Test("While an ad is waited for keys still move, and Ctrl-C ends at once")
        func slowStep() async throws {
            let (gate, ads) = AsyncStream.makeStream(of: Void.self)
            let running = scroll(FakeScroll(rowCount: 31, gate: gate), clock: .ticking)
            _ = await terminal.appearing("rows 0–15 of 31")
            terminal.type("j")
            #expect(await terminal.appearing("rows 1–16 of 31").contains("asking…"))
            ads.yield()
            _ = await terminal.appearing("1 ad requested")
            terminal.type("k\u{3}")
            #expect(try await running.value.wasInterrupted)
        }

        @Test("A step that has not begun is not overtaken by the next")
        func lateStep() async throws {
            let (entrance, late) = AsyncStream.makeStream(of: Void.self)
            let (events, continuation) = AsyncStream.makeStream(of: ScrollSession.Event.self)
            let model = FakeScroll(rowCount: 31, entrance: entrance)
            #expect(try screen.enter())
            defer { screen.leave() }
            var session = ScrollSession(model, on: .plain(screen, .ticking)) { continuation.yield($0) }
            try session.goOn()
            for await event in events {
                #expect(try session.take(event) == nil)
                if case .stepped(1, _) = event { break }
            }
            #expect(try session.take(.typed(Array("j".utf8))) == nil)
            for _ in 0..<5 { #expect(try session.take(.tick) == nil) }
            late.yield()
            for await event in events {
                #expect(try session.take(event) == nil)
                if case .stepped(2, _) = event { break }
            }
            #expect(await terminal.appearing("rows 1–16 of 31").contains("asking…") == false)
            #expect(await model.moves == [0, 1])
        }

        @Test("An ESC alone leaves")
        func escape() async throws {
            let running = scroll(FakeScroll(rowCount: 3), clock: .ticking)
            _ = await terminal.appearing("rows 0–2 of 3")
            terminal.type("\u{1B}")
            #expect(try await running.value.wasInterrupted == false)
        }

        @Test("A task that is cancelled leaves the terminal as it was")
        func cancellation() async throws {
            let before = terminal.flags
            let running = scroll(FakeScroll(rowCount: 3), clock: SteppedClock().clock)
            _ = await terminal.appearing("rows 0–2 of 3")
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            #expect(await terminal.appearing("\u{1B}[?1049l").contains("\u{1B}[?25h"))
            #expect(terminal.flags == before)
        }

        @Test("Without a terminal there is nothing to scroll on")
        func noTerminal() async throws {
            let folder = try TemporaryFolder()
            let file = open(folder.path("file"), O_CREAT | O_RDWR, 0o600)
            defer { close(file) }
            let scroll = InteractiveScroll(
                model: FakeScroll(rowCount: 3), screen: .plain(TerminalScreen(input: file, output: file), .ticking))
            await #expect(throws: CommandError.self) { try await scroll.run() }
        }
    }
}
