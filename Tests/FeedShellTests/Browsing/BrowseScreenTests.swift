import FeedModel
import TerminalKit
import Testing

@testable import FeedShell

@Suite struct BrowseScreenTests {
    private static let plain = Style(.never, environment: [:], isTerminal: false)
    private let feed = FakeBrowse([("a", (0..<9).map { "a\($0)" }), ("b", ["b0", "b1"])])

    private func screen(_ columns: Int, _ rows: Int) -> BrowseScreen {
        BrowseScreen(columns: columns, rows: rows, style: Self.plain, glyphs: .unicode)
    }

    private func state(_ screen: BrowseScreen, pressing keys: [TerminalKey] = []) -> BrowseState {
        var state = BrowseState(height: screen.bodyHeight)
        state.take(feed.page(state.request), at: .zero)
        for key in keys {
            state.press(key)
            state.take(feed.page(state.request), at: .zero)
        }
        return state
    }

    @Test("Sections one below the other, the chosen row, what changed, and the place")
    func whole() {
        let screen = screen(41, 8)
        var state = state(screen, pressing: [.pageDown, .down])
        feed.change { $0.titles["a8"] = "Other" }
        state.take(feed.page(state.request), at: .zero)
        #expect(
            screen.lines(state, BrowseScreen.Notes()) == [
                "a  a · list · 9 rows",
                "    5  Item a5                        a5",
                "›   6  Item a6                        a6",
                "    7  Item a7                        a7",
                " ~  8  Other                          a8",
                "",
                "b  b · list · 2 rows",
                "row 6 of 9 in a                   ? keys",
            ])
    }

    @Test("What is typed, said, counted and synced is at the bottom")
    func notes() {
        let screen = screen(70, 4)
        let state = state(screen)
        var notes = BrowseScreen.Notes(tally: .init(requested: 1, impressions: 2, isOffline: true), sync: "syncing a 3")
        let place = "row 0 of 9 in a · 1 ad requested · 2 impressions · offline"
        #expect(screen.lines(state, notes).last?.hasPrefix(place) == true)
        notes.message = "nothing found"
        #expect(screen.lines(state, notes).last?.hasPrefix("nothing found · syncing a 3  ") == true)
        notes.typed = "caf\u{1B}"
        #expect(screen.lines(state, notes).last?.hasPrefix("/caf") == true)
        #expect(screen.lines(state, notes).joined().contains("\u{1B}") == false)
    }

    @Test("Any window is filled and never overfull", arguments: [1, 2, 3, 5, 24], [1, 2, 10, 20, 33, 200])
    func windows(rows: Int, columns: Int) {
        let screen = screen(columns, rows)
        var notes = BrowseScreen.Notes(tally: .init(requested: 12, impressions: 3), sync: "syncing photos 100000")
        var item = BrowsePanel(
            .content(
                index: 0, id: "a0", version: nil, payload: "{\"title\": \"\(String(repeating: "長い", count: 90))\"}"),
            section: "a", number: 0)
        for typed in [nil, String(repeating: "カ", count: 90)] {
            notes.typed = typed
            for keys in [[], [TerminalKey.pageDown], [.end]] {
                let state = state(screen, pressing: keys)
                var keyList = BrowsePanel.keys
                for lines in [
                    screen.lines(state, notes), screen.lines(&item, notes), screen.lines(&keyList, notes),
                    screen.lines(BrowseState(height: screen.bodyHeight), notes),
                ] {
                    #expect(lines.count == rows)
                    // A wide character cannot be narrower.
                    #expect(lines.allSatisfy { DisplayWidth.of($0) < max(columns, 3) })
                }
            }
        }
    }

    @Test("A text over the feed is scrolled from its first line to its last")
    func panel() {
        let screen = screen(30, 6)
        var panel = BrowsePanel.keys
        let first = screen.lines(&panel, BrowseScreen.Notes())
        #expect(first.first == "Keys" && first.last?.hasPrefix("lines 1–4 of ") == true)
        panel.press(.end, height: screen.panelHeight)
        #expect(screen.lines(&panel, BrowseScreen.Notes()).dropLast().last?.contains("leaves") == true)
        panel.press(.home, height: screen.panelHeight)
        #expect(screen.lines(&panel, BrowseScreen.Notes()) == first)
    }

    @Test("A feed without sections says so")
    func empty() {
        feed.change { $0.sections = [] }
        let screen = screen(40, 3)
        #expect(screen.lines(state(screen), BrowseScreen.Notes()).first == "no sections")
    }
}
