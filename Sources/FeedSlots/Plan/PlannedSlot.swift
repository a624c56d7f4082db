package enum PlannedSlot: Equatable, Sendable {
    case stub(Stub)
    case filled(FilledSlot)

    package var offset: Int {
        switch self {
        case .stub(let stub): stub.offset
        case .filled(let slot): slot.offset
        }
    }
}

package struct Stub: Equatable, Sendable {
    /// How many content items are above it.
    let offset: Int
    let rule: SlotRule
    let filledAbove: Int

    /// Whether at least `gap` content items are between it and the filled slots on both sides.
    func isApart(from filled: [FilledSlot], by gap: Int) -> Bool {
        if filledAbove > 0, offset - filled[filledAbove - 1].offset < gap { return false }
        return filledAbove == filled.count || filled[filledAbove].offset - offset >= gap
    }
}

package struct FilledSlot: Equatable, Sendable {
    /// How many content items are above it.
    package internal(set) var offset: Int
    /// The ad's number; no two ads of a section ever have the same.
    package let serial: Int64
    let rule: SlotRule
    /// Whether it is anchored to the head of the list and not to the content item above it.
    let isHead: Bool
    /// Whether it is hidden since the policy allows fewer ads than there are.
    package internal(set) var isSurplus = false
    package internal(set) var isShown: Bool
}

/// Where a filled slot goes when the content changes.
struct SlotPlace: Equatable, Sendable {
    /// How many content items are above it, unless another rule prevents that.
    let offset: Int
    /// All places between the same neighbours, `offset` among them.
    let range: ClosedRange<Int>

    /// Bounds that do not enclose the offset become it.
    init(_ offset: Int, from lowest: Int = .max, to highest: Int = .min) {
        self.offset = offset
        range = min(lowest, offset)...max(offset, highest)
    }
}
