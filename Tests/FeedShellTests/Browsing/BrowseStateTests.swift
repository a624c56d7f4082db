import FeedModel
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite struct BrowseStateTests {
    private let feed = FakeBrowse([("a", (0..<20).map { "a\($0)" }), ("b", []), ("c", (0..<5).map { "c\($0)" })])

    private func state(height: Int = 8) -> BrowseState {
        var state = BrowseState(height: height)
        state.take(feed.page(state.request), at: .zero)
        return state
    }

    /// Takes a page where one is needed, as the loop does.
    private func read(_ state: inout BrowseState, at time: Duration = .zero) {
        state.take(feed.page(state.request), at: time)
    }

    private func chosen(_ state: BrowseState) -> String? { state.chosen?.row.id.text }

    /// Where the chosen row is on screen.
    private func screenLine(_ state: BrowseState) -> Int { state.outline.line(of: state.cursor) - state.top }

    @Test("Keys move over rows of all sections, and no further than they go")
    func moving() {
        var state = state()
        #expect(chosen(state) == "a0" && state.top == 0)
        state.press(.up)
        #expect(state.cursor == 0)
        for _ in 0..<3 { state.press(.down) }
        #expect(chosen(state) == "a3" && state.top == 0)
        state.press(.end)
        #expect(state.needsPage)
        read(&state)
        #expect(chosen(state) == "c4" && !state.needsPage)
        #expect(state.top == state.outline.lineCount - 8)
        for _ in 0..<5 { state.press(.up) }
        #expect(state.outline.position(of: state.cursor) == RowPosition(section: 0, row: 19))
        state.press(.home)
        read(&state)
        #expect(chosen(state) == "a0" && state.top == 0)
    }

    @Test("A page leaves two lines on screen; a section’s header stays at the top while its rows are there")
    func pages() {
        var state = state()
        state.press(.pageDown)
        #expect(state.top == 6 && state.cursor == 6)
        #expect(state.coveringSection == 0)
        // The row below the header cannot be seen.
        #expect(state.visible == [VisibleRows(section: "a", first: 6, last: 12)])
        state.press(.pageUp)
        #expect(state.top == 0 && state.cursor == 0 && state.coveringSection == nil)
    }

    @Test("It begins at the row that is asked for, as near the top as the header lets it; else at the first")
    func start() {
        for (section, row, expected) in [
            ("a", 7, "a7"), ("a", 0, "a0"), ("a", 99, "a19"), ("c", 0, "c0"), ("gone", 3, "a0"), ("b", 0, "a0"),
        ] {
            let anchor = BrowseRequest.Anchor(section: section, row: row, identity: nil, index: 0, line: 0)
            var state = BrowseState(height: 5, at: anchor)
            read(&state)
            #expect(chosen(state) == expected && screenLine(state) == 1 && !state.needsPage, "\(section) \(row)")
        }
    }

    @Test("The chosen row stays where it is on screen, whatever comes above it; keys meanwhile still count")
    func insertedAbove() {
        var state = state()
        for _ in 0..<5 { state.press(.down) }
        let line = screenLine(state)
        let request = state.request
        feed.change { $0.sections[0].keys.insert(contentsOf: (0..<300).map { "new\($0)" }, at: 0) }
        state.press(.down)
        state.take(feed.page(request), at: .zero)
        #expect(chosen(state) == "a6" && screenLine(state) == line + 1)
        #expect(!state.needsPage)
    }

    @Test("A chosen row that is gone leaves its place to the next")
    func removed() {
        var state = state()
        for _ in 0..<4 { state.press(.down) }
        feed.change { $0.sections[0].keys.remove(at: 4) }
        read(&state)
        #expect(chosen(state).map { ["a3", "a4", "a5"].contains($0) } == true)
        feed.change { $0.sections = [] }
        read(&state)
        #expect(state.chosen == nil && state.cursor == 0 && state.top == 0 && state.visible.isEmpty)
        feed.change { $0.sections = [("z", ["z0"])] }
        read(&state)
        #expect(chosen(state) == "z0")
    }

    @Test("After any change the chosen row is the same one at the same line", arguments: SeededGenerator.seeds(200))
    func anchored(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        feed.change { $0.sections[1].keys = (0..<40).map { "b\($0)" } }
        var state = state(height: Int.random(in: 3...12, using: &generator))
        for _ in 0..<Int.random(in: 15...40, using: &generator) {
            state.press(.down)
            if state.needsPage { read(&state) }
        }
        for _ in 0..<3 {
            let (key, line) = (try #require(chosen(state)), screenLine(state))
            feed.change { state in
                for _ in 0..<5 {
                    let section = Int.random(in: 0..<state.sections.count, using: &generator)
                    let place = Int.random(in: 0...state.sections[section].keys.count, using: &generator)
                    state.sections[section].keys.insert("n\(Int.random(in: 0..<Int.max, using: &generator))", at: place)
                }
                let gone = Int.random(in: 0..<state.sections[0].keys.count, using: &generator)
                if state.sections[0].keys[gone] != key { state.sections[0].keys.remove(at: gone) }
                if Bool.random(using: &generator) { state.sections.swapAt(0, 1) }
            }
            read(&state)
            #expect(chosen(state) == key, "seed \(seed)")
            // Only at an end of the feed it may have to move.
            if state.top > 0, state.top < state.outline.lineCount - state.height {
                #expect(screenLine(state) == line, "seed \(seed)")
            }
            #expect(!state.needsPage, "seed \(seed)")
        }
    }

    @Test("A row that was found is chosen, and is the same where the feed changed before it was read")
    func found() {
        feed.change { $0.sections[0].keys = (0..<1_000).map { "a\($0)" } }
        var state = state()
        state.go(to: BrowsePlace(section: "a", row: 700, identity: .content("a700")))
        #expect(state.needsPage && screenLine(state) == 4)
        feed.change { $0.sections[0].keys.insert("x", at: 3) }
        read(&state)
        #expect(chosen(state) == "a700" && screenLine(state) == 4)
        state.go(to: BrowsePlace(section: "gone", row: 1, identity: .content("y")))
        #expect(chosen(state) == "a700")
    }

    @Test("What came, changed or moved is marked for three seconds; what was scrolled to is not")
    func marks() {
        func marks(_ state: BrowseState) -> [String: BrowseState.Mark] {
            let all = state.outline.rows(on: state.top..<state.top + state.height).flatMap { section, rows in
                rows.compactMap { row -> (String, BrowseState.Mark)? in
                    let position = RowPosition(section: section, row: row)
                    return state.mark(of: position).flatMap { mark in state.row(at: position).map { ($0.id.text, mark) }
                    }
                }
            }
            return Dictionary(all, uniquingKeysWith: { first, _ in first })
        }
        var state = state()
        for key in [TerminalKey.pageDown, .pageDown, .end, .home] {
            state.press(key)
            read(&state)
            #expect(marks(state).isEmpty)
        }
        feed.change { state in
            state.sections[0].keys.insert("new", at: 2)
            state.titles["a3"] = "Other"
            state.sections[0].keys.swapAt(1, 5)
        }
        read(&state, at: .seconds(10))
        let found = marks(state)
        #expect(found["new"] == .new && found["a3"] == .changed)
        #expect(found.values.contains(.moved) && found["a0"] == nil)
        state.expire(at: .milliseconds(12_999))
        #expect(marks(state) == found)
        state.expire(at: .seconds(13))
        #expect(marks(state).isEmpty)
    }

    @Test("Only rows near the screen are read, of however many there are")
    func nearRows() {
        feed.change { $0.sections[0].keys = (0..<100_000).map { "a\($0)" } }
        var state = state()
        state.press(.end)
        for _ in 0..<20 { state.press(.up) }
        read(&state)
        #expect(!state.needsPage)
        #expect(state.windows.values.allSatisfy { $0.rows.count <= 3 * 8 })
    }

    @Test("Any height is filled and holds the chosen row")
    func heights() {
        var state = state()
        state.press(.end)
        for height in [1, 2, 3, 40, 5, 1] {
            state.resize(height: height)
            read(&state)
            #expect((0..<height).contains(screenLine(state)) && chosen(state) == "c4")
            #expect(state.coveringSection == nil || screenLine(state) > 0)
        }
    }
}
