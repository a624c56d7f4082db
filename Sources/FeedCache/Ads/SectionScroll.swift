import FeedModel
package import FeedSlots
import FeedSource
import FeedStore

/// A section on a screen: scrolls it, asks for ads just before they show, and counts what was seen, as an app does.
///
/// Every step is one transaction: what it decided (slots, back-off, impressions) is on disk before it is shown, so that
/// another process, or the next one, shows the same. Steps of several processes on one section follow each other; who
/// finds that another process wrote starts from what that one wrote. The actor guards the engine between steps.
package actor SectionScroll {
    private struct Step {
        let engine: SlotEngine
        let stamp: DatabaseStamp
        let exposures: ContentExposures
        let screen: FeedSection
        let impressions: [SlotImpression]
    }

    package struct Answers: Sendable {
        package var requested = 0
        package var impressions: [SlotImpression] = []
        /// Why the last one did not come; nil where it came, or the server had none.
        package fileprivate(set) var failure: SyncFailure?
        /// The screen after the last answer; nil where there was none.
        fileprivate var screen: FeedSection?

        package init() {}
    }

    package enum LookingTime: Sendable {
        /// All that passes between two steps, and what `stay` adds to it. Looks begin with the first step.
        case passing
        /// What `stay` says only: the caller knows when the section is not looked at. Looks of an earlier process go on.
        case told
    }

    let id: String
    private let lookingTime: LookingTime
    private let cache: FeedEngine
    private var last: Step?
    /// What is on screen, where that was said by what the rows are; nil: what the section has in its viewport.
    private var shown: ShownRows?
    private var time = Instant.earliest
    private var isRequesting = false
    private var isAway: Bool
    /// How often the cache had been suspended by the last step.
    private var suspensions: Int

    init(section id: String, lookingTime: LookingTime, of cache: FeedEngine) {
        self.id = id
        self.lookingTime = lookingTime
        isAway = lookingTime == .passing
        self.cache = cache
        suspensions = cache.gate.shuts
    }

    /// Moves the screen, as far as the section goes.
    ///
    /// - Parameters:
    ///   - rows: how many rows to move by; negative: back; 0: stay.
    ///   - height: how many rows there is room for, 0 to 10⁶.
    /// - Throws: `UnknownNameError` where the section is gone; `ManifestError` for a header whose variable is not set;
    ///   `StoreError`; `CancellationError`. An ad that does not come is no error.
    package func move(by rows: Int, height: Int) async throws -> FeedViewport.Update {
        let height = min(max(0, height), 1_000_000)
        return try await perform { slots, time in
            let first = slots.engine.viewport?.first ?? 0
            let lowest = max(0, slots.engine.rows.rowCount - height)
            let top = first + min(max(rows, -first), lowest - first)
            return slots.engine.show(Viewport(first: top, last: top + height - 1), at: time)
        }
    }

    /// These rows are on screen. They count, also where the section has others by now.
    func show(_ rows: ShownRows) async throws -> FeedViewport.Update {
        shown = rows
        return try await perform { slots, time in try slots.engine.show(slots.viewport(of: rows), at: time) }
    }

    /// These rows are on screen, as for `show`, and nothing is asked for: see `ask`.
    func note(_ rows: ShownRows) throws -> (wantsAd: Bool, dwell: Duration) {
        shown = rows
        let step = try step { slots, time in try slots.engine.show(slots.viewport(of: rows), at: time) }
        return (wantsAd, step.engine.policy.dwell)
    }

    /// That much time passes with the same rows on screen.
    ///
    /// - Parameter duration: 0 to a day; the section's clock goes on from there.
    package func stay(for duration: Duration) async throws -> FeedViewport.Update {
        try await perform(after: duration) { slots, time in slots.engine.advance(to: time) }
    }

    /// Reports what is on screen, and asks for nothing: a caller that must not wait calls `ask` where an ad is wanted.
    ///
    /// - Parameters:
    ///   - viewport: the rows on screen; nil: those of the last report.
    ///   - duration: how long those of the last report were on screen, 0 to a day.
    ///   - wasAway: whether no row was to be seen after that: see `lookAway`.
    package func report(
        _ viewport: Viewport?, after duration: Duration, wasAway: Bool = false
    ) throws -> (impressions: [SlotImpression], wantsAd: Bool) {
        var impressions: [SlotImpression] = []
        if duration > .zero {
            impressions += try step(after: duration) { slots, time in slots.engine.advance(to: time) }.impressions
        }
        if wasAway { lookAway() }
        if let viewport {
            impressions += try step { slots, time in slots.engine.show(viewport, at: time) }.impressions
        }
        return (impressions, wantsAd)
    }

    private var wantsAd: Bool { !isRequesting && last?.engine.request != nil }

    package func ask() async throws -> Answers {
        var answers = Answers()
        while wantsAd, let request = last?.engine.request {
            isRequesting = true
            defer { isRequesting = false }
            answers.requested += 1
            let answer: SlotAnswer
            (answer, answers.failure) = try await fetch(request)
            let step = try step { slots, time in slots.engine.answer(answer, at: time) }
            answers.impressions += step.impressions
            answers.screen = step.screen
        }
        return answers
    }

    /// The section was not looked at since the last step, and is not until the next one, as when an app went to the
    /// background: all looks have ended, and what is on screen with the next step is a new one.
    package func lookAway() {
        isAway = true
    }

    // MARK: Steps

    private func perform(
        after duration: Duration = .zero, _ change: (inout SectionRows, Instant) throws -> [SlotEvent]
    ) async throws -> FeedViewport.Update {
        let first = try step(after: duration, change)
        let answers = try await ask()
        var update = FeedViewport.Update(
            section: answers.screen ?? first.screen, impressions: first.impressions + answers.impressions,
            adFailure: answers.failure)
        update.requested = answers.requested
        return update
    }

    /// Asks once: a slot has a back-off of its own.
    private func fetch(_ request: SlotRequest) async throws -> (SlotAnswer, SyncFailure?) {
        guard cache.manifest.ads != nil else { return (.failed, nil) }
        let resolved = try await cache.dependencies.resolved(cache.manifest)
        guard let url = resolved.adsURL?.setting([("section", id), ("slot", "\(request.slot)")]) else {
            return (.failed, nil)
        }
        do {
            let content = try await cache.dependencies.client(resolved).get(url, isRetried: false)
            let isBlank = content.body.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            // No fill.
            if content.status == 204 || isBlank { return (.failed, nil) }
            do {
                return (try SlotAnswer(body: content.body), nil)
            } catch {
                throw SourceError(.malformed(error.description), url: content.url)
            }
        } catch let error as SourceError {
            return (.failed, error.failure)
        }
    }

    private func step(
        after duration: Duration = .zero, _ change: (inout SectionRows, Instant) throws -> [SlotEvent]
    ) throws -> Step {
        let duration = min(max(.zero, duration), .seconds(86_400))
        // A suspended app is not on the screen.
        if suspensions != cache.gate.shuts { (isAway, suspensions) = (true, cache.gate.shuts) }
        let step = try cache.slotStep { transaction in
            let snapshot = cache.snapshot(transaction.reader)
            let section = try snapshot.section(id)
            let present = try transaction.stamp()
            // What was forgotten or erased since, and came again, begins anew.
            let known = last?.stamp.source == present.source ? last : nil
            let isCurrent = known?.stamp == present
            var earlier = known?.engine
            let open = known == nil || isAway ? try transaction.events.openLooks(of: id) : []
            var (events, exposures) = (
                [SlotEvent](), known?.exposures ?? ContentExposures(counted: open.compactMap(\.item))
            )
            if isAway { (events, exposures) = (earlier?.endExposures() ?? [], ContentExposures()) }
            var slots = try SectionRows(
                section, policy: snapshot.slotPolicy(of: section), in: snapshot,
                continuing: earlier, isCurrent: isCurrent)
            let viewportBefore = slots.engine.viewport
            // Time that was reported, as by a look that stays, and time that really passed are the same time.
            let before = max(time, slots.clock)
            let told = before.advanced(by: duration)
            time = max(told, snapshot.now)
            if lookingTime == .told {
                let untold = time.duration(since: told)
                slots.engine.skip(untold)
                exposures.skip(untold)
            }
            events += try change(&slots, time)
            let viewport = slots.engine.viewport
            let screen = try slots.window(offset: viewport?.first ?? 0, limit: viewport?.rows.count ?? 0)
            let visible = VisibleRows(shown ?? ShownRows(screen, viewport: viewport), slots.engine.policy)
            if isAway { try transaction.events.end(open, at: min(before, snapshot.now)) }
            let policy = slots.engine.policy
            let seen = exposures.show(visible.items, policy: policy, at: time)
            let impressions = try note(events, seen, dwell: policy.dwell, in: snapshot, transaction)
            let ended = try transaction.events.openLooks(of: id).filter { !visible.targets.contains($0.target) }
            try transaction.events.end(ended, at: min(time, snapshot.now))
            let changed = try slots.changedSlots(after: isCurrent ? events : nil)
            if !changed.isEmpty || events.contains(where: \.isDurable) || duration > .zero
                || viewportBefore != viewport || slots.stored.window == nil
            {
                try transaction.save(slots.state(clock: time), slots: changed, of: id)
            }
            return Step(
                engine: slots.engine, stamp: try transaction.stamp(), exposures: exposures, screen: screen,
                impressions: impressions)
        }
        (last, isAway) = (step, false)
        return step
    }

    // MARK: Looking

    private struct VisibleRows {
        var items: [ContentExposures.VisibleItem] = []
        var targets: Set<FeedEvent.Target> = []

        init(_ shown: ShownRows, _ policy: SlotPolicy) {
            for (index, row) in shown.rows.enumerated() {
                let fraction = shown.fraction(at: index)
                guard fraction >= policy.visible else { continue }
                targets.insert(row.target)
                if case .item(let id) = row.target { items.append((id.text, row.place, fraction)) }
            }
        }
    }

    /// Notes what was seen, in the order it was: with the slots or not at all.
    ///
    /// The section's clock may be ahead of the system's, where looks were reported that took no time. Events are not: nothing
    /// is noted as seen later than now, or than a tap that follows.
    private func note(
        _ events: [SlotEvent], _ seen: [ContentExposures.Impression], dwell: Duration, in snapshot: FeedSnapshot,
        _ transaction: SlotTransaction
    ) throws -> [SlotImpression] {
        func note(_ target: FeedEvent.Target, row: Int, at: Instant, run: Int64?, isOutgoing: Bool) throws -> Instant? {
            try transaction.events.note(
                FeedEvent(kind: .impression, section: id, target: target, row: row, at: at),
                began: at.advanced(by: .zero - dwell), now: snapshot.now, run: run, isOutgoing: isOutgoing)
        }
        let ads = events.compactMap { event in
            if case .counted(let impression) = event { impression } else { nil }
        }
        let run = seen.isEmpty ? nil : try snapshot.lastRun()
        let isItemSent = cache.manifest.events?.includesItems ?? false
        let items: [(at: Instant, item: ContentExposures.Impression?, ad: SlotImpression?)] = seen.map {
            ($0.at, $0, nil)
        }
        var impressions: [SlotImpression] = []
        for (at, item, ad) in (items + ads.map { ($0.at, nil, $0) }).sorted(by: { $0.at < $1.at }) {
            if let item {
                _ = try note(.item(ItemID(item.key)), row: item.row, at: at, run: run, isOutgoing: isItemSent)
            }
            guard var ad else { continue }
            let target = FeedEvent.Target.ad(ad.ad, serial: ad.serial)
            ad.at = try note(target, row: ad.row, at: at, run: nil, isOutgoing: true) ?? min(at, snapshot.now)
            impressions.append(ad)
        }
        return impressions
    }
}
