import FeedModel

@testable import FeedSlots

/// The plan as the policy's words say it, found by walking over every item and doing no arithmetic: slow and plain.
struct NaivePlan {
    enum Slot: Equatable {
        case stub(offset: Int, rule: SlotRule)
        case filled(serial: Int64, offset: Int, isShown: Bool)
    }

    private(set) var slots: [Slot] = []

    init(policy: SlotPolicy, contentCount: Int, filled: [FilledSlot]) {
        let shown = Self.shown(policy, contentCount, filled)
        var budget = max(0, (policy.max ?? .max) - filled.count)
        var fixed = policy.fixedRows[...]
        var waiting = filled[...]
        var lastSlot: Int?
        var lastFilled: Int?
        var base: Int?
        // Where the next repeating slot is due; nil until the fixed rows are done with.
        var due = policy.every == nil || !fixed.isEmpty ? nil : policy.first ?? policy.every

        func add(_ rule: SlotRule, _ offset: Int) {
            budget -= 1
            lastSlot = offset
            slots.append(.stub(offset: offset, rule: rule))
        }
        func fits(_ offset: Int, _ distance: Int) -> Bool {
            if let lastFilled, offset - lastFilled < distance { return false }
            if let next = waiting.first, next.offset - offset < distance { return false }
            return true
        }

        for offset in 0...max(0, contentCount) {
            var isSettled = false
            while !isSettled {
                isSettled = true
                if contentCount > 0, let row = fixed.first, offset + slots.count == row {
                    fixed.removeFirst()
                    let isTaken = filled.contains { $0.rule == .fixed(row: row) }
                    let isApart = lastSlot.map { offset - $0 >= policy.minGap } ?? true
                    let isWanted = !isTaken && (offset > 0 || policy.allowsLeadingAd)
                    if budget > 0, isWanted, isApart, fits(offset, policy.minGap) { add(.fixed(row: row), offset) }
                    if fixed.isEmpty, let spacing = policy.spacing {
                        base = offset
                        due = offset + max(policy.first ?? spacing, policy.minGap, 1)
                    }
                    isSettled = false
                } else if contentCount > 0, offset == due, let spacing = policy.spacing {
                    // A slot that does not fit here fits nowhere before the next filled one.
                    due = nil
                    let next = waiting.first?.offset
                    if next.map({ $0 - offset >= spacing }) ?? true {
                        if budget > 0 { add(.repeating, offset) }
                        due = offset + spacing
                    }
                    isSettled = false
                } else if let next = waiting.first, next.offset == offset {
                    waiting.removeFirst()
                    slots.append(
                        .filled(serial: next.serial, offset: offset, isShown: shown.contains(next.serial)))
                    lastSlot = offset
                    lastFilled = offset
                    // One on the last fixed row leaves the repeating ones where that row put them.
                    if fixed.isEmpty, offset != base, let spacing = policy.spacing { due = offset + spacing }
                    isSettled = false
                }
            }
        }
    }

    private static func shown(_ policy: SlotPolicy, _ contentCount: Int, _ filled: [FilledSlot]) -> Set<Int64> {
        var shown: Set<Int64> = []
        var last: Int?
        for slot in filled {
            if contentCount == 0 { continue }
            if slot.offset == 0, !policy.allowsLeadingAd { continue }
            if slot.offset == contentCount, !policy.trailing { continue }
            if let last, slot.offset - last < policy.minGap { continue }
            last = slot.offset
            shown.insert(slot.serial)
        }
        return shown
    }
}
