package import FeedModel

extension SlotEngine {
    /// Everything durable.
    ///
    /// - Parameter contentID: the ID of the item at an index of the content. It is called for the two neighbours of
    ///   each filled slot.
    package func state<Failure: Error>(
        contentID: (Int) throws(Failure) -> String?
    ) throws(Failure) -> SlotState {
        SlotState(slots: try storedSlots(contentID: contentID), held: held, nextSerial: nextSerial, backoff: backoff)
    }

    /// The slots that differ from stored ones, by serial; nil for a slot that is gone.
    ///
    /// - Parameters:
    ///   - stored: the slots as they were stored before the step.
    ///   - events: what happened since; nil where the slots were restored over other content, so that any may differ.
    ///   - contentID: the ID of the item at an index of the content. It is called for the two neighbours of each slot
    ///     that may differ.
    package func changedSlots<Failure: Error>(
        since stored: [StoredSlot], after events: [SlotEvent]?, contentID: (Int) throws(Failure) -> String?
    ) throws(Failure) -> [Int64: StoredSlot?] {
        let touched = events.map { Set($0.compactMap(\.slotSerial)) }
        if touched?.isEmpty == true { return [:] }
        let before = Dictionary(stored.map { ($0.ad.serial, $0) }, uniquingKeysWith: { first, _ in first })
        let now = try storedSlots(touched, contentID: contentID)
        var changes: [Int64: StoredSlot?] = [:]
        for slot in now where before[slot.ad.serial] != slot { changes[slot.ad.serial] = slot }
        for serial in before.keys where ads[serial] == nil { changes[serial] = .some(nil) }
        return changes
    }

    /// The filled slots from the top, as they are stored.
    ///
    /// - Parameter serials: only slots with these ads; nil for all.
    private func storedSlots<Failure: Error>(
        _ serials: Set<Int64>? = nil, contentID: (Int) throws(Failure) -> String?
    ) throws(Failure) -> [StoredSlot] {
        var slots: [StoredSlot] = []
        let orders = plan.orders
        for slot in plan.filled {
            guard var ad = ads[slot.serial], serials?.contains(slot.serial) ?? true else { continue }
            ad.visibleTime = visibleTime(of: ad)
            let above = slot.offset > 0 ? try contentID(slot.offset - 1) : nil
            let below = slot.offset < plan.contentCount ? try contentID(slot.offset) : nil
            let anchor = SlotAnchor(
                isHead: slot.isHead, above: above, below: below, offset: slot.offset, order: orders[slot.serial] ?? 0)
            slots.append(StoredSlot(ad: ad, rule: slot.rule, anchor: anchor, isSurplus: slot.isSurplus))
        }
        return slots
    }
}

// MARK: - Restoring

extension SlotEngine {
    /// The engine as it was, over the content as it is. It requests nothing before the first step.
    ///
    /// The content may have changed since. A slot is then below its anchor. If that item is gone, the slot is above the
    /// item that was below it. If both are gone, it is at its old offset. An ad that would be hidden there may move
    /// down to the item that was below it, as after an `edit`. Where the whole edit is known, `edit` does better:
    /// restore over the content as it was, and edit.
    ///
    /// - Parameters:
    ///   - contentIndex: the index of an item by its ID, nil where it is not in the content. It is called for each
    ///     slot's anchor, and if need be for the item below it.
    ///   - viewport: what is on screen. Exposures begin with the first step.
    ///   - now: stored times that are later, because the clock was set back, count as this.
    package init<Failure: Error>(
        restoring state: SlotState, policy: SlotPolicy, contentCount: Int, viewport: Viewport? = nil, now: Instant,
        contentIndex: (String) throws(Failure) -> Int?
    ) throws(Failure) {
        var places: [(slot: FilledSlot, order: Int)] = []
        var ads: [Int64: SlotAd] = [:]
        for stored in state.slots where ads[stored.ad.serial] == nil {
            let offset = try stored.anchor.offset(in: contentIndex)
            let slot = FilledSlot(
                offset: min(max(0, offset), max(0, contentCount)), serial: stored.ad.serial, rule: stored.rule,
                isHead: stored.anchor.isHead, isSurplus: stored.isSurplus, isShown: false)
            places.append((slot, stored.anchor.order))
            ads[stored.ad.serial] = stored.ad.clamped(to: now)
        }
        places.sort {
            ($0.slot.offset, $0.order, $0.slot.serial) < ($1.slot.offset, $1.order, $1.slot.serial)
        }
        var plan = SlotPlan(policy: policy, contentCount: contentCount, filled: places.map(\.slot))
        try plan.moveHiddenAds(of: state.slots, contentIndex)
        let held = state.held?.clamped(to: now)
        let greatestSerial = max(ads.keys.max() ?? 0, held?.serial ?? 0)
        self.init(
            plan: plan, ads: ads, held: held, backoff: state.backoff.clamped(to: now),
            nextSerial: max(1, state.nextSerial, min(greatestSerial, .max - 1) + 1), viewport: viewport, now: now)
    }
}

extension SlotPlan {
    /// Lets hidden ads move down as far as the item that was below them.
    fileprivate mutating func moveHiddenAds<Failure: Error>(
        of stored: [StoredSlot], _ contentIndex: (String) throws(Failure) -> Int?
    ) throws(Failure) {
        let hidden = Set(filled.filter { !$0.isShown && !$0.isHead }.map(\.serial))
        guard !hidden.isEmpty else { return }
        var ends: [Int64: Int] = [:]
        for slot in stored where hidden.contains(slot.ad.serial) {
            ends[slot.ad.serial] = try slot.anchor.below.map(contentIndex) ?? contentCount
        }
        resize(contentCount) { slot in
            SlotPlace(slot.offset, from: slot.offset, to: ends[slot.serial] ?? slot.offset)
        }
    }
}

extension SlotAnchor {
    /// How many items are above the anchored slot in the content as it is.
    fileprivate func offset<Failure: Error>(
        in contentIndex: (String) throws(Failure) -> Int?
    ) throws(Failure) -> Int {
        if isHead { return 0 }
        if let above, let index = try contentIndex(above) { return min(index, .max - 1) + 1 }
        if let below, let index = try contentIndex(below) { return index }
        return offset
    }
}
