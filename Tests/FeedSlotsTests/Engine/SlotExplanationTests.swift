import FeedModel
import TestSupport
import Testing

@testable import FeedSlots

@Suite struct SlotExplanationTests {
    private func at(_ seconds: Int64) -> Instant { Instant(seconds: seconds) }

    private func engine(_ policy: SlotPolicy, _ count: Int) -> SlotEngine {
        var engine = SlotEngine(policy: policy, contentCount: count)
        _ = engine.advance(to: at(0))
        return engine
    }

    private func reason(_ engine: SlotEngine, _ row: Int) -> UnfilledReason? {
        guard case .unfilled(_, _, let reason) = engine.explanation(ofRow: row) else { return nil }
        return reason
    }

    @Test("An ad is explained by its slot and its life")
    func ad() throws {
        var engine = engine(try SlotPolicy(every: 2), 9)
        _ = engine.answer(.ad(id: "X", payload: "{}"), at: at(2))
        _ = engine.show(Viewport(first: 0, last: 4), at: at(5))
        _ = engine.advance(to: at(8))
        #expect(
            "\(try #require(engine.explanation(ofRow: 2)))" == """
                Ad “X” is here because of slot 0 (repeating). Asked for at 1970-01-01T00:00:00.000Z, arrived at \
                1970-01-01T00:00:02.000Z, placed at 1970-01-01T00:00:02.000Z. Seen for 3 s, counted as an impression at \
                1970-01-01T00:00:06.000Z.
                """)
    }

    @Test("A slot without an ad says what it waits for")
    func unfilled() throws {
        var engine = engine(try SlotPolicy(every: 2, ahead: 4), 8)
        #expect(reason(engine, 2) == .requested(at: at(0)))
        #expect(reason(engine, 4) == .notNext)
        #expect(reason(engine, 6) == .tooFar(rows: 6, ahead: 4))
        #expect(reason(engine, 8) == .endOfList)
        _ = engine.answer(.failed, at: at(1))
        #expect(reason(engine, 2) == .backOff(until: at(2), failures: 1))
        _ = engine.show(Viewport(first: 1, last: 3), at: at(1))
        #expect(reason(engine, 2) == .scrolledPast)
        let state = engine.state { "\($0)" }
        let again = SlotEngine(
            restoring: state, policy: engine.policy, contentCount: 8, now: at(60), contentIndex: { Int($0) })
        #expect(reason(again, 2) == .due)
        #expect(reason(again, 4) == .notNext)
    }

    @Test("A hidden ad is explained where it belongs, with the rule that hides it")
    func hidden() throws {
        var engine = engine(try SlotPolicy(every: 2), 3)
        _ = engine.answer(.ad(id: "X", payload: "{}"), at: at(0))
        _ = engine.edit(ContentEdit(from: [0, 1, 2], to: [0, 1]), at: at(1))
        #expect(
            engine.explanation(ofRow: 2)?.description
                == "Ad “X” belongs here (repeating) and is kept, but hidden: it would be the last row.")
        _ = engine.edit(ContentEdit(from: [0, 1], to: [1, 2]), at: at(1))
        _ = engine.edit(ContentEdit(from: [1, 2], to: [2]), at: at(1))
        guard case .hidden(_, _, .first) = engine.explanation(ofRow: 0) else {
            Issue.record("\(String(describing: engine.explanation(ofRow: 0)))")
            return
        }
    }

    @Test("Where there is no slot, the next one is named")
    func noSlot() throws {
        let engine = engine(try SlotPolicy(fixed: [4]), 9)
        #expect(engine.explanation(ofRow: 1) == .noSlot(nextRow: 4))
        #expect(engine.explanation(ofRow: 7) == .noSlot(nextRow: nil))
        #expect(engine.explanation(ofRow: 10) == nil && engine.explanation(ofRow: -1) == nil)
        #expect(self.engine(.none, 2).explanation(ofRow: 1) == .noPolicy)
    }

    @Test("Every row of random feeds has an explanation that fits what is on it")
    func everyRow() throws {
        for seed in SeededGenerator.seeds(1000) {
            let feed = try RandomFeed(seed: seed)
            let engine = FeedRun.end(of: feed)
            for row in 0...engine.rows.rowCount {
                let explanation = try #require(engine.explanation(ofRow: row), "seed \(seed)")
                var isAd = false
                if case .ad = explanation { isAd = true }
                var showsAd = false
                if case .ad = engine.rows[row] { showsAd = true }
                #expect(isAd == showsAd && explanation.description.hasSuffix("."), "seed \(seed)")
            }
        }
    }
}
