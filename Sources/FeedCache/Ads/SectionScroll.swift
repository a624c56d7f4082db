import FeedModel
import FeedSource
import FeedStore

/// A section on a screen: scrolls it, asks for ads just before they show, and counts what was seen, as an app does.
///
/// Every step is one transaction: what it decided (slots, back-off, impressions) is on disk before it is shown, so that
/// another process, or the next one, shows the same. Steps of several processes on one section follow each other; who
/// finds that somebody else wrote starts from what that one left. The actor guards the engine between steps.
public actor SectionScroll {
    /// What is on screen after a step.
    public struct View: Sendable {
        /// The section as the server arranges it now.
        public let section: Section
        /// The topmost row on screen.
        public let first: Int
        /// The last row on screen, `first - 1` where the section has no rows.
        public let last: Int
        /// How many rows the section has.
        public let rowCount: Int
        /// The rows on screen.
        public let rows: [FeedRow]
        /// How many ads the step asked for.
        public let requested: Int
        /// The ads the step counted as seen.
        public let impressions: [SlotImpression]
        /// Why the last ad the step asked for did not come; nil where it came, or the server had none.
        public let failure: SourceError?
    }

    /// What one transaction left behind.
    private struct Step {
        let slots: SectionSlots
        let stamp: DatabaseStamp
        let looks: ContentLooks
        let screen: FeedSection
        let impressions: [SlotImpression]
    }

    /// Which time rows count as looked at.
    public enum LookingTime: Sendable {
        /// All that passes between two steps, and what `stay` adds to it.
        case passing
        /// What `stay` says only: the caller knows when nobody looks.
        case told
    }

    private let id: String
    private let lookingTime: LookingTime
    private let manifest: Manifest
    private let surroundings: Surroundings
    private let store: AdStore
    private var requester: AdRequester?
    private let snapshot: @Sendable (FeedReader) throws -> FeedSnapshot
    private var engine: SlotEngine?
    private var stamp: DatabaseStamp?
    private var looks = ContentLooks()
    private var time = Instant.earliest
    private var isAsking = false
    private var isAway = false

    init(section id: String, lookingTime: LookingTime, of cache: FeedCache) throws {
        self.id = id
        self.lookingTime = lookingTime
        manifest = cache.manifest
        surroundings = cache.surroundings
        snapshot = { try cache.snapshot($0) }
        store = try cache.sourceStore().ads
    }

    /// Moves the screen, as far as the section goes.
    ///
    /// - Parameters:
    ///   - rows: how many rows to move by; negative: back; 0: stay.
    ///   - height: how many rows there is room for, 0 to 10⁶.
    /// - Throws: `UnknownName` where the section is gone; `ManifestError` for a header whose variable is not set;
    ///   `StoreError`; `CancellationError`. An ad that does not come is no error.
    public func move(by rows: Int, height: Int) async throws -> View {
        let height = min(max(0, height), 1_000_000)
        return try await perform { engine, time in
            let first = engine.viewport?.first ?? 0
            let (target, overflow) = first.addingReportingOverflow(rows)
            let top = overflow ? (rows < 0 ? 0 : Int.max) : target
            let lowest = max(0, engine.rows.rowCount - height)
            let clamped = min(max(0, top), lowest)
            return engine.show(Viewport(first: clamped, last: clamped + height - 1), at: time)
        }
    }

    /// That much time passes with the same rows on screen.
    ///
    /// - Parameter duration: 0 to a day; the section's clock goes on from there.
    /// - Throws: as `move`.
    public func stay(for duration: Duration) async throws -> View {
        let duration = min(max(.zero, duration), .seconds(86_400))
        return try await perform(after: duration) { engine, time in engine.advance(to: time) }
    }

    /// Nobody looked since the last step, nor does until the next one, as when an app went to the background: a dwell that
    /// had begun starts anew with the next step.
    public func lookAway() {
        isAway = true
    }

    // MARK: Steps

    private func perform(
        after duration: Duration = .zero, _ change: (inout SlotEngine, Instant) -> [SlotEvent]
    ) async throws -> View {
        var step = try step(after: duration, change)
        var impressions = step.impressions
        var requested = 0
        var failure: SourceError?
        while !isAsking, let request = engine?.request {
            isAsking = true
            defer { isAsking = false }
            requested += 1
            let answer: SlotAnswer
            (answer, failure) = try await ask(for: request)
            step = try self.step { engine, time in engine.answer(answer, at: time) }
            impressions += step.impressions
        }
        return View(
            section: step.slots.section, first: step.screen.firstRow,
            last: step.screen.firstRow + step.screen.rows.count - 1, rowCount: step.screen.rowCount,
            rows: step.screen.rows, requested: requested, impressions: impressions, failure: failure)
    }

    private func ask(for request: SlotRequest) async throws -> (SlotAnswer, SourceError?) {
        if requester == nil { requester = try AdRequester(manifest, surroundings) }
        do {
            let ad = try await requester?.ad(slot: request.slot, of: id)
            return (ad.map(SlotAnswer.ad) ?? .failed, nil)
        } catch let error as SourceError {
            return (.failed, error)
        }
    }

    private func step(
        after duration: Duration = .zero, _ change: (inout SlotEngine, Instant) -> [SlotEvent]
    ) throws -> Step {
        let step = try store.step { transaction in
            let snapshot = try snapshot(transaction.reader)
            let section = try snapshot.section(id)
            let isCurrent = stamp == (try transaction.stamp())
            var earlier = engine
            var (events, looks): ([SlotEvent], ContentLooks) = ([], looks)
            if isAway { (events, looks) = (earlier?.lookAway() ?? [], ContentLooks()) }
            var slots = try SectionSlots(
                section, policy: snapshot.slotPolicy(of: section), in: snapshot,
                continuing: earlier, isCurrent: isCurrent)
            let before = slots.engine.viewport
            // Time that was told, as by a look that stays, and time that really passed are the same time.
            let told = max(time, slots.clock).advanced(by: duration)
            time = max(told, snapshot.now)
            if lookingTime == .told {
                let untold = time.duration(since: told)
                slots.engine.skip(untold)
                looks.skip(untold)
            }
            events += change(&slots.engine, time)
            let screen = try self.screen(of: slots)
            let seen = looks.show(shown(screen, slots.engine), policy: slots.engine.policy, at: time)
            let impressions = try note(events, seen, in: snapshot, transaction)
            let changed = try isCurrent ? slots.slots(touchedBy: events) : slots.changedSlots()
            if !changed.isEmpty || events.contains(where: { !$0.touches.isEmpty }) || duration > .zero
                || before != slots.engine.viewport || slots.stored.window == nil
            {
                try transaction.save(slots.state(clock: time), slots: changed, of: id)
            }
            return Step(
                slots: slots, stamp: try transaction.stamp(), looks: looks, screen: screen, impressions: impressions)
        }
        (engine, stamp, looks, isAway) = (step.slots.engine, step.stamp, step.looks, false)
        return step
    }

    // MARK: Looking

    private func screen(of slots: SectionSlots) throws -> FeedSection {
        let viewport = slots.engine.viewport
        return try SectionRows(slots).window(offset: viewport?.first ?? 0, limit: viewport?.rows.count ?? 0)
    }

    private func shown(_ screen: FeedSection, _ engine: SlotEngine) -> [ContentLooks.Shown] {
        screen.rows.enumerated().compactMap { index, row in
            guard case .content(_, let key, _, _) = row else { return nil }
            let place = screen.firstRow + index
            return ContentLooks.Shown(key: key, row: place, fraction: engine.viewport?.fraction(ofRow: place) ?? 0)
        }
    }

    /// Notes what was seen, in the order it was: with the slots or not at all.
    ///
    /// The section's clock may be ahead of the system's, where looks were told that took no time. Events are not: nothing
    /// is noted as seen later than now, or than a tap that follows.
    private func note(
        _ events: [SlotEvent], _ seen: [ContentLooks.Seen], in snapshot: FeedSnapshot, _ transaction: AdTransaction
    ) throws -> [SlotImpression] {
        func event(_ target: FeedEvent.Target, row: Int, at: Instant) -> FeedEvent {
            FeedEvent(kind: .impression, section: id, target: target, row: row, at: min(at, snapshot.now))
        }
        let ads = events.compactMap { event in
            if case .counted(let impression) = event { impression } else { nil }
        }
        let run = seen.isEmpty ? nil : try snapshot.lastRun()
        let isItemSent = manifest.events?.includesItems ?? false
        var items = seen.sorted { $0.at < $1.at }[...]
        func noteItems(until time: Instant) throws {
            while let item = items.first, item.at <= time {
                items.removeFirst()
                try transaction.note(
                    event(.item(item.key), row: item.row, at: item.at), run: run, isOutgoing: isItemSent)
            }
        }
        var impressions: [SlotImpression] = []
        for var impression in ads.sorted(by: { $0.at < $1.at }) {
            try noteItems(until: impression.at)
            let target = FeedEvent.Target.ad(impression.ad, serial: impression.serial)
            let noted = try transaction.note(
                event(target, row: impression.row, at: impression.at), run: nil, isOutgoing: true)
            impression.at = noted ?? min(impression.at, snapshot.now)
            impressions.append(impression)
        }
        try noteItems(until: .latest)
        return impressions
    }
}
