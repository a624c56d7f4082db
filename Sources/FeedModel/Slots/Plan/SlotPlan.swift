/// The middle one of the three lists: content, stubs and filled ads, by their places alone.
///
/// Stubs are not stored. Between two filled slots the repeating ones follow from the policy by arithmetic, so a plan
/// needs memory for its ads and its few fixed stubs, however long the content is. Laws:
///
/// - Where the stubs are is a function of policy, content count and filled slots; filling a stub moves no other.
/// - A stub stands at least the interval away from the filled slots on both sides (a fixed one `minGap`), so its ad
///   would not be hidden, and would hide no other.
/// - Whether an ad is hidden is a function of the same three, from the top down: the first row (unless asked for), the
///   last (unless `trailing`), and what is nearer than `minGap` to the shown ad above it.
struct SlotPlan: Equatable, Sendable {
    let policy: SlotPolicy
    private(set) var contentCount = 0
    /// Ascending by offset.
    private(set) var filled: [FilledSlot] = []
    private(set) var rows = RowMap(contentCount: 0, ads: [])
    private(set) var fixed = FixedStubs()

    /// Longer lists are taken as this long: sums of a count and a value of a policy stay clear of overflow.
    private static let mostContent = SlotPolicy.greatest

    init(policy: SlotPolicy, contentCount: Int, filled: [FilledSlot] = []) {
        self.policy = policy
        self.filled = filled
        resize(contentCount)
    }

    /// Takes over a new content count, and for each filled slot its new place, or nil where it is released. The order
    /// of the slots is kept.
    mutating func resize(_ count: Int, movingSlots place: (FilledSlot) -> Int? = { $0.offset }) {
        contentCount = min(max(0, count), Self.mostContent)
        filled = filled.compactMap { slot in
            guard let offset = place(slot) else { return nil }
            var moved = slot
            moved.offset = min(max(0, offset), contentCount)
            return moved
        }
        arrange()
    }

    /// Puts an ad into a stub of this plan: a binary search, and the ads below it make room (a memory move). Where the
    /// policy has fixed rows, their stubs are found again.
    mutating func fill(_ stub: Stub, serial: Int64) {
        var slot = FilledSlot(
            offset: stub.offset, serial: serial, rule: stub.rule, isHead: stub.offset == 0, isShown: true)
        let isUndisputed = stub.offset > 0 && stub.offset < contentCount && isApart(stub)
        slot.isShown = isUndisputed
        filled.insert(slot, at: stub.filledAbove)
        guard isUndisputed else { return arrange() }
        rows.insert(RowMap.Ad(offset: stub.offset, serial: serial), at: shownCount(above: stub))
        if !policy.fixedRows.isEmpty { fixed = FixedStubs(policy: policy, contentCount: contentCount, filled: filled) }
    }

    /// Empties slots. O(ads).
    mutating func remove(_ serials: Set<Int64>) {
        filled.removeAll { serials.contains($0.serial) }
        arrange()
    }

    func slot(_ serial: Int64) -> FilledSlot? {
        filled.first { $0.serial == serial }
    }

    /// How many shown ads stand above a stub.
    func shownCount(above stub: Stub) -> Int {
        // Slots with the same offset stand in the order of `filled`.
        var index = stub.filledAbove
        var shown = rows.adCount(offsetBelow: stub.offset)
        while index > 0, filled[index - 1].offset == stub.offset {
            index -= 1
            if filled[index].isShown { shown += 1 }
        }
        return shown
    }

    /// The row its ad would take.
    func row(of stub: Stub) -> Int {
        stub.offset + shownCount(above: stub)
    }

    private func isApart(_ stub: Stub) -> Bool {
        let gap = policy.minGap
        if stub.filledAbove > 0, stub.offset - filled[stub.filledAbove - 1].offset < gap { return false }
        if stub.filledAbove < filled.count, filled[stub.filledAbove].offset - stub.offset < gap { return false }
        return true
    }

    /// Finds out anew what is hidden and where the fixed stubs are. O(ads).
    private mutating func arrange() {
        var shown: [RowMap.Ad] = []
        for index in filled.indices {
            let slot = filled[index]
            filled[index].isShown = hidingRule(of: slot, shownAbove: shown.last?.offset) == nil
            if filled[index].isShown { shown.append(RowMap.Ad(offset: slot.offset, serial: slot.serial)) }
        }
        rows = RowMap(contentCount: contentCount, ads: shown)
        fixed = FixedStubs(policy: policy, contentCount: contentCount, filled: filled)
    }

    /// Which rule hides an ad, given the place of the shown ad above it; nil where it is shown.
    func hidingRule(of slot: FilledSlot, shownAbove above: Int?) -> HidingRule? {
        if slot.offset == 0, contentCount == 0 || !policy.allowsLeadingAd { return .first }
        if slot.offset == contentCount, !policy.trailing { return .last }
        if let above, slot.offset - above < policy.minGap {
            return .tooNear(distance: slot.offset - above, minGap: policy.minGap)
        }
        return nil
    }
}
