import FeedModel

@testable import FeedSlots

/// Plays a random feed and watches the laws of the engine. Whatever is durable is kept as a store would keep it: row by
/// row, as the events say.
struct FeedRun {
    /// What a law says that was broken.
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var engine: SlotEngine
    private var content: [Int] = []
    private var nextID = 0
    private var nextAd = 0
    private var now = Instant(seconds: 1_000_000)
    private var stored = SlotState()
    private var places: [Int64: StoredSlot] = [:]
    /// Since when each ad on screen has been visible without a break, by this type's own account.
    private var visibleSince: [Int64: Instant] = [:]
    private var counted: Set<Int64> = []
    private var placed: Set<Int64> = []

    private init(_ policy: SlotPolicy) {
        engine = SlotEngine(policy: policy, contentCount: 0)
    }

    /// The law that the feed breaks, nil where it keeps them all.
    static func brokenLaw(_ feed: RandomFeed) -> String? {
        var run = FeedRun(feed.policy)
        for (index, move) in feed.moves.enumerated() {
            do {
                try run.play(move, isLast: index == feed.moves.count - 1)
            } catch {
                return "move \(index + 1), \(move): \(error)"
            }
        }
        return nil
    }

    /// The engine at the end of a feed.
    static func end(of feed: RandomFeed) -> SlotEngine {
        var run = FeedRun(feed.policy)
        for move in feed.moves { run.store(run.perform(move)) }
        return run.engine
    }

    private mutating func play(_ move: FeedMove, isLast: Bool) throws {
        let before = engine
        let contentBefore = content
        let events = perform(move)
        store(events)
        try checkImpressions(events, before: before)
        try checkRows()
        if isLast { try checkRestart() }
        if move != .restart, move != .reset { try checkRequests(events) }
        try checkExpiry(move, events, before: before)
        try checkScreen(move, events, before: before)
        try checkAnchors(move, events, before: before, contentBefore: contentBefore)
        for event in events {
            if case .placed(let ad) = event {
                try law(placed.insert(ad.serial).inserted, "a serial is used once")
            }
        }
    }

    private func law(_ holds: Bool, _ words: @autoclosure () -> String) throws(Broken) {
        if !holds { throw Broken(description: words()) }
    }

    // MARK: Moves

    private mutating func perform(_ move: FeedMove) -> [SlotEvent] {
        switch move {
        case .append(let count):
            content += fresh(count)
            return engine.edit(ContentEdit(from: 0..<(content.count - count), to: 0..<content.count), at: now)
        case .insert, .remove, .moveItem, .replaceAll:
            let old = content
            changeContent(move)
            return engine.edit(ContentEdit(from: old, to: content), at: now)
        case .view(let first, let height, let edge):
            let start = first % (engine.rows.rowCount + 1)
            return engine.show(Viewport(first: start, last: start + height - 1, lastFraction: edge), at: now)
        case .hide: return engine.show(nil, at: now)
        case .fill:
            nextAd += 1
            return engine.answer(.ad(id: "ad\(nextAd)", payload: "{}"), at: now)
        case .fail: return engine.answer(.failed, at: now)
        case .wait(let milliseconds):
            now = now.advanced(by: .milliseconds(milliseconds))
            return engine.advance(to: now)
        case .restart:
            stored.slots = Array(places.values)
            engine = restored(stored)
            visibleSince = [:]
            return []
        case .reset: return engine.reset()
        }
    }

    private mutating func changeContent(_ move: FeedMove) {
        switch move {
        case .insert(let place, let count):
            content.insert(contentsOf: fresh(count), at: place % (content.count + 1))
        case .remove(let place, let count):
            let start = place % (content.count + 1)
            content.removeSubrange(start..<min(start + count, content.count))
        case .moveItem(let from, let to) where !content.isEmpty:
            let item = content.remove(at: from % content.count)
            content.insert(item, at: to % (content.count + 1))
        case .replaceAll(let count): content = fresh(count)
        default: break
        }
    }

    private mutating func fresh(_ count: Int) -> [Int] {
        defer { nextID += count }
        return Array(nextID..<(nextID + count))
    }

    // MARK: Durable rows

    private mutating func store(_ events: [SlotEvent]) {
        let changes = engine.changedSlots(since: Array(places.values), after: events) { id(at: $0) }
        for (serial, slot) in changes { places[serial] = slot }
        for row in Set(events.flatMap(\.touches)) {
            switch row {
            case .slot: break
            case .held: stored.held = engine.held
            case .requests: (stored.nextSerial, stored.backoff) = (engine.nextSerial, engine.backoff)
            }
        }
    }

    private func id(at index: Int) -> String? { "\(content[index])" }

    private func restored(_ state: SlotState) -> SlotEngine {
        let content = content
        return SlotEngine(restoring: state, policy: engine.policy, contentCount: content.count, now: now) { id in
            content.firstIndex { "\($0)" == id }
        }
    }

    private func checkRestart() throws {
        let state = engine.state { id(at: $0) }
        let again = restored(state)
        try law(again.plan == engine.plan, "a restart changes no slot and no row")
        try law(again.state { id(at: $0) } == state, "a restart of a restart changes nothing")
        try law(again.request == nil && again.viewport == nil, "a restart asks for nothing")
        var kept = stored
        kept.slots = Array(places.values)
        let fromRows = restored(kept)
        try law(fromRows.plan == engine.plan, "the rows that events touch hold every slot")
        try law(
            fromRows.held == engine.held && fromRows.nextSerial == engine.nextSerial
                && fromRows.backoff == engine.backoff,
            "and the ad held, and the back-off")
        let flags = { (engine: SlotEngine) in engine.ads.mapValues { $0.countedAt } }
        try law(flags(fromRows) == flags(engine), "and every impression")
        var rows = places
        let changes = again.changedSlots(since: Array(rows.values), after: nil) { id(at: $0) }
        for (serial, slot) in changes { rows[serial] = slot }
        try law(
            rows == Dictionary(uniqueKeysWithValues: state.slots.map { ($0.ad.serial, $0) }),
            "without events, a comparison finds every change")
    }

    // MARK: Rows

    private func checkRows() throws {
        let rows = engine.rows
        let policy = engine.policy
        var index = 0
        var lastAd: Int?
        for row in 0..<rows.rowCount {
            switch rows[row] {
            case .content(let content):
                try law(content == index, "rows keep the content's order")
                try law(rows.row(ofContent: index) == row, "mapping to content and back comes home")
                index += 1
            case .ad:
                try law(row > 0 || policy.allowsLeadingAd, "no ad is first unless asked for")
                try law(row < rows.rowCount - 1 || policy.trailing, "no ad is last unless asked for")
                if let lastAd { try law(index - lastAd >= policy.minGap, "ads keep the least gap") }
                lastAd = index
            case nil: throw Broken(description: "every row shows something")
            }
        }
        try law(index == content.count && rows.contentCount == index, "all content is shown")
        try law(rows.row(ofContent: index) == nil && rows[rows.rowCount] == nil, "and nothing behind it")
        try law(engine.ads.count == engine.plan.filled.count, "every filled slot has its ad")
    }

    /// Neither an ad that arrives nor one that expires changes what is on screen. Where an ad above the screen goes,
    /// the viewport follows its rows; only one that was hidden for that ad's sake may come into view.
    private func checkScreen(_ move: FeedMove, _ events: [SlotEvent], before: SlotEngine) throws {
        switch move {
        case .fill, .fail, .wait: break
        default: return
        }
        guard engine.policy.insertion == .below, let viewport = before.viewport, let now = engine.viewport else {
            return
        }
        let expires = events.contains { if case .expired = $0 { true } else { false } }
        if expires, before.plan.filled.contains(where: { !$0.isShown }) { return }
        for row in viewport.rows {
            let shifted = row - viewport.first + now.first
            try law(before.rows[row] == engine.rows[shifted], "nothing moves on screen by itself")
        }
    }

    // MARK: Asking

    private func checkRequests(_ events: [SlotEvent]) throws {
        try law((engine.request == nil ? 0 : 1) + (engine.held == nil ? 0 : 1) <= 1, "one request or ad at a time")
        let fold = engine.viewport.map { engine.policy.insertion == .below ? $0.last + 1 : $0.first } ?? 0
        let screenEnd = engine.viewport.map { $0.last + 1 } ?? 0
        let above = screenEnd - (0..<screenEnd).count { if case .ad = engine.rows[$0] { true } else { false } }
        let free = engine.plan.slots.compactMap { slot -> Stub? in
            guard case .stub(let stub) = slot, engine.plan.row(of: stub) >= fold else { return nil }
            return stub.offset < content.count || engine.policy.trailing ? stub : nil
        }.first
        try law(engine.held == nil || free == nil, "an ad is held only while no slot below the fold is free")
        let isDue = free.map { $0.offset - above <= engine.policy.ahead } ?? false
        let mayAsk = engine.held == nil && (engine.backoff.retryAt.map { $0 <= now } ?? true)
        for event in events {
            guard case .requested(let request) = event else { continue }
            try law(mayAsk && isDue && request.offset == free?.offset, "an ad is asked for just before it is due")
        }
        if isDue, mayAsk { try law(engine.request != nil, "an ad that is due is asked for") }
    }

    // MARK: Seeing and expiring

    private mutating func checkImpressions(_ events: [SlotEvent], before: SlotEngine) throws {
        let due = Set(
            visibleSince.filter { now.duration(since: $0.value) >= engine.policy.dwell }.map(\.key)
        ).union(engine.policy.dwell == .zero ? visible(engine) : []).subtracting(counted)
        var fresh: Set<Int64> = []
        for event in events {
            guard case .counted(let impression) = event else { continue }
            try law(counted.insert(impression.serial).inserted, "an impression is none or one")
            fresh.insert(impression.serial)
        }
        try law(fresh == due, "an ad counts after its dwell without a break, and only then")
        let visible = visible(engine)
        visibleSince = Dictionary(uniqueKeysWithValues: visible.map { ($0, visibleSince[$0] ?? now) })
    }

    private func visible(_ engine: SlotEngine) -> Set<Int64> {
        guard let viewport = engine.viewport else { return [] }
        return Set(
            (0..<engine.rows.rowCount).compactMap { row in
                guard case .ad(let serial) = engine.rows[row] else { return nil }
                return viewport.fraction(ofRow: row) >= engine.policy.visible ? serial : nil
            })
    }

    private func checkExpiry(_ move: FeedMove, _ events: [SlotEvent], before: SlotEngine) throws {
        for event in events {
            guard case .expired(let serial, _) = event, let filled = before.ad(serial) else { continue }
            try law(filled.countedAt == nil && !counted.contains(serial), "what was seen does not expire")
            try law(isTooOld(filled), "nothing expires before its time")
            if case .wait = move { try law(!isOnScreen(serial, before), "what is on screen does not expire") }
        }
        guard move != .restart, move != .reset else { return }
        for filled in engine.ads.values where filled.countedAt == nil && isTooOld(filled) {
            try law(isOnScreen(filled.serial, engine), "what is too old and not on screen expires")
        }
    }

    private func isTooOld(_ ad: SlotAd) -> Bool {
        now.duration(since: ad.loadedAt) > engine.policy.ttl
    }

    private func isOnScreen(_ serial: Int64, _ engine: SlotEngine) -> Bool {
        guard let rows = engine.viewport?.rows else { return false }
        return rows.contains { engine.rows[$0] == .ad(serial: serial) }
    }

    // MARK: Anchors

    /// Where items came or went and none moved, every ad has the same surviving items above it as before.
    private func checkAnchors(
        _ move: FeedMove, _ events: [SlotEvent], before: SlotEngine, contentBefore: [Int]
    ) throws {
        let survivors = Set(contentBefore).intersection(content)
        for event in events {
            if case .released = event { try law(survivors.isEmpty, "an ad is released only if nothing is left") }
        }
        let order = before.plan.filled.map(\.serial).filter { engine.ads[$0] != nil }
        if move != .restart {
            let placed = Set(order)
            try law(
                engine.plan.filled.map(\.serial).filter { placed.contains($0) } == order, "ads keep their order")
        }
        guard contentBefore.filter({ survivors.contains($0) }) == content.filter({ survivors.contains($0) }) else {
            return
        }
        for slot in before.plan.filled {
            guard let after = engine.plan.slot(slot.serial), !slot.isHead else { continue }
            let above = contentBefore[..<slot.offset].filter { survivors.contains($0) }
            let aboveNow = content[..<after.offset].filter { survivors.contains($0) }
            try law(above == aboveNow, "an ad stays between its neighbours")
            guard !after.isShown, contentBefore != content else { continue }
            let places = (0...content.count).filter { place in
                content[..<place].filter { survivors.contains($0) } == above
            }
            try checkHidden(after, places: places)
        }
    }

    /// An ad is hidden only where none of the places between its neighbours, items and ads, shows it without hiding
    /// another one.
    private func checkHidden(_ hidden: FilledSlot, places: [Int]) throws {
        let slots = engine.plan.filled
        guard let index = slots.firstIndex(where: { $0.serial == hidden.serial }) else { return }
        let lowest = index > 0 ? slots[index - 1].offset : 0
        let highest = index + 1 < slots.count ? slots[index + 1].offset : content.count
        let shown = slots.filter(\.isShown)
        for place in places where (lowest...highest).contains(place) {
            let isApart = shown.allSatisfy { abs($0.offset - place) >= engine.policy.minGap }
            let isInside =
                (place > 0 || engine.policy.allowsLeadingAd) && (place < content.count || engine.policy.trailing)
            try law(
                !isApart || !isInside, "a hidden ad is shown as soon as a place between its neighbours keeps the gap")
        }
    }
}
