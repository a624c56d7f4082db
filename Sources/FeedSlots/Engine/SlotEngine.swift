import FeedModel

/// The ads of one section: where there is room for one, when to ask, where to put what arrives, and what was seen.
///
/// A value with explicit time: it reads no clock, asks no server and writes nothing. Each step takes the time, and
/// gives the `SlotEvent`s that somebody else has to act on. Time that runs backwards stands still. It knows of the
/// content only how many items there are, and of each ad how many stand above it, so a list of a million costs no more
/// than a list of ten with as many ads.
///
/// Laws:
/// - An arriving ad never changes which rows are on screen (with `SlotPolicy.Insertion.below`), and what was scrolled
///   past without an ad stays packed.
/// - The request under way and the ad held are one at most in all, and an ad is asked for only when the next free slot
///   below the fold is within `ahead` content rows and the back-off is over.
/// - A filled slot stays between its neighbours whatever becomes of the content around it; see `ContentEdit`.
/// - A filled ad has one impression or none. One that is too old and has none expires, unless it is on screen.
/// - What `state(contentID:)` gives, restored, gives the same state again. The request under way, the viewport and an
///   unfinished dwell end with the process.
public struct SlotEngine: Equatable, Sendable {
    /// An ad that is visible enough, and since when.
    struct Look: Equatable, Sendable {
        let serial: Int64
        let since: Instant
    }

    /// What is on screen; nil where nothing is, as before the first layout.
    public internal(set) var viewport: Viewport?
    /// The request under way.
    public internal(set) var request: SlotRequest?
    /// The ad that waits for a free slot.
    public internal(set) var held: HeldAd?
    /// Whether and how long it waits after fills that failed.
    public internal(set) var backoff = SlotBackoff()
    var plan: SlotPlan
    var ads: [Int64: FilledAd] = [:]
    /// The serials of the ads that have no impression, oldest first.
    var uncounted: [Int64] = []
    var looks: [Look] = []
    var nextSerial: Int64 = 1
    /// The latest time it was told.
    var now = Instant.earliest

    /// A section that never had an ad. Asks for nothing yet.
    public init(policy: SlotPolicy, contentCount: Int, viewport: Viewport? = nil) {
        plan = SlotPlan(policy: policy, contentCount: contentCount)
        self.viewport = viewport
    }

    /// The policy the slots follow.
    public var policy: SlotPolicy { plan.policy }

    /// The rows on screen and above and below it: content and shown ads.
    public var rows: RowMap { plan.rows }

    /// How many ads stand in slots, shown or hidden.
    public var filledCount: Int { plan.filled.count }

    /// The filled ad with that serial.
    public func ad(_ serial: Int64) -> FilledAd? { ads[serial] }
}

// MARK: - Steps

extension SlotEngine {
    /// These rows are on screen now; nil for none.
    public mutating func show(_ viewport: Viewport?, at time: Instant) -> [SlotEvent] {
        step(at: time) { engine, _ in engine.viewport = viewport }
    }

    /// Time passes.
    public mutating func advance(to time: Instant) -> [SlotEvent] {
        step(at: time) { _, _ in }
    }

    /// The request under way is answered. An answer nobody waits for (its request ended with an earlier process) is
    /// dropped.
    public mutating func answer(_ answer: SlotAnswer, at time: Instant) -> [SlotEvent] {
        step(at: time) { engine, events in
            guard let request = engine.request else { return }
            engine.request = nil
            switch answer {
            case .ad(let ad): engine.take(ad, askedAt: request.askedAt, &events)
            case .failed:
                engine.backoff.fail(at: engine.now)
                if let retryAt = engine.backoff.retryAt { events.append(.failed(retryAt: retryAt)) }
            }
        }
    }

    /// The content is another list now. The viewport keeps its row numbers.
    public mutating func edit(_ edit: ContentEdit, at time: Instant) -> [SlotEvent] {
        step(at: time) { engine, events in engine.apply(edit, &events) }
    }

    /// Gives up every ad, in a slot or held, and asks for none yet: that comes with the next step. Serials go on, and
    /// so does the back-off, since it is about the server.
    public mutating func reset() -> [SlotEvent] {
        var events = plan.filled.compactMap { slot in
            ads[slot.serial].map { SlotEvent.dropped(serial: slot.serial, ad: $0.ad.id) }
        }
        if let held { events.append(.dropped(serial: held.serial, ad: held.ad.id)) }
        plan = SlotPlan(policy: policy, contentCount: plan.contentCount)
        ads = [:]
        uncounted = []
        looks = []
        held = nil
        return events
    }

    /// What every step does around its own change: what was on screen until now counts first, then what is too old
    /// goes, an ad is placed or asked for, and what is on screen now begins to count.
    private mutating func step(
        at time: Instant, _ change: (inout SlotEngine, inout [SlotEvent]) -> Void
    ) -> [SlotEvent] {
        var events: [SlotEvent] = []
        now = max(now, time)
        count(&events)
        change(&self, &events)
        expire(&events)
        pump(&events)
        look(&events)
        count(&events)
        return events
    }

    private mutating func take(_ ad: SlotAd, askedAt: Instant, _ events: inout [SlotEvent]) {
        let loaded = HeldAd(serial: nextSerial, ad: ad, askedAt: askedAt, loadedAt: now)
        nextSerial = min(nextSerial, .max - 1) + 1
        backoff = SlotBackoff()
        held = loaded
        events.append(.loaded(loaded))
    }
}
