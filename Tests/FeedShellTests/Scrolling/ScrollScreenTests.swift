import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite struct ScrollScreenTests {
    private static let plain = Style(.never, environment: [:], isTerminal: false)

    private func screen(_ columns: Int, _ rows: Int) -> ScrollScreen {
        ScrollScreen(frame: ScreenFrame(columns: columns, rows: rows, style: Self.plain, glyphs: .unicode))
    }

    @Test("The title, the rows with ads marked, and their place")
    func whole() {
        let tally = ScrollScreen.Tally(requested: 1, impressions: 2)
        let view = FakeScroll.view(first: 1, height: 3, of: 31)
        #expect(
            screen(61, 8).lines(view, tally: tally, isAsking: false) == [
                "articles  articles · list · 31 rows",
                "",
                "  1  Row no. 1                                             1",
                "  2  [ad] Row no. 2                                     ad-1",
                "  3  Row no. 3                                             3",
                "",
                "",
                "rows 1–3 of 31 · 1 ad requested · 2 impressions     q leaves",
            ])
    }

    @Test("Being offline, and a step that takes its time, are shown")
    func states() {
        var tally = ScrollScreen.Tally()
        let view = FakeScroll.view(first: 0, height: 3, of: 0, requested: 1, isOffline: true)
        tally.add(view)
        tally.add(FakeScroll.view(first: 0, height: 3, of: 0))
        #expect(ScrollScreen.facts(view, tally, true) == "no rows · 1 ad requested · 0 impressions · offline · asking…")
        tally.add(FakeScroll.view(first: 0, height: 3, of: 0, requested: 1, isOffline: false))
        #expect(ScrollScreen.facts(view, tally) == "no rows · 2 ads requested · 0 impressions")
    }

    @Test("Any window is filled and never overfull", arguments: [1, 2, 3, 5, 6, 24], [1, 2, 10, 33, 200])
    func windows(rows: Int, columns: Int) {
        let screen = screen(columns, rows)
        #expect(screen.rowCapacity >= 1 && screen.rowCapacity <= rows)
        let view = FakeScroll.view(first: 0, height: screen.rowCapacity + 1, of: 31)
        for view in [view, nil] {
            let lines = screen.lines(view, tally: .init(), isAsking: true)
            #expect(lines.count == rows)
            #expect(lines.allSatisfy { DisplayWidth.of($0) < max(columns, 2) })
        }
    }
}
