import FeedModel
import FeedSlots
import FeedStore

/// The slots of a section over its content, inside one snapshot or transaction.
///
/// What is stored counts in the content as it was when it was stored. Where that has changed since (a sync ran), the
/// slots move with it: if every ad is still between its neighbours there is nothing to do; else the content of then is
/// rebuilt from the history, and the edit from then to now says which items stayed where they were.
struct SectionSlots {
    /// Lists of more items are not rebuilt: their slots find their way by the items beside them alone.
    private static let longestRebuilt = 100_000
    /// A section's clock that is further ahead of the system's, in seconds, is not believed: that was put back.
    private static let longestLead: Int64 = 86_400

    let section: Section
    let content: SectionContent
    let stored: SectionSlotState
    /// The run that the content as it is belongs to; nil while one is under way.
    let latestEndedRun: Int64?
    /// The latest time of the section, reported by any process.
    let clock: Instant
    var engine: SlotEngine

    /// - Parameters:
    ///   - earlier: the engine that the section had a moment ago: its viewport goes on.
    ///   - isCurrent: whether nothing was written since, so that it can go on as it is.
    init(
        _ section: Section, policy: SlotPolicy, in snapshot: FeedSnapshot, continuing earlier: SlotEngine? = nil,
        isCurrent: Bool = false
    ) throws {
        self.section = section
        content = try snapshot.sectionContent(of: section)
        stored = try snapshot.reader.slotState(of: section.id)
        latestEndedRun = try snapshot.reader.latestEndedRun()
        clock = min(stored.clock ?? .earliest, snapshot.now.advanced(bySeconds: Self.longestLead))
        if let earlier, isCurrent {
            engine = earlier
        } else {
            engine = try Self.restored(
                stored.kept(at: snapshot.now), section, policy: policy, over: content, in: snapshot,
                now: max(clock, snapshot.now))
            if let earlier { engine.takeOver(from: earlier) }
            _ = engine.holdMax()
        }
    }

    // MARK: Restoring

    private static func restored(
        _ stored: SectionSlotState, _ section: Section, policy: SlotPolicy, over content: SectionContent,
        in snapshot: FeedSnapshot, now: Instant
    ) throws -> SlotEngine {
        let viewport = stored.window.map { Viewport(first: $0.lowerBound, last: $0.upperBound - 1) }
        // A section without a policy passes through; what it remembers waits for the next one.
        guard policy.hasSlots else {
            return SlotEngine(policy: policy, contentCount: content.count, viewport: viewport)
        }
        if try !allStandBetweenNeighbours(stored.slots, content),
            let past = try snapshot.pastKeys(of: section, stored, atMost: longestRebuilt),
            content.count <= longestRebuilt
        {
            let old = past.map(ExactText.init)
            let places = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            var engine = SlotEngine(
                restoring: stored.slots, policy: policy, contentCount: old.count, viewport: viewport, now: now
            ) { places[ExactText($0)] }
            _ = engine.follow(ContentEdit(from: old, to: try content.keys().map(ExactText.init)))
            return engine
        }
        return try SlotEngine(
            restoring: stored.slots, policy: policy, contentCount: content.count, viewport: viewport, now: now
        ) { key throws(any Error) in try content.place(of: key) }
    }

    /// Whether each ad has the item above it and the one below it side by side, so that it can stay between them.
    private static func allStandBetweenNeighbours(_ slots: SlotState, _ content: SectionContent) throws -> Bool {
        var last = 0
        for anchor in slots.slots.map(\.anchor) where !anchor.isHead {
            let offset = try anchor.above.map { try content.place(of: $0).map { $0 + 1 } } ?? 0
            let below = try anchor.below.map { try content.place(of: $0) } ?? content.count
            guard let offset, offset == below, offset >= last else { return false }
            last = offset
        }
        return true
    }

    // MARK: Storing

    func state(clock: Instant?) -> SectionSlotState {
        var state = stored
        state.collection = section.collection
        state.contentRun = latestEndedRun
        state.clock = clock ?? stored.clock
        state.keptUntil = nil
        state.window = engine.viewport?.rows ?? state.window
        if engine.policy.hasSlots {
            state.slots.requests = engine.requestState
            state.slots.held = engine.held
        }
        return state
    }

    /// The slots that differ from the stored ones, by serial; nil for those that are gone.
    ///
    /// - Parameter events: what happened since they were stored; nil where any slot may differ.
    func changedSlots(after events: [SlotEvent]?) throws -> [Int64: StoredSlot?] {
        guard engine.policy.hasSlots else { return [:] }
        return try engine.changedSlots(since: stored.slots.slots, after: events) { place throws(any Error) in
            try content.key(at: place)
        }
    }
}

extension SectionSlotState {
    /// What is left of it: of a section that was gone for too long, nothing but serials and the back-off.
    fileprivate func kept(at now: Instant) -> SectionSlotState {
        guard let keptUntil, now >= keptUntil else { return self }
        var state = self
        state.slots.slots = []
        state.slots.held = nil
        state.window = nil
        return state
    }
}
