package import FeedModel
import FeedSlots
import FeedStore

/// The rows of a section as they are shown, content and ads, inside one snapshot or transaction. A window of them costs what
/// a window of the content costs, however many ads there are.
///
/// What is stored of slots counts in the content as it was when it was stored. Where that has changed since (a sync ran), the
/// slots move with it: if every ad is still between its neighbours there is nothing to do; else the content of then is
/// rebuilt from the history, and the edit from then to now says which items stayed where they were.
package struct SectionRows {
    /// Lists of more items are not rebuilt: their slots find their way by the items beside them alone.
    private static let longestRebuilt = 100_000
    /// A section's clock that is further ahead of the system's, in seconds, is not believed: that was put back.
    private static let longestLead: Int64 = 86_400

    package let section: Section
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
            // Of a section that was gone for too long nothing but serials and the back-off is left.
            let isOver = stored.keptUntil.map { snapshot.now >= $0 } ?? false
            engine = try Self.restored(
                isOver ? stored.released : stored, section, policy: policy, over: content, in: snapshot,
                now: max(clock, snapshot.now))
            if let earlier { engine.takeOver(from: earlier) }
            _ = engine.holdMax()
        }
    }

    // MARK: Rows

    package var count: Int { engine.rows.rowCount }

    /// The topmost row that was on screen last; 0 where none was.
    package var firstShown: Int { engine.viewport?.first ?? 0 }

    package func row(of identity: FeedRow.Identity) throws -> Int? {
        switch identity {
        case .content(let key): try content.place(of: key.text).flatMap(engine.rows.row(ofContent:))
        case .ad(let id): engine.assignments(onRows: 0..<count).first { ItemID($0.ad.id) == id }?.row
        }
    }

    /// Rows from `offset` on, `limit` at most; both are 0 and up.
    package func window(offset: Int, limit: Int) throws -> FeedSection {
        let first = min(max(0, offset), count)
        let range = first..<first + min(max(0, limit), count - first)
        let ads = engine.assignments(onRows: range)
        let firstIndex = engine.rows.contentCount(aboveRow: range.lowerBound)
        var items = try content.window(offset: firstIndex, limit: range.count - ads.count).enumerated().makeIterator()
        var placed = ads.makeIterator()
        var next = placed.next()
        var rows: [FeedRow] = []
        rows.reserveCapacity(range.count)
        for row in range {
            if let shown = next, shown.row == row {
                rows.append(FeedRow(shown))
                next = placed.next()
            } else if let (index, item) = items.next() {
                rows.append(FeedRow(item, at: firstIndex + index))
            }
        }
        return FeedSection(
            section: section, rowCount: count, firstRow: offset, rows: rows,
            occurrencesAbove: occurrences(of: ads, aboveRow: first))
    }

    /// How often each of some ads is above a row, too: a server may fill several slots with one. Items are in a section
    /// once.
    private func occurrences(of ads: [SlotAssignment], aboveRow row: Int) -> [FeedRow.Identity: Int] {
        guard row > 0, !ads.isEmpty else { return [:] }
        let shown = Set(ads.map { ItemID($0.ad.id) })
        return engine.assignments(onRows: 0..<row).reduce(into: [:]) { counts, above in
            let id = ItemID(above.ad.id)
            if shown.contains(id) { counts[.ad(id), default: 0] += 1 }
        }
    }

    func outline() throws -> [OutlinedRow] {
        var ads = engine.assignments(onRows: 0..<count).makeIterator()
        var ad = ads.next()
        var rows: [OutlinedRow] = []
        rows.reserveCapacity(count)
        func placeAds() {
            while let shown = ad, shown.row == rows.count {
                rows.append(.whole(FeedRow(shown)))
                ad = ads.next()
            }
        }
        try content.forEachOutlined {
            placeAds()
            rows.append($0)
        }
        placeAds()
        return rows
    }

    /// The first of some rows whose payload a condition holds for, in the order of the search; nil where it holds for none.
    ///
    /// - Parameter isForward: whether the first row is looked at first; else the last.
    package func first(
        in rows: Range<Int>, isForward: Bool, where isWanted: (UnsafeRawBufferPointer) -> Bool
    ) throws -> (row: Int, shown: FeedRow)? {
        var rows = rows.clamped(to: 0..<count)
        let ads = engine.assignments(onRows: rows).compactMap { assignment -> (row: Int, shown: FeedRow)? in
            guard let row = assignment.row else { return nil }
            guard assignment.ad.payload.withBytes(isWanted) else { return nil }
            return (row, FeedRow(assignment))
        }
        let ad = isForward ? ads.first : ads.last
        // Content that is farther away than the ad is not looked at.
        if let ad { rows = isForward ? rows.lowerBound..<ad.row : ad.row + 1..<rows.upperBound }
        let indices =
            engine.rows.contentCount(aboveRow: rows.lowerBound)..<engine.rows.contentCount(aboveRow: rows.upperBound)
        guard let found = try content.first(in: indices, isForward: isForward, where: isWanted),
            let row = engine.rows.row(ofContent: found.place)
        else { return ad }
        return (row, FeedRow(found.item, at: found.place))
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
            state.slots.held = engine.held
            (state.slots.nextSerial, state.slots.backoff) = (engine.nextSerial, engine.backoff)
        }
        return state
    }

    /// The slots that differ from the stored ones, by serial; nil for those that are gone.
    ///
    /// - Parameter events: what happened since they were stored; nil where any slot may differ.
    func changedSlots(after events: [SlotEvent]?) throws -> [Int64: StoredSlot?] {
        guard engine.policy.hasSlots else { return [:] }
        return try engine.changedSlots(since: stored.slots.slots, after: events) { place throws(any Error) in
            try content.window(offset: place, limit: 1).first?.key
        }
    }
}

extension SectionSlotState {
    /// What is left of it where the ads of its section are given up, and the reader's place in it. Serials go on, and so
    /// does the back-off, since it is about the server.
    var released: SectionSlotState {
        var state = self
        state.slots.slots = []
        state.slots.held = nil
        state.window = nil
        state.keptUntil = nil
        return state
    }
}

extension FeedRow {
    init(_ item: FeedItem, at index: Int) {
        self = .content(index: index, id: item.id, version: item.version, payload: item.payload)
    }

    fileprivate init(_ assignment: SlotAssignment) {
        let ad = assignment.ad
        self = .ad(slot: assignment.slot, serial: ad.serial, id: ItemID(ad.id), payload: ad.payload)
    }
}
