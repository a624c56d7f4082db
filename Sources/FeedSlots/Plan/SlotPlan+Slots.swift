extension SlotEngine {
    package var plannedSlots: some Sequence<PlannedSlot> { plan.slots }
}

extension SlotPlan {
    /// The slots from the top, filled and unfilled, computed one by one.
    var slots: some Sequence<PlannedSlot> {
        var (gap, fixedAbove, runIndex, budget) = (0, 0, 0, repeatingBudget)
        var run = run(inGap: 0)
        return AnyIterator {
            if fixedAbove < fixed.stubs.count, fixed.stubs[fixedAbove].filledAbove == gap {
                defer { fixedAbove += 1 }
                return PlannedSlot.stub(fixed.stubs[fixedAbove])
            }
            if runIndex < run.count, budget > 0 {
                budget -= 1
                defer { runIndex += 1 }
                return .stub(run[runIndex])
            }
            guard gap < filled.count else { return nil }
            gap += 1
            (run, runIndex) = (self.run(inGap: gap), 0)
            return .filled(filled[gap - 1])
        }
    }

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
