import FeedModel
import TestSupport
import Testing

@testable import FeedSlots

/// The server lowers the `max` of a policy: an engine goes on under another one, as after a sync.
@Suite struct SlotSurplusTests {
    private func policy(max: Int?) throws -> SlotPolicy { try SlotPolicy(every: 2, max: max, ahead: 99) }

    /// Ten items with an ad after every second one: `ab1cd2ef3gh4i` and so on.
    private func full() throws -> SlotEngine {
        var engine = SlotEngine(policy: try policy(max: nil), contentCount: 10)
        _ = engine.advance(to: Instant(seconds: 0))
        for id in 1...4 { _ = engine.answer(.ad(id: "\(id)", payload: "{}"), at: Instant(seconds: 0)) }
        return engine
    }

    private func goOn(_ engine: SlotEngine, under policy: SlotPolicy) -> SlotEngine {
        let state = engine.state { "\($0)" }
        var next = SlotEngine(
            restoring: state, policy: policy, contentCount: engine.rows.contentCount, viewport: engine.viewport,
            now: Instant(seconds: 0)
        ) { Int($0) }
        _ = next.holdMax()
        return next
    }

    private func rows(_ engine: SlotEngine, _ range: Range<Int>? = nil) -> String {
        (range ?? 0..<engine.rows.rowCount).map { row in
            switch engine.rows[row] {
            case .content(let index): String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))
            case .ad(let serial): engine.ad(serial)?.id ?? "!"
            case nil: "_"
            }
        }.joined()
    }

    @Test("A lower maximum hides the lowest ads and asks for none; a higher one shows them again, as they were")
    func lowestFirst() throws {
        let engine = try full()
        #expect(rows(engine) == "ab1cd2ef3gh4ij")
        var fewer = goOn(engine, under: try policy(max: 2))
        #expect(rows(fewer) == "ab1cd2efghij")
        _ = fewer.advance(to: Instant(seconds: 1))
        #expect(fewer.request == nil && fewer.plan.filled.count == 4)
        #expect(rows(goOn(fewer, under: try policy(max: 2))) == rows(fewer))
        #expect(rows(goOn(fewer, under: try policy(max: 3))) == "ab1cd2ef3ghij")
        #expect(rows(goOn(fewer, under: try policy(max: nil))) == rows(engine))
        let hidden = try #require(fewer.explanation(ofRow: 8))
        #expect(hidden.description.contains("Ad “3” belongs here") && hidden.description.contains("fewer ads"))
    }

    @Test("What is on screen stays until it has left it, and nothing on screen moves")
    func onScreen() throws {
        var engine = try full()
        _ = engine.show(Viewport(first: 8, last: 11), at: Instant(seconds: 0))
        #expect(rows(engine, 8..<12) == "3gh4")
        var fewer = goOn(engine, under: try policy(max: 1))
        #expect(rows(fewer) == "abcdef3gh4ij")
        #expect(fewer.viewport.map { rows(fewer, $0.rows) } == "3gh4")
        _ = fewer.show(Viewport(first: 0, last: 3), at: Instant(seconds: 0))
        #expect(rows(fewer) == "abcdef3ghij")
        // There is room for none, so the ones that were hidden stay so.
        _ = fewer.show(Viewport(first: 6, last: 7), at: Instant(seconds: 0))
        #expect(rows(fewer) == "abcdef3ghij")
    }

    @Test("Under any change of the maximum the laws hold")
    func laws() throws {
        for seed in SeededGenerator.seeds(1_500) {
            let feed = try RandomFeed(seed: seed)
            var generator = SeededGenerator(seed: seed)
            var engine = FeedRun.end(of: feed)
            for _ in 0..<4 {
                let max = Int.random(in: 1...4, using: &generator)
                let policy = try SlotPolicy(
                    fixed: feed.policy.fixed, every: feed.policy.every, first: feed.policy.first, max: max,
                    minGap: feed.policy.minGap, trailing: feed.policy.trailing, ttl: .seconds(1_000_000_000))
                guard policy.hasSlots else { continue }
                var before = engine
                before = goOn(engine, under: try SlotPolicy.same(policy, max: nil))
                engine = goOn(before, under: policy)
                let screen = before.viewport.map { rows(before, $0.rows) }
                #expect(engine.viewport.map { rows(engine, $0.rows) } == screen, "seed \(seed)")
                let shown = engine.rows.ads.count
                #expect(shown <= max || engine.viewport != nil, "seed \(seed)")
                #expect(engine.plan.filled.count == before.plan.filled.count, "seed \(seed)")
                let again = goOn(engine, under: policy)
                #expect(again.plan == engine.plan, "seed \(seed)")
                let first = Int.random(in: 0...(engine.rows.rowCount), using: &generator)
                _ = engine.show(Viewport(first: first, last: first + 3), at: Instant(seconds: 1_000_000))
            }
        }
    }
}

extension SlotPolicy {
    fileprivate static func same(_ policy: SlotPolicy, max: Int?) throws -> SlotPolicy {
        try SlotPolicy(
            fixed: policy.fixed, every: policy.every, first: policy.first, max: max, minGap: policy.minGap,
            trailing: policy.trailing, ttl: policy.ttl)
    }
}
