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

    private let id: String
    private let manifest: Manifest
    private let surroundings: Surroundings
    private let store: AdStore
    private var requester: AdRequester?
    private var engine: SlotEngine?
    private var stamp: DatabaseStamp?
    private var looks = ContentLooks()
    private var time = Instant.earliest
    private var isAsking = false

    init(section id: String, manifest: Manifest, database: FeedDatabase, surroundings: Surroundings) throws {
        self.id = id
        self.manifest = manifest
        self.surroundings = surroundings
        store = try database.source(named: manifest.source.name).ads
    }

    /// Moves the screen by `rows` (negative: back; 0: looks), as far as the section goes.
    ///
    /// - Parameter height: how many rows there is room for, 0 to 10⁶.
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
            let snapshot = FeedSnapshot(reader: transaction.reader, manifest: manifest, now: surroundings.now())
            let section = try snapshot.section(id)
            let isCurrent = stamp == (try transaction.stamp())
            var slots = try SectionSlots(
                section, policy: snapshot.slotPolicy(of: section), in: snapshot,
                continuing: engine, isCurrent: isCurrent)
            let before = slots.engine.viewport
            // Time that was told, as by a look that stays, and time that really passed are the same time.
            time = max(max(time, slots.clock).advanced(by: duration), snapshot.now)
            let events = change(&slots.engine, time)
            let screen = try self.screen(of: slots)
            var looks = looks
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
        (engine, stamp, looks) = (step.slots.engine, step.stamp, step.looks)
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

    /// Notes what was seen: with the slots or not at all.
    private func note(
        _ events: [SlotEvent], _ seen: [ContentLooks.Seen], in snapshot: FeedSnapshot, _ transaction: AdTransaction
    ) throws -> [SlotImpression] {
        var impressions: [SlotImpression] = []
        for case .counted(let impression) in events {
            let event = FeedEvent(
                kind: .impression, section: id, target: .ad(impression.ad, serial: impression.serial),
                row: impression.row, at: impression.at)
            try transaction.note(event, run: nil, isOutgoing: true)
            impressions.append(impression)
        }
        guard !seen.isEmpty else { return impressions }
        let run = try snapshot.lastRun()
        for item in seen {
            let event = FeedEvent(
                kind: .impression, section: id, target: .item(item.key), row: item.row, at: item.at)
            try transaction.note(event, run: run, isOutgoing: manifest.events?.includesItems ?? false)
        }
        return impressions
    }
}
