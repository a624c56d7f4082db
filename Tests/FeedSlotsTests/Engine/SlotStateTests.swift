import FeedModel
import Testing

@testable import FeedSlots

@Suite struct SlotStateTests {
    private let ids = ["a", "b", "c", "d", "e", "f", "g", "h"]

    /// Ads behind `b` and `d`.
    private func engine() throws -> SlotEngine {
        var engine = SlotEngine(policy: try SlotPolicy(every: 2, ahead: 9), contentCount: ids.count)
        _ = engine.advance(to: Instant(seconds: 0))
        for id in ["X", "Y"] { _ = engine.answer(.ad(id: id, payload: "{}"), at: Instant(seconds: 0)) }
        return engine
    }

    private func state() throws -> SlotState { try engine().state { ids[$0] } }

    private func restored(_ state: SlotState, over ids: [String], now: Int64 = 1) throws -> SlotEngine {
        SlotEngine(
            restoring: state, policy: try SlotPolicy(every: 2, ahead: 9), contentCount: ids.count,
            now: Instant(seconds: now),
            contentIndex: { ids.firstIndex(of: $0) })
    }

    private func rows(_ engine: SlotEngine, _ ids: [String]) -> String {
        (0..<engine.rows.rowCount).map { row in
            switch engine.rows[row] {
            case .content(let index): ids[index]
            case .ad(let serial): engine.ad(serial)?.id ?? "!"
            case nil: "!"
            }
        }.joined()
    }

    @Test("Ads stand where they stood, whatever was added unseen")
    func anchors() throws {
        let state = try state()
        #expect(state.slots.map(\.anchor.above) == ["b", "d"] && state.slots.map(\.anchor.below) == ["c", "e"])
        for list in ["abcdefgh", "nabcdefgh", "abncdnefgh"].map({ $0.map(String.init) }) {
            let text = list.joined()
            let expected = text.replacing("b", with: "bX").replacing("d", with: "dY")
            #expect(rows(try restored(state, over: list), list) == expected)
        }
    }

    @Test("An ad finds its way back by the item below, and else by its place")
    func lostAnchors() throws {
        let state = try state()
        let withoutAbove = ["a", "n", "c", "d", "e"]
        #expect(rows(try restored(state, over: withoutAbove), withoutAbove) == "anXcdYe")
        let withoutBoth = ["a", "n", "n2", "d", "e"]
        #expect(rows(try restored(state, over: withoutBoth), withoutBoth) == "anXn2dYe")
        #expect(try restored(state, over: []).plan.filled.count == 2)
    }

    @Test("A hidden ad is shown where content came unseen between it and the ad above")
    func hiddenAd() throws {
        var engine = try engine()
        _ = engine.edit(ContentEdit(from: Array("abcde"), to: Array("abe")), at: Instant(seconds: 1))
        let short = ["a", "b", "e"]
        #expect(rows(engine, short) == "abXe")
        let state = engine.state { short[$0] }
        let longer = ["a", "b", "n", "e"]
        #expect(rows(try restored(state, over: longer), longer) == "abXnYe")
    }

    @Test("Nothing is asked for by restoring, and the back-off waits on, but no longer than its delay")
    func backoff() throws {
        var state = try state()
        (state.nextSerial, state.backoff) = (3, SlotBackoff(failures: 2, retryAt: Instant(seconds: 5000)))
        let engine = try restored(state, over: ids, now: 1000)
        #expect(engine.request == nil)
        #expect(engine.backoff.retryAt == Instant(seconds: 1003))
    }

    @Test("Stored rows that make no sense are survived")
    func nonsense() throws {
        var state = try state()
        state.slots += state.slots
        state.slots[0].anchor = SlotAnchor(isHead: false, above: nil, below: nil, offset: .min, order: .min)
        state.slots[1].anchor.above = nil
        state.slots[1].anchor.below = nil
        state.slots[1].anchor.offset = .max
        (state.nextSerial, state.backoff) = (.min, SlotBackoff(failures: .min, retryAt: .latest))
        var engine = SlotEngine(
            restoring: state, policy: try SlotPolicy(every: 2, ahead: 9), contentCount: -7, now: .earliest,
            contentIndex: { _ in .max })
        _ = engine.advance(to: .latest)
        #expect(engine.plan.filled.count <= 2 && engine.nextSerial > 2)
    }

    @Test("A time stored ahead of the clock counts as now")
    func clockSetBack() throws {
        var state = try state()
        let ad = state.slots[0].ad
        let later = Instant(seconds: 9000)
        state.slots[0].ad = SlotAd(
            serial: ad.serial, id: ad.id, payload: ad.payload, requestedAt: later, loadedAt: later,
            state: .placed(at: later), visibleTime: .seconds(-4))
        let clamped = try #require(try restored(state, over: ids, now: 10).ad(ad.serial))
        #expect(clamped.loadedAt == Instant(seconds: 10) && clamped.placedAt == Instant(seconds: 10))
        #expect(clamped.visibleTime == .zero)
    }

    @Test("What reading the IDs throws comes through")
    func errors() throws {
        struct Unreadable: Error {}
        let engine = try engine()
        #expect(throws: Unreadable.self) { try engine.state { _ in throw Unreadable() } }
    }

    @Test("How long an ad was seen outlives the process")
    func seen() throws {
        var engine = try engine()
        _ = engine.show(Viewport(first: 0, last: 4), at: Instant(seconds: 10))
        _ = engine.advance(to: Instant(seconds: 14))
        let state = engine.state { ids[$0] }
        #expect(state.slots[0].ad.visibleTime == .seconds(4) && state.slots[0].ad.countedAt == Instant(seconds: 11))
        let again = try restored(state, over: ids, now: 20)
        #expect(again.state { ids[$0] } == state)
    }
}
