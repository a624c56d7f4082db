import FeedModel

extension SlotEngine {
    /// Places the ad held where a slot is free, and asks for one where the next free slot is near.
    mutating func pump(_ events: inout [SlotEvent]) {
        if let held, let stub = plan.nextStub(fromRow: firstFreeRow, limit: .max) {
            place(held, into: stub, &events)
        }
        guard request == nil, held == nil, backoff.allowsRequest(at: now), let stub = dueStub else { return }
        let request = SlotRequest(slot: plan.number(of: stub), offset: stub.offset, rule: stub.rule, askedAt: now)
        self.request = request
        events.append(.asked(request))
    }

    /// The slot an ad would be asked for now, were there no other and no back-off.
    var dueStub: Stub? {
        plan.nextStub(fromRow: firstFreeRow, limit: contentAboveFold + policy.ahead)
    }

    /// An ad may take this row or one below.
    var firstFreeRow: Int {
        guard let viewport else { return 0 }
        switch policy.insertion {
        case .below: return viewport.last + 1
        case .anywhere: return viewport.first
        }
    }

    /// How many content items stand on rows above the fold, on screen or further up.
    var contentAboveFold: Int {
        guard let viewport else { return 0 }
        return viewport.last + 1 - rows.adCount(aboveRow: viewport.last + 1)
    }

    private mutating func place(_ held: HeldAd, into stub: Stub, _ events: inout [SlotEvent]) {
        let filled = FilledAd(held, placedAt: now)
        plan.fill(stub, serial: held.serial)
        ads[held.serial] = filled
        uncounted.append(held.serial)
        self.held = nil
        events.append(.placed(filled))
        // Without a least gap ads may share an anchor: those below the new one are one further from it.
        for slot in plan.filled[(stub.filledAbove + 1)...].prefix(while: { $0.offset == stub.offset }) {
            events.append(.anchored(serial: slot.serial))
        }
    }

    // MARK: Too old

    /// Gives up what is older than `ttl` and was never counted, except what is on screen.
    mutating func expire(_ events: inout [SlotEvent]) {
        expireSlots(&events)
        if let held, isTooOld(held.loadedAt) {
            self.held = nil
            events.append(.expiredHeld(serial: held.serial, ad: held.ad.id))
        }
    }

    private mutating func expireSlots(_ events: inout [SlotEvent]) {
        var expired: Set<Int64> = []
        var onScreen: Set<Int64>?
        for serial in uncounted {
            guard let filled = ads[serial], isTooOld(filled.loadedAt) else { break }
            let exempt = onScreen ?? Set(adsOnScreen.map(\.ad.serial))
            onScreen = exempt
            guard !exempt.contains(serial) else { continue }
            expired.insert(serial)
            events.append(.expired(serial: serial, ad: filled.ad.id))
        }
        guard !expired.isEmpty else { return }
        let above = viewport.map { rows.adCount(aboveRow: $0.first) } ?? 0
        let top = viewport.flatMap { rows[$0.first] }
        plan.remove(expired)
        forget(expired)
        keepOnScreen(top, adsAbove: above)
    }

    /// Rows that went away above the screen took no row on screen with them: the same ones are on screen still.
    private mutating func keepOnScreen(_ top: RowMap.Row?, adsAbove before: Int) {
        guard let viewport else { return }
        switch top {
        case .content(let index):
            if let row = rows.row(ofContent: index) { self.viewport = viewport.moved(up: viewport.first - row) }
        case .ad(let serial):
            guard let slot = plan.slot(serial), slot.isShown else { return }
            self.viewport = viewport.moved(up: before - rows.adCount(offsetBelow: slot.offset))
        case nil: return
        }
    }

    private func isTooOld(_ loadedAt: Instant) -> Bool {
        now.duration(since: loadedAt) > policy.ttl
    }

    mutating func forget(_ serials: Set<Int64>) {
        for serial in serials { ads[serial] = nil }
        uncounted.removeAll { serials.contains($0) }
        looks.removeAll { serials.contains($0.serial) }
    }
}
