import FeedModel
import FeedSlots
import TestSupport
import Testing

@testable import FeedCache

/// The engine on paper, told of every edit, beside the cache, which finds out about them from its history.
@Suite("Slots over syncs")
struct SlotsOverSyncsTests {
    @Test("whatever a sync brings, each process shows the rows that the engine shows that saw every edit")
    func law() async throws {
        for seed in SeededGenerator.seeds(25) {
            var generator = SeededGenerator(seed: seed)
            var ids = (0..<Int.random(in: 3...9, using: &generator)).map { "\($0)" }
            let ads = try AdBench(ids, policy: #"{"every":2,"ahead":2,"ttl":20}"#)
            var paper = Paper(policy: try SlotPolicy(every: 2, ahead: 2, ttl: .seconds(20)))
            try await ads.bench.sync()
            paper.edit(to: ids)
            var next = 100
            for step in 0..<12 {
                if Bool.random(using: &generator) {
                    let rows = Int.random(in: -4...4, using: &generator)
                    let inventory = (0..<6).map { Bool.random(using: &generator) ? "ad\(step)-\($0)" : nil }
                    ads.fill(inventory)
                    try await ads.scroll(rows)
                    paper.scroll(rows, height: AdBench.height, inventory: inventory, now: ads.bench.clock.now)
                } else {
                    for _ in 0..<Int.random(in: 1...3, using: &generator) {
                        Self.change(&ids, &next, using: &generator)
                    }
                    let items = ids.map { ServerItem($0) }
                    ads.bench.change { $0.items = items }
                    try await ads.bench.sync(SyncOptions(allowsShrink: true))
                    paper.edit(to: ids)
                }
                ads.bench.clock.step(by: Int64.random(in: 0...3, using: &generator))
                #expect(try ads.rows() == paper.rows, "FEEDCACHE_SEED=\(seed), step \(step)")
            }
            #expect(
                try ads.events(outgoing: true) == paper.impressions.map { "impression \($0)" }, "FEEDCACHE_SEED=\(seed)"
            )
        }
    }

    private static func change(_ ids: inout [String], _ next: inout Int, using generator: inout SeededGenerator) {
        let place = Int.random(in: 0...ids.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where place < ids.count && ids.count > 1: ids.remove(at: place)
        case 1 where place < ids.count:
            let id = ids.remove(at: place)
            ids.insert(id, at: Int.random(in: 0...ids.count, using: &generator))
        default:
            ids.insert("\(next)", at: place)
            next += 1
        }
    }
}

/// The same section as a value: a process for each look.
private struct Paper {
    let policy: SlotPolicy
    private(set) var ids: [String] = []
    private(set) var impressions: [String] = []
    private var state = SlotState()
    private var viewport: Viewport?
    private var clock = Instant.earliest

    init(policy: SlotPolicy) {
        self.policy = policy
    }

    private var engine: SlotEngine {
        SlotEngine(
            restoring: state, policy: policy, contentCount: ids.count, viewport: viewport, now: clock
        ) { id in ids.firstIndex(of: id) }
    }

    var rows: [String] {
        let engine = engine
        return (0..<engine.rows.rowCount).compactMap { row in
            switch engine.rows[row] {
            case .content(let index)?: ids[index]
            case .ad(let serial)?: engine.ad(serial).map { "[\($0.id)]" }
            case nil: nil
            }
        }
    }

    mutating func edit(to new: [String]) {
        var engine = engine
        _ = engine.follow(ContentEdit(from: ids, to: new))
        ids = new
        keep(engine)
    }

    mutating func scroll(_ rows: Int, height: Int, inventory: [String?], now: Instant) {
        var engine = engine
        var inventory = inventory[...]
        clock = max(clock, now)
        let lowest = max(0, engine.rows.rowCount - height)
        let first = min(max(0, (viewport?.first ?? 0) + rows), lowest)
        note(engine.show(Viewport(first: first, last: first + height - 1), at: clock))
        answer(&engine, &inventory)
        clock = clock.advanced(bySeconds: 1)
        note(engine.advance(to: clock))
        answer(&engine, &inventory)
        viewport = engine.viewport
        keep(engine)
    }

    private mutating func answer(_ engine: inout SlotEngine, _ inventory: inout ArraySlice<String?>) {
        while engine.request != nil {
            let ad = inventory.popFirst() ?? nil
            let payload = ad.map { #"{"id":"\#($0)","title":"ad"}"# } ?? ""
            note(engine.answer(ad.map { .ad(id: $0, payload: payload) } ?? .failed, at: clock))
        }
    }

    private mutating func note(_ events: [SlotEvent]) {
        for case .counted(let impression) in events { impressions.append(impression.ad.text) }
    }

    private mutating func keep(_ engine: SlotEngine) {
        state = engine.state { ids.indices.contains($0) ? ids[$0] : nil }
    }
}
