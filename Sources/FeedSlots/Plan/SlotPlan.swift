/// The second of the three lists: content, stubs and filled ads, by their places alone.
///
/// Stubs are not stored. Between two filled slots the repeating ones follow from the policy by arithmetic, so a plan
/// needs memory for its ads and its few fixed stubs, however long the content is. Laws:
///
/// - Where the stubs are is a function of policy, content count and filled slots; filling a stub moves no other.
/// - A stub is at least the interval away from the filled slots on both sides (a fixed one `minGap`). So its ad would
///   not be hidden, and would hide no other.
/// - Whether an ad is hidden is a function of the same three, from the top down: what is marked as surplus, the first row
///   (unless the policy allows it), the last (unless `trailing`), and what is nearer than `minGap` to the shown ad above
///   it.
struct SlotPlan: Equatable, Sendable {
    let policy: SlotPolicy
    private(set) var contentCount = 0
    /// Ascending by offset.
    private(set) var filled: [FilledSlot] = []
    private(set) var rows = RowMap(contentCount: 0, ads: [])
    private(set) var fixed = FixedStubs()
    private(set) var hasSurplus = false

    init(policy: SlotPolicy, contentCount: Int, filled: [FilledSlot] = []) {
        self.policy = policy
        self.filled = filled
        resize(contentCount)
    }

    /// Sets a new content count, and for each filled slot its new place, or nil where it is released. The slots keep
    /// their order.
    ///
    /// Law: an ad that would be too near the one above is moved down within the range of its place, to the first offset
    /// that keeps `minGap` to the shown ads on both sides. Where there is none it is hidden, as far down as possible,
    /// so that it is shown as soon as content comes between the two.
    mutating func resize(
        _ count: Int, movingSlots place: (FilledSlot) -> SlotPlace? = { SlotPlace($0.offset) }
    ) {
        // So sums of a count and a value of a policy do not overflow.
        contentCount = min(max(0, count), SlotPolicy.greatest)
        let placed = filled.compactMap { slot in place(slot).map { (slot, $0.clamped(to: contentCount)) } }
        filled = placed.map(\.0)
        separate(placed.map(\.1))
        update()
    }

    private mutating func separate(_ places: [SlotPlace]) {
        var last = 0
        var shownAbove: Int?
        var next = 0
        for (index, place) in places.enumerated() {
            var offset = max(place.offset, last)
            if filled[index].isSurplus {
                filled[index].offset = offset
                last = offset
                continue
            }
            if let above = shownAbove, offset - above < policy.minGap {
                // The next ad that is shown where it is to be, whatever happens to those between.
                next = max(next, index + 1)
                while next < places.count,
                    filled[next].isSurplus || !isShown(at: max(places[next].offset, last), below: above)
                {
                    next += 1
                }
                offset = roomyOffset(
                    from: max(place.range.lowerBound, last), to: max(place.range.upperBound, offset), above: above,
                    below: next < places.count ? max(places[next].offset, last) : nil)
            }
            if isShown(at: offset, below: shownAbove) {
                shownAbove = offset
                next = 0
            }
            filled[index].offset = offset
            last = offset
        }
    }

    /// The first offset that keeps the least gap to the shown ads above and below; where there is none, one where the
    /// ad is hidden.
    private func roomyOffset(from lowest: Int, to highest: Int, above: Int, below: Int?) -> Int {
        let first = max(lowest, above + policy.minGap)
        let lastRow = policy.trailing ? contentCount : contentCount - 1
        if first <= min(highest, lastRow, below.map { $0 - policy.minGap } ?? .max) { return first }
        guard let below else { return highest }
        return max(lowest, min(highest, below, above + policy.minGap - 1))
    }

    /// Puts an ad into a stub of this plan: a binary search, and the ads below it make room (a memory move). Where the
    /// policy has fixed rows, their stubs are found again.
    mutating func fill(_ stub: Stub, serial: Int64) {
        var slot = FilledSlot(
            offset: stub.offset, serial: serial, rule: stub.rule, isHead: stub.offset == 0, isShown: true)
        let isUndisputed =
            stub.offset > 0 && stub.offset < contentCount && stub.isApart(from: filled, by: policy.minGap)
        slot.isShown = isUndisputed
        filled.insert(slot, at: stub.filledAbove)
        guard isUndisputed else { return update() }
        rows.insert(RowMap.Ad(offset: stub.offset, serial: serial), at: shownCount(above: stub))
        if !policy.fixedRows.isEmpty { fixed = FixedStubs(policy: policy, contentCount: contentCount, filled: filled) }
    }

    /// Empties slots. O(ads).
    mutating func remove(_ serials: Set<Int64>) {
        filled.removeAll { serials.contains($0.serial) }
        update()
    }

    /// Marks the filled slot at an index as surplus, or no longer. O(ads).
    mutating func mark(_ index: Int, isSurplus: Bool) {
        filled[index].isSurplus = isSurplus
        update()
    }

    func slot(_ serial: Int64) -> FilledSlot? {
        filled.first { $0.serial == serial }
    }

    func shownCount(above stub: Stub) -> Int {
        // Slots with the same offset are in the order of `filled`.
        var index = stub.filledAbove
        var shown = rows.adCount(offsetBelow: stub.offset)
        while index > 0, filled[index - 1].offset == stub.offset {
            index -= 1
            if filled[index].isShown { shown += 1 }
        }
        return shown
    }

    func row(of stub: Stub) -> Int {
        stub.offset + shownCount(above: stub)
    }

    /// Determines again what is hidden and where the fixed stubs are. O(ads).
    private mutating func update() {
        var shown: [RowMap.Ad] = []
        for index in filled.indices {
            let slot = filled[index]
            filled[index].isShown = !slot.isSurplus && isShown(at: slot.offset, below: shown.last?.offset)
            if filled[index].isShown { shown.append(RowMap.Ad(offset: slot.offset, serial: slot.serial)) }
        }
        hasSurplus = filled.contains(where: \.isSurplus)
        rows = RowMap(contentCount: contentCount, ads: shown)
        fixed = FixedStubs(policy: policy, contentCount: contentCount, filled: filled)
    }

    private func isShown(at offset: Int, below above: Int?) -> Bool {
        hidingRule(at: offset, shownAbove: above) == nil
    }

    /// Which rule hides an ad at an offset, given the place of the shown ad above it; nil where it is shown.
    func hidingRule(at offset: Int, shownAbove above: Int?) -> HidingRule? {
        if offset == 0, contentCount == 0 || !policy.allowsLeadingAd { return .first }
        if offset == contentCount, !policy.trailing { return .last }
        if let above, offset - above < policy.minGap {
            return .tooNear(distance: offset - above, minGap: policy.minGap)
        }
        return nil
    }
}

extension SlotPlace {
    fileprivate func clamped(to count: Int) -> SlotPlace {
        func clamp(_ offset: Int) -> Int { min(max(0, offset), count) }
        return SlotPlace(clamp(offset), from: clamp(range.lowerBound), to: clamp(range.upperBound))
    }
}

package enum HidingRule: Equatable, Sendable {
    case surplus
    case first
    case last
    /// Only `distance` content items are between it and the ad above.
    case tooNear(distance: Int, minGap: Int)
}
