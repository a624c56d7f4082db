package import FeedModel

/// The ads of one section: where a slot is free, when to request an ad, where to place it, and what was seen.
///
/// A value with explicit time: it reads no clock, sends no request and writes nothing. Each step takes the time, and
/// returns the `SlotEvent`s that the caller has to act on. A time before the latest one counts as the latest one. The
/// engine knows only how many content items there are, and how many are above each ad. So a list of a million items
/// costs no more than a list of ten with as many ads.
///
/// Laws:
/// - An arriving ad never changes which rows are on screen (with `SlotPolicy.Insertion.below`). A slot that was
///   scrolled past without an ad takes no row.
/// - The pending request and the held ad are one at most in all. An ad is requested only when the next free slot below
///   the fold is within `ahead` content rows and the back-off is over.
/// - A filled slot stays between its neighbours, whatever content comes, goes or moves around it; see `ContentEdit`.
/// - No more than `max` ads are shown, also where the policy was changed: the lowest ones are hidden, but none on screen.
/// - A filled ad has one impression or none. One that is too old and has none expires, unless it is on screen.
/// - The result of `state(contentID:)`, restored, gives the same state again. The pending request, the viewport and an
///   unfinished dwell end with the process.
package struct SlotEngine: Equatable, Sendable {
    /// The rows on screen; nil where there are none, as before the first layout.
    package private(set) var viewport: Viewport?
    package private(set) var request: SlotRequest?
    package private(set) var held: SlotAd?
    /// Whether and how long the section waits after failed fills.
    package private(set) var backoff: SlotBackoff
    var plan: SlotPlan
    private(set) var now: Instant
    package private(set) var nextSerial: Int64
    private(set) var ads: [Int64: SlotAd]
    /// The serials of the ads without an impression, oldest first.
    private var uncounted: [Int64]
    private var exposures = Exposures<Int64>()

    /// A section that never had an ad. It requests nothing before the first step.
    package init(policy: SlotPolicy, contentCount: Int, viewport: Viewport? = nil) {
        self.init(
            plan: SlotPlan(policy: policy, contentCount: contentCount), ads: [:], held: nil, backoff: SlotBackoff(),
            nextSerial: 1, viewport: viewport, now: .earliest)
    }

    /// An engine in a given state. Each filled slot of the plan has its ad.
    init(
        plan: SlotPlan, ads: [Int64: SlotAd], held: SlotAd?, backoff: SlotBackoff, nextSerial: Int64,
        viewport: Viewport?, now: Instant
    ) {
        (self.plan, self.ads, self.held, self.backoff) = (plan, ads, held, backoff)
        (self.nextSerial, self.viewport, self.now) = (nextSerial, viewport, now)
        uncounted = ads.values.filter { $0.countedAt == nil }
            .sorted { ($0.loadedAt, $0.serial) < ($1.loadedAt, $1.serial) }.map(\.serial)
    }

    /// Continues where the engine that the same section had before stopped, over other content. Takes over what does
    /// not outlive a process: the viewport, the exposures and the pending request. With an ad held there is no request:
    /// another process has its answer, and the one that is still to come is dropped.
    package mutating func takeOver(from earlier: SlotEngine) {
        viewport = earlier.viewport
        exposures = earlier.exposures
        exposures.removeAll { ads[$0] == nil }
        request = held == nil ? request ?? earlier.request : nil
        now = max(now, earlier.now)
    }

    package var policy: SlotPolicy { plan.policy }

    /// All rows, on screen or not: content and shown ads.
    package var rows: RowMap { plan.rows }

    package func ad(_ serial: Int64) -> SlotAd? { ads[serial] }

    func visibleTime(of ad: SlotAd) -> Duration {
        ad.visibleTime + (exposures.start(of: ad.serial).map { now.duration(since: $0) } ?? .zero)
    }

    /// The row of a shown ad; nil where it is hidden, or none has that serial.
    package func row(ofAd serial: Int64) -> Int? {
        if let viewport, let found = rows.ads(onRows: viewport.rows).first(where: { $0.ad.serial == serial }) {
            return found.row
        }
        return rows.row(ofAd: serial)
    }

    /// The serials of the shown ads on screen, from the top.
    package var adSerialsOnScreen: [Int64] { adsOnScreen.map(\.ad.serial) }

    var adsOnScreen: [(row: Int, ad: RowMap.Ad)] {
        viewport.map { Array(rows.ads(onRows: $0.rows)) } ?? []
    }

    // MARK: Steps

    /// These rows are on screen now; nil for none.
    package mutating func show(_ viewport: Viewport?, at time: Instant) -> [SlotEvent] {
        step(at: time) { engine, _ in engine.viewport = viewport }
    }

    package mutating func advance(to time: Instant) -> [SlotEvent] {
        step(at: time) { _, _ in }
    }

    /// The pending request was answered. Without one (its process ended), the answer is dropped.
    package mutating func answer(_ answer: SlotAnswer, at time: Instant) -> [SlotEvent] {
        step(at: time) { engine, events in
            guard let request = engine.request else { return }
            engine.request = nil
            switch answer {
            case .ad(let id, let payload):
                let ad = SlotAd(
                    serial: engine.nextSerial, id: id, payload: payload, requestedAt: request.requestedAt,
                    loadedAt: engine.now)
                engine.nextSerial = min(engine.nextSerial, .max - 1) + 1
                engine.backoff = SlotBackoff()
                engine.held = ad
                events.append(.loaded(ad))
            case .failed:
                engine.backoff.fail(at: engine.now)
                if let retryAt = engine.backoff.retryAt { events.append(.failed(retryAt: retryAt)) }
            }
        }
    }

    /// The content is another list now. The viewport keeps its row numbers.
    package mutating func edit(_ edit: ContentEdit, at time: Instant) -> [SlotEvent] {
        step(at: time) { engine, events in engine.move(along: edit, &events) }
    }

    /// Moves the slots as `edit` does, and does nothing else: no time passes, and nothing is requested, placed or
    /// counted. For an engine that was restored over content that changed since.
    package mutating func follow(_ edit: ContentEdit) -> [SlotEvent] {
        var events: [SlotEvent] = []
        move(along: edit, &events)
        return events
    }

    /// Drops every ad, in a slot or held. The next step requests the first new one. Serials continue, and so does the
    /// back-off, which is about the server.
    package mutating func reset() -> [SlotEvent] {
        var events = plan.filled.compactMap { slot in
            ads[slot.serial].map { SlotEvent.dropped(serial: slot.serial, ad: $0.id) }
        }
        if let held { events.append(.dropped(serial: held.serial, ad: held.id)) }
        plan = SlotPlan(policy: policy, contentCount: plan.contentCount)
        ads = [:]
        uncounted = []
        _ = exposures.endAll()
        held = nil
        return events
    }

    /// Ends all exposures: no one is watching any more. The next step begins new ones of what is on screen then.
    package mutating func endExposures() -> [SlotEvent] {
        end(exposures.endAll())
    }

    private mutating func end(_ ended: [Exposures<Int64>.Exposure]) -> [SlotEvent] {
        ended.map { exposure in
            ads[exposure.id]?.visibleTime += now.duration(since: exposure.since)
            return .exposureEnded(serial: exposure.id)
        }
    }

    /// Leaves out time without anyone watching before the next step, 0 or more: exposures continue after it.
    package mutating func skip(_ duration: Duration) {
        exposures.skip(duration)
    }

    /// What every step does around its own change. First it counts what was on screen until now. After the change it
    /// expires old ads, places or requests an ad, and updates the exposures.
    private mutating func step(
        at time: Instant, _ change: (inout SlotEngine, inout [SlotEvent]) -> Void
    ) -> [SlotEvent] {
        var events: [SlotEvent] = []
        now = max(now, time)
        countImpressions(&events)
        change(&self, &events)
        expire(&events)
        events += holdMax()
        placeHeldAd(&events)
        requestNextAd(&events)
        updateExposures(&events)
        countImpressions(&events)
        return events
    }

    // MARK: Requesting and placing

    private mutating func requestNextAd(_ events: inout [SlotEvent]) {
        guard request == nil, held == nil, backoff.allowsRequest(at: now), let stub = dueStub else { return }
        let request = SlotRequest(
            slot: plan.number(of: stub), offset: stub.offset, rule: stub.rule, requestedAt: now)
        self.request = request
        events.append(.requested(request))
    }

    private mutating func placeHeldAd(_ events: inout [SlotEvent]) {
        guard var ad = held, let stub = plan.nextStub(fromRow: firstFreeRow, limit: .max) else { return }
        ad.state = .placed(at: now)
        plan.fill(stub, serial: ad.serial)
        ads[ad.serial] = ad
        uncounted.append(ad.serial)
        held = nil
        events.append(.placed(ad))
        // Where `min_gap` is 0, ads may share an anchor: those below the new one are now one further from it.
        for slot in plan.filled[(stub.filledAbove + 1)...].prefix(while: { $0.offset == stub.offset }) {
            events.append(.anchorChanged(serial: slot.serial))
        }
    }

    /// The slot that an ad would be requested for now, if there were no other ad and no back-off.
    var dueStub: Stub? {
        plan.nextStub(fromRow: firstFreeRow, limit: contentAboveFold + policy.ahead)
    }

    var firstFreeRow: Int {
        guard let viewport else { return 0 }
        switch policy.insertion {
        case .below: return viewport.last + 1
        case .anywhere: return viewport.first
        }
    }

    var contentAboveFold: Int {
        guard let viewport else { return 0 }
        return viewport.last + 1 - rows.adCount(aboveRow: viewport.last + 1)
    }

    // MARK: Content that changes

    /// Moves the filled slots with the content around them. An ad at the head stays there, even if no item stays.
    private mutating func move(along edit: ContentEdit, _ events: inout [SlotEvent]) {
        var released: Set<Int64> = []
        let before = plan
        plan.resize(edit.newCount) { $0.isHead ? SlotPlace(0) : edit.place(ofGap: $0.offset) }
        let orders = plan.orders
        let after = Dictionary(plan.filled.map { ($0.serial, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let oldOrders = before.orders
        for slot in before.filled {
            if let offset = after[slot.serial] {
                if oldOrders[slot.serial] != orders[slot.serial]
                    || !edit.keepsNeighbours(ofGap: slot.offset, in: before.contentCount, movedTo: offset)
                {
                    events.append(.anchorChanged(serial: slot.serial))
                }
            } else if let ad = ads[slot.serial] {
                released.insert(slot.serial)
                events.append(.released(serial: slot.serial, ad: ad.id))
            }
        }
        forget(released)
    }

    private mutating func forget(_ serials: Set<Int64>) {
        for serial in serials { ads[serial] = nil }
        uncounted.removeAll { serials.contains($0) }
        exposures.removeAll { serials.contains($0) }
    }

    // MARK: Exposures and impressions

    private mutating func updateExposures(_ events: inout [SlotEvent]) {
        guard viewport != nil || !exposures.isEmpty else { return }
        let visible = adsOnScreen.filter { onScreen in
            viewport.map { $0.fraction(ofRow: onScreen.row) >= policy.visible } ?? false
        }.map(\.ad.serial)
        events += end(exposures.show(visible, at: now))
    }

    /// Counts what has been visible for `dwell`, at the time its dwell ended.
    private mutating func countImpressions(_ events: inout [SlotEvent]) {
        for (serial, moment) in exposures.completed(after: policy.dwell, at: now) {
            guard let ad = ads[serial], case .placed(let placedAt) = ad.state, let row = row(ofAd: serial) else {
                continue
            }
            ads[serial]?.state = .counted(at: moment, placedAt: placedAt)
            uncounted.removeAll { $0 == serial }
            events.append(.counted(SlotImpression(serial: serial, ad: ItemID(ad.id), row: row, at: moment)))
        }
    }

    /// Drops what is older than `ttl` and was never counted, except what is on screen.
    private mutating func expire(_ events: inout [SlotEvent]) {
        expireSlots(&events)
        if let held, isTooOld(held) {
            self.held = nil
            events.append(.expiredHeld(serial: held.serial, ad: held.id))
        }
    }

    private mutating func expireSlots(_ events: inout [SlotEvent]) {
        var expired: Set<Int64> = []
        var onScreen: Set<Int64>?
        for serial in uncounted {
            guard let ad = ads[serial], isTooOld(ad) else { break }
            let exempt = onScreen ?? Set(adSerialsOnScreen)
            onScreen = exempt
            guard !exempt.contains(serial) else { continue }
            expired.insert(serial)
            events.append(.expired(serial: serial, ad: ad.id))
        }
        guard !expired.isEmpty else { return }
        keepingScreen { $0.plan.remove(expired) }
        forget(expired)
    }

    /// Moves the viewport by the rows that `change` removes or adds above it, so that it shows the same rows as before.
    mutating func keepingScreen(_ change: (inout SlotEngine) -> Void) {
        let top = viewport.flatMap { rows[$0.first] }
        let before = viewport.map { rows.adCount(aboveRow: $0.first) } ?? 0
        change(&self)
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

    private func isTooOld(_ ad: SlotAd) -> Bool {
        now.duration(since: ad.loadedAt) > policy.ttl
    }
}
