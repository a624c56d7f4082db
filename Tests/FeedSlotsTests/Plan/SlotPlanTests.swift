import FeedModel
import Testing

@testable import FeedSlots

@Suite struct SlotPlanTests {
    /// Content as dots, stubs as `?`, ads as `X` where they are shown and `x` where they are hidden.
    private func picture(_ policy: SlotPolicy, _ count: Int, filled: [Int] = [], head: Bool = false) -> String {
        let slots = filled.enumerated().map { index, offset in
            FilledSlot(
                offset: offset, serial: Int64(index + 1), rule: .repeating, isHead: head && offset == 0, isShown: false)
        }
        let plan = SlotPlan(policy: policy, contentCount: count, filled: slots)
        var picture = ""
        var content = 0
        for slot in plan.slots {
            picture += String(repeating: ".", count: slot.offset - content)
            content = slot.offset
            switch slot {
            case .stub: picture += "?"
            case .filled(let filled): picture += filled.isShown ? "X" : "x"
            }
        }
        return picture + String(repeating: ".", count: count - content)
    }

    @Test("Repeating slots stand an interval apart, and one is reserved behind the last item")
    func repeating() throws {
        let policy = try SlotPolicy(every: 4)
        #expect(picture(policy, 3) == "...")
        #expect(picture(policy, 4) == "....?")
        #expect(picture(policy, 10) == "....?....?..")
    }

    @Test("Nothing is reserved in an empty list, not even at its head")
    func empty() throws {
        #expect(picture(try SlotPolicy(fixed: [0], every: 1, trailing: true), 0) == "")
        #expect(picture(try SlotPolicy(every: 2, first: 0), 0) == "")
    }

    @Test("The first slot has its own distance, which may be none")
    func first() throws {
        #expect(picture(try SlotPolicy(every: 3, first: 1), 8) == ".?...?...?.")
        #expect(picture(try SlotPolicy(every: 3, first: 0), 4) == "?...?.")
    }

    @Test("Alone, the first slot is the only one")
    func firstAlone() throws {
        #expect(picture(try SlotPolicy(first: 2), 7) == "..?.....")
        #expect(picture(try SlotPolicy(fixed: [1], first: 2), 7) == ".?..?....")
    }

    @Test("Fixed rows count rows with their ads, and repeating slots follow the last of them")
    func fixed() throws {
        #expect(picture(try SlotPolicy(fixed: [6, 2, 2]), 7) == "..?...?..")
        #expect(picture(try SlotPolicy(fixed: [0, 2], every: 3), 9) == "?.?...?...?..")
        #expect(picture(try SlotPolicy(fixed: [1], every: 4, first: 2), 9) == ".?..?....?..")
    }

    @Test("A fixed row nearer to another than the least gap reserves nothing")
    func fixedTooNear() throws {
        #expect(picture(try SlotPolicy(fixed: [1, 2, 5]), 6) == ".?...?..")
        #expect(picture(try SlotPolicy(fixed: [1, 2], minGap: 0), 3) == ".??..")
    }

    @Test("No more slots than the maximum, counted from the top, with filled ones first")
    func maximum() throws {
        let policy = try SlotPolicy(every: 2, max: 2)
        #expect(picture(policy, 9) == "..?..?.....")
        #expect(picture(policy, 9, filled: [8]) == "..?......X.")
        #expect(picture(policy, 9, filled: [4, 8]) == "....X....X.")
        #expect(picture(try SlotPolicy(every: 2, max: 0), 5) == ".....")
    }

    @Test("The least gap outranks a shorter interval")
    func gapOverInterval() throws {
        #expect(picture(try SlotPolicy(every: 1, minGap: 3), 8) == ".?...?...?.")
    }

    @Test("A stub appears only where the interval fits on both sides of it")
    func interval() throws {
        let policy = try SlotPolicy(every: 3)
        #expect(picture(policy, 9, filled: [5]) == ".....X...?.")
        #expect(picture(policy, 9, filled: [6]) == "...?...X...?")
        #expect(picture(policy, 9, filled: [2, 7]) == "..X.....X..")
        #expect(picture(policy, 9, filled: [2, 8]) == "..X...?...X.")
    }

    @Test("An ad is hidden as first or last row and too near to another, and shown where the policy asks for it")
    func hiding() throws {
        let policy = try SlotPolicy(every: 3)
        #expect(picture(policy, 4, filled: [0]) == "x...?.")
        #expect(picture(policy, 4, filled: [4]) == "....x")
        #expect(picture(policy, 4, filled: [2, 2, 3]) == "..Xx.X.")
        #expect(picture(try SlotPolicy(every: 3, minGap: 2), 4, filled: [2, 3]) == "..X.x.")
        #expect(picture(try SlotPolicy(every: 3, first: 0, trailing: true), 3, filled: [0, 3]) == "X...X")
        #expect(picture(policy, 0, filled: [0]) == "x")
    }

    @Test("A fixed row whose ad has drifted away opens no second slot")
    func drifted() throws {
        let slot = FilledSlot(offset: 9, serial: 1, rule: .fixed(row: 1), isHead: false, isShown: true)
        let alone = SlotPlan(policy: try SlotPolicy(fixed: [1]), contentCount: 12, filled: [slot])
        #expect(alone.slots.map(\.offset) == [9])
        let repeating = SlotPlan(policy: try SlotPolicy(fixed: [1], every: 3), contentCount: 12, filled: [slot])
        #expect(repeating.slots.map(\.offset) == [4, 9, 12])
    }

    @Test("Huge values and counts are survived")
    func hugeValues() throws {
        let most = 1_000_000_000
        let policy = try SlotPolicy(
            fixed: [most - 1, most], every: most, first: most, max: most, minGap: most, ahead: most)
        for count in [0, 1, most, .max] {
            let plan = SlotPlan(policy: policy, contentCount: count)
            #expect(plan.nextStub(fromRow: 0, limit: .max) == nil || count >= most)
            #expect(plan.rows.rowCount >= 0)
        }
        #expect(SlotPlan(policy: policy, contentCount: -5).contentCount == 0)
    }

    @Test("A million items cost no more than their ads, and the next slot is found at any depth")
    func longList() throws {
        var plan = SlotPlan(policy: try SlotPolicy(every: 5), contentCount: 1_000_000)
        let stub = try #require(plan.nextStub(fromRow: 999_990, limit: .max))
        #expect(stub.offset == 999_990)
        plan.fill(stub, serial: 1)
        #expect(plan.rows[999_990] == .ad(serial: 1))
        #expect(plan.rows.rowCount == 1_000_001)
        #expect(plan.number(of: try #require(plan.nextStub(fromRow: 999_991, limit: .max))) == 199_998)
    }
}
