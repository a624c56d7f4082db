/// The slots of a plan from the top, filled and unfilled, computed one by one.
struct SlotSequence: Sequence, IteratorProtocol {
    private let plan: SlotPlan
    private var gap = 0
    private var nextFixed = 0
    private var run: StubRun
    private var runIndex = 0
    private var budget: Int

    init(_ plan: SlotPlan) {
        self.plan = plan
        run = plan.run(inGap: 0)
        budget = plan.repeatingBudget
    }

    mutating func next() -> PlannedSlot? {
        let fixed = plan.fixed.stubs
        if nextFixed < fixed.count, fixed[nextFixed].filledAbove == gap {
            nextFixed += 1
            return .stub(fixed[nextFixed - 1])
        }
        if runIndex < run.count, budget > 0 {
            budget -= 1
            runIndex += 1
            return .stub(run[runIndex - 1])
        }
        guard gap < plan.filled.count else { return nil }
        gap += 1
        run = plan.run(inGap: gap)
        runIndex = 0
        return .filled(plan.filled[gap - 1])
    }
}

extension SlotEngine {
    package var plannedSlots: some Sequence<PlannedSlot> { plan.slots }
}

extension SlotPlan {
    var slots: SlotSequence { SlotSequence(self) }

    /// For each filled slot, by serial, its place among those with the same offset, from 0. O(ads).
    var orders: [Int64: Int] {
        var orders: [Int64: Int] = [:]
        var order = 0
        for (index, slot) in filled.enumerated() {
            order = index > 0 && filled[index - 1].offset == slot.offset ? order + 1 : 0
            orders[slot.serial] = order
        }
        return orders
    }

    /// For each filled slot its number among all slots, from 0. Stubs between them are counted, not made: O(ads).
    var filledNumbers: [Int] {
        var budget = repeatingBudget
        var fixedAbove = 0
        var repeatingAbove = 0
        return filled.indices.map { index in
            while fixedAbove < fixed.stubs.count, fixed.stubs[fixedAbove].filledAbove <= index { fixedAbove += 1 }
            let granted = min(budget, run(inGap: index).count)
            budget -= granted
            repeatingAbove += granted
            return index + fixedAbove + repeatingAbove
        }
    }
}
