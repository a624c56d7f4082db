import FeedModel

package struct SlotAssignment: Hashable, Sendable {
    /// The number of the slot among all slots of the plan, filled or not, from 0.
    package let slot: Int
    package let rule: SlotRule
    /// The row that shows the ad, from 0; nil where it is hidden.
    package let row: Int?
    package let ad: SlotAd
}

extension SlotEngine {
    /// Every ad in a slot, from the top. O(ads).
    package var assignments: [SlotAssignment] {
        var shownAbove = 0
        return zip(plan.filled, plan.filledNumbers).compactMap { slot, number in
            let row = slot.isShown ? slot.offset + shownAbove : nil
            if slot.isShown { shownAbove += 1 }
            return ad(slot.serial).map { SlotAssignment(slot: number, rule: slot.rule, row: row, ad: $0) }
        }
    }

    /// The shown ads on some rows, from the top. The range may extend beyond the list. O(ads) where there is any.
    package func assignments(onRows range: Range<Int>) -> [SlotAssignment] {
        guard rows.adCount(aboveRow: range.lowerBound) < rows.adCount(aboveRow: range.upperBound) else { return [] }
        return assignments.filter { $0.row.map(range.contains) ?? false }
    }

    /// How many slots the plan has, filled and unfilled. O(ads).
    package var slotCount: Int {
        plan.filled.count + plan.fixed.stubs.count
            + min(plan.repeatingCount(aboveGap: plan.filled.count + 1), plan.repeatingBudget)
    }
}
