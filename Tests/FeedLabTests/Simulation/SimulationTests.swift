import FeedModel
import FeedSlots
import TerminalKit
import Testing

@testable import FeedLab

@Suite struct SimulationTests {
    private func run(_ policy: SlotPolicy, _ steps: Scenario.Step...) -> [SimulationState] {
        Scenario(policy: policy, steps: steps).run()
    }

    private func letters(_ text: String) -> [String] { text.map { String($0) } }

    private func rows(_ state: SimulationState?) -> String { state?.rows.joined() ?? "" }
    private func plan(_ state: SimulationState?) -> String { state?.plan.joined() ?? "" }

    @Test("Content that comes as first screen and later pages gets its slots as if it came at once")
    func pages() throws {
        let policy = try SlotPolicy(every: 3)
        let states = run(policy, .content(letters("abcd")), .append(letters("defgh")))
        #expect(states.last?.plan == run(policy, .content(letters("abcdefgh"))).last?.plan)
        #expect(plan(states.last) == "abc?def?gh")
    }

    @Test("An ad and its item part when the item moves, and neighbours keep the ad between them")
    func moves() throws {
        let states = run(
            try SlotPolicy(every: 2), .content(letters("abcdef")), .ad("X"), .content(letters("acdefb")),
            .content(letters("nacdefb")))
        #expect(rows(states[1]) == "ab[X]cdef")
        #expect(rows(states[2]) == "a[X]cdefb")
        #expect(rows(states[3]) == "na[X]cdefb")
    }

    @Test("Two ads whose items between them went are not both shown, and are again when items come back")
    func tooNear() throws {
        let states = run(
            try SlotPolicy(every: 2), .content(letters("abcdef")), .ad("X"), .view(Viewport(first: 0, last: 2)),
            .ad("Y"),
            .content(letters("abef")), .content(letters("abgef")))
        #expect(rows(states[3]) == "ab[X]cd[Y]ef")
        #expect(plan(states[4]) == "ab[X](Y)ef?")
        #expect(states[4].log == [])
        #expect(rows(states[5]).contains("[X]"))
    }

    @Test("A soft refresh keeps the ads, a hard one drops them and goes on backing off")
    func refresh() throws {
        let policy = try SlotPolicy(every: 2)
        let soft = run(
            policy, .content(letters("abcd")), .ad("X"), .refresh(dropsAds: false, ids: letters("nabcd")))
        #expect(rows(soft.last) == "nab[X]cd" && soft.last?.requests == 1)
        let hard = run(
            policy, .content(letters("abcd")), .ad("X"), .view(Viewport(first: 0, last: 2)),
            .refresh(dropsAds: true, ids: nil))
        #expect(rows(hard.last) == "abcd")
        #expect(hard.last?.log == [])
    }

    @Test("Everything a process knew that matters is there in the next one")
    func restart() throws {
        let states = run(
            try SlotPolicy(every: 2), .content(letters("abcdef")), .ad("X"), .view(Viewport(first: 0, last: 3)),
            .tick(.seconds(1)), .ad(nil), .restart, .tick(.milliseconds(500)), .restart, .ad("late"),
            .tick(.milliseconds(500)))
        let last = try #require(states.last)
        #expect(states[5].inFlight == 0 && states[5].viewport == nil)
        #expect(states[6].retryAt == .seconds(2))
        #expect(last.impressions == ["X": 1] && last.log == ["imp X"])
        #expect(rows(last) == "ab[X]cdef")
    }

    @Test("One item spelled in two ways is two items")
    func spelling() throws {
        let states = run(try SlotPolicy(every: 2), .content(["e\u{301}", "\u{E9}", "c"]))
        #expect(states[0].rows.count == 3 && states[0].plan.count == 4)
    }

    @Test("As text it shows the three lists side by side, and what happened")
    func text() throws {
        let scenario = Scenario(
            policy: try SlotPolicy(every: 2),
            steps: [
                .content(letters("abc") + ["寿司"]), .ad("X"), .view(Viewport(first: 0, last: 2, lastFraction: 0.5)),
                .tick(.seconds(1)), .restart,
            ])
        let text = SimulationText(scenario, scenario.run(), width: DisplayWidth.of).description
        #expect(text.hasPrefix("Policy: every 2 items;"))
        #expect(
            text.contains(
                """
                Step 3, at 0 s: rows 0 to 2 are on screen, the last to 50 %
                    content  plan  rows
                    a        a     | 0  a
                    b        b     | 1  b
                             [X]   | 2  [X]
                    c        c       3  c
                    寿司     寿司    4  寿司
                             ?
                  so far 1 request

                Step 4, at 1 s: 1 s goes by
                  → ad X was seen on row 2, and counts once
                  (the lists are as before)
                  so far 1 request; impressions X × 1
                """))
    }

    @Test("Long runs of content are folded in text, and control characters cannot move the cursor")
    func longText() throws {
        let ids = (0..<500).map { "item \($0)" } + ["\u{1B}[31mred\n"]
        let scenario = Scenario(policy: try SlotPolicy(fixed: [3]), steps: [.content(ids), .ad("\u{7}X")])
        let text = SimulationText(scenario, scenario.run(), width: DisplayWidth.of).description
        #expect(text.contains("⋮ 492 more items"))
        #expect(!text.contains("\u{1B}") && !text.contains("\u{7}") && text.contains("·[31mred·"))
        #expect(text.split(separator: "\n").count < 50)
    }
}
