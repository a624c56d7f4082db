/// An ad in its slot, shown or hidden.
public struct SlotAssignment: Hashable, Sendable {
    /// The number of the slot among all slots of the plan, filled or not, from 0.
    public let slot: Int
    /// What reserved the slot.
    public let rule: SlotRule
    /// How many content items stand above it.
    public let offset: Int
    /// Nil where it is hidden.
    public let row: Int?
    /// The ad and its life.
    public let filled: FilledAd
}

extension SlotEngine {
    /// Every ad in a slot, from the top. O(ads).
    public var assignments: [SlotAssignment] {
        var shownAbove = 0
        return zip(plan.filled, plan.filledNumbers).compactMap { slot, number in
            let row = slot.isShown ? slot.offset + shownAbove : nil
            if slot.isShown { shownAbove += 1 }
            guard let filled = ads[slot.serial] else { return nil }
            return SlotAssignment(slot: number, rule: slot.rule, offset: slot.offset, row: row, filled: filled)
        }
    }

    /// How many slots the plan has, filled and unfilled. O(ads).
    public var slotCount: Int {
        let repeating = (0...plan.filled.count).reduce(0) { $0 + plan.run(inGap: $1).count }
        return plan.filled.count + plan.fixed.stubs.count + min(repeating, plan.repeatingBudget)
    }
}
