import FeedModel

extension SlotEngine {
    /// Everything durable. `contentID` gives the ID of the item at an index of the content; it is asked for the two
    /// neighbours of each filled slot.
    public func state<Failure: Error>(
        contentID: (Int) throws(Failure) -> String?
    ) throws(Failure) -> SlotState {
        var slots: [SlotRow] = []
        var order = 0
        for (index, slot) in plan.filled.enumerated() {
            order = index > 0 && plan.filled[index - 1].offset == slot.offset ? order + 1 : 0
            if let row = try row(slot, order: order, contentID) { slots.append(row) }
        }
        return SlotState(slots: slots, held: held, pump: pump)
    }

    /// The durable row of a filled slot, as a `SlotEvent` told that it changed; nil where it is to be deleted.
    public func slotRow<Failure: Error>(
        _ serial: Int64, contentID: (Int) throws(Failure) -> String?
    ) throws(Failure) -> SlotRow? {
        guard let index = plan.filled.firstIndex(where: { $0.serial == serial }) else { return nil }
        let slot = plan.filled[index]
        let order = plan.filled[..<index].reversed().prefix { $0.offset == slot.offset }.count
        return try row(slot, order: order, contentID)
    }

    /// The durable row of back-off and serials.
    public var pump: PumpRow {
        PumpRow(nextSerial: nextSerial, failures: backoff.failures, retryAt: backoff.retryAt)
    }

    private func row<Failure: Error>(
        _ slot: FilledSlot, order: Int, _ contentID: (Int) throws(Failure) -> String?
    ) throws(Failure) -> SlotRow? {
        guard var filled = ads[slot.serial] else { return nil }
        filled.seen = seen(filled)
        let above = slot.offset > 0 ? try contentID(slot.offset - 1) : nil
        let below = slot.offset < plan.contentCount ? try contentID(slot.offset) : nil
        return SlotRow(
            filled: filled, rule: slot.rule,
            anchor: SlotAnchor(isHead: slot.isHead, above: above, below: below, offset: slot.offset, order: order))
    }
}

extension SlotEngine {
    /// The engine as it was, over the content as it is. Asks for nothing: that comes with the first step.
    ///
    /// The content may have changed unseen. A slot then stands below its anchor; if that is gone, above the item that
    /// was below it; if both are, where it stood. An ad that would be hidden there may move down to the item that was below
    /// it, as after an `edit`. Where the whole edit is known, `edit` does better: restore over the content as it was, and
    /// edit.
    ///
    /// - Parameters:
    ///   - contentIndex: the place of an item by its ID, nil where it is not in the content; asked for each slot's
    ///     anchor, and if need be for the item below it.
    ///   - viewport: what is on screen; nothing of it counts as looked at before the first step.
    ///   - now: where stored times are later, the clock was set back: they count as now.
    public init<Failure: Error>(
        restoring state: SlotState, policy: SlotPolicy, contentCount: Int, viewport: Viewport? = nil, now: Instant,
        contentIndex: (String) throws(Failure) -> Int?
    ) throws(Failure) {
        var places: [(slot: FilledSlot, order: Int)] = []
        ads = [:]
        for row in state.slots where ads[row.filled.serial] == nil {
            let offset = try Self.offset(of: row.anchor, contentIndex)
            let slot = FilledSlot(
                offset: min(max(0, offset), max(0, contentCount)), serial: row.filled.serial, rule: row.rule,
                isHead: row.anchor.isHead, isShown: false)
            places.append((slot, row.anchor.order))
            ads[row.filled.serial] = row.filled.clamped(to: now)
        }
        places.sort {
            ($0.slot.offset, $0.order, $0.slot.serial) < ($1.slot.offset, $1.order, $1.slot.serial)
        }
        plan = SlotPlan(policy: policy, contentCount: contentCount, filled: places.map(\.slot))
        try makeRoom(for: state.slots, contentIndex)
        uncounted = ads.values.filter { $0.countedAt == nil }
            .sorted { ($0.loadedAt, $0.serial) < ($1.loadedAt, $1.serial) }.map(\.serial)
        held = state.held.map { $0.clamped(to: now) }
        backoff = SlotBackoff(failures: state.pump.failures, retryAt: state.pump.retryAt, now: now)
        let used = (ads.keys.max() ?? 0, held?.serial ?? 0)
        nextSerial = max(1, state.pump.nextSerial, min(max(used.0, used.1), .max - 1) + 1)
        self.viewport = viewport
        self.now = now
    }

    /// Takes over what does not outlive a process from the engine that the same section had a moment ago, over other
    /// content: what is on screen, since when ads have been visible, and the request under way.
    public mutating func takeOver(from earlier: SlotEngine) {
        viewport = earlier.viewport
        looks = earlier.looks.filter { ads[$0.serial] != nil }
        request = request ?? earlier.request
        now = max(now, earlier.now)
    }

    /// Lets hidden ads move down as far as the item that was below them.
    private mutating func makeRoom<Failure: Error>(
        for rows: [SlotRow], _ contentIndex: (String) throws(Failure) -> Int?
    ) throws(Failure) {
        let hidden = Set(plan.filled.filter { !$0.isShown && !$0.isHead }.map(\.serial))
        guard !hidden.isEmpty else { return }
        var ends: [Int64: Int] = [:]
        for row in rows where hidden.contains(row.filled.serial) {
            if let below = row.anchor.below {
                ends[row.filled.serial] = try contentIndex(below)
            } else {
                ends[row.filled.serial] = plan.contentCount
            }
        }
        plan.resize(plan.contentCount) { slot in
            SlotPlace(slot.offset, from: slot.offset, to: ends[slot.serial] ?? slot.offset)
        }
    }

    private static func offset<Failure: Error>(
        of anchor: SlotAnchor, _ contentIndex: (String) throws(Failure) -> Int?
    ) throws(Failure) -> Int {
        if anchor.isHead { return 0 }
        if let above = anchor.above, let index = try contentIndex(above) { return min(index, .max - 1) + 1 }
        if let below = anchor.below, let index = try contentIndex(below) { return index }
        return anchor.offset
    }
}

extension HeldAd {
    fileprivate func clamped(to now: Instant) -> HeldAd {
        HeldAd(serial: serial, ad: ad, askedAt: min(askedAt, now), loadedAt: min(loadedAt, now))
    }
}

extension FilledAd {
    fileprivate func clamped(to now: Instant) -> FilledAd {
        let held = HeldAd(serial: serial, ad: ad, askedAt: askedAt, loadedAt: loadedAt).clamped(to: now)
        return FilledAd(
            stored: held, placedAt: min(placedAt, now), countedAt: countedAt.map { min($0, now) }, seen: seen)
    }
}
