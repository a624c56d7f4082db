import FeedModel
import TestSupport
import Testing

@testable import FeedSlots

@Suite struct SlotEngineTests {
    private func at(_ seconds: Int64) -> Instant { Instant(seconds: seconds) }

    private func engine(_ policy: SlotPolicy, _ count: Int) -> SlotEngine {
        var engine = SlotEngine(policy: policy, contentCount: 0)
        _ = engine.edit(ContentEdit(from: 0..<0, to: 0..<count), at: at(0))
        return engine
    }

    private func ad(_ id: String) -> SlotAnswer { .ad(id: id, payload: #"{"id":"\#(id)"}"#) }

    @Test("An ad that arrives after its slot came on screen goes to the next one below the fold")
    func lateAd() throws {
        var engine = engine(try SlotPolicy(every: 3), 12)
        _ = engine.show(Viewport(first: 1, last: 4), at: at(1))
        let events = engine.answer(ad("X"), at: at(2))
        #expect(engine.rows[3] == .content(index: 3))
        #expect(engine.rows[6] == .ad(serial: 1))
        #expect(events.map(\.touches) == [[.held, .requests], [.slot(serial: 1), .held]])
    }

    @Test("Without a free slot below the fold an ad is held, nothing is asked for, and content makes room for it")
    func held() throws {
        var engine = engine(try SlotPolicy(every: 3), 4)
        _ = engine.show(Viewport(first: 0, last: 3), at: at(1))
        _ = engine.answer(ad("X"), at: at(2))
        #expect(engine.held?.id == "X" && engine.plan.filled.isEmpty)
        #expect(engine.show(Viewport(first: 0, last: 3), at: at(3)) == [])
        let events = engine.edit(ContentEdit(from: 0..<4, to: 0..<8), at: at(4))
        #expect(engine.rows[6] == .ad(serial: 1))
        #expect(events.first == engine.ad(1).map(SlotEvent.placed))
        #expect(engine.ad(1)?.loadedAt == at(2) && engine.ad(1)?.placedAt == at(4))
    }

    @Test("With an ad held, an engine that takes over has no request, and the late answer is dropped")
    func takeOver() throws {
        let policy = try SlotPolicy(every: 3)
        var asking = engine(policy, 4)
        _ = asking.show(Viewport(first: 0, last: 3), at: at(1))
        var holding = asking
        _ = holding.answer(ad("X"), at: at(2))
        #expect(asking.request != nil && holding.held?.id == "X")
        var restored = SlotEngine(
            restoring: holding.state { "\($0)" }, policy: policy, contentCount: 4, now: at(3)
        ) { Int($0) }
        restored.takeOver(from: asking)
        #expect(restored.request == nil)
        #expect(restored.answer(ad("Y"), at: at(4)) == [])
        #expect(restored.held?.id == "X")
    }

    @Test("With no ad held, an engine that takes over waits for the pending request")
    func takeOverRequest() throws {
        let policy = try SlotPolicy(every: 3)
        var asking = engine(policy, 4)
        _ = asking.show(Viewport(first: 0, last: 3), at: at(1))
        var restored = SlotEngine(
            restoring: asking.state { "\($0)" }, policy: policy, contentCount: 4, now: at(3)
        ) { Int($0) }
        restored.takeOver(from: asking)
        #expect(restored.request == asking.request)
        _ = restored.answer(ad("X"), at: at(4))
        #expect(restored.held?.id == "X" && restored.request == nil)
    }

    @Test("A held ad grows old, too")
    func heldExpires() throws {
        var engine = engine(try SlotPolicy(every: 3, ttl: .seconds(10)), 4)
        _ = engine.show(Viewport(first: 0, last: 3), at: at(0))
        _ = engine.answer(ad("X"), at: at(0))
        #expect(engine.advance(to: at(10)) == [])
        #expect(engine.advance(to: at(11)) == [.expiredHeld(serial: 1, ad: "X")])
    }

    @Test("An answer nobody waits for is dropped")
    func strayAnswer() throws {
        var engine = engine(try SlotPolicy(every: 3), 2)
        #expect(engine.answer(ad("X"), at: at(1)) == [])
        #expect(engine.answer(.failed, at: at(1)) == [])
        #expect(engine.backoff == SlotBackoff())
    }

    @Test("Fills that fail back off longer and longer, and one that does not ends it")
    func backoff() throws {
        var engine = engine(try SlotPolicy(every: 2), 9)
        var now: Int64 = 0
        for delay: Int64 in [1, 3, 5, 25, 60, 300, 300, 300] {
            #expect(engine.answer(.failed, at: at(now)) == [.failed(retryAt: at(now + delay))])
            #expect(engine.advance(to: at(now + delay - 1)) == [])
            now += delay
            #expect(engine.advance(to: at(now)).count == 1)
        }
        _ = engine.answer(ad("X"), at: at(now))
        #expect(engine.backoff.retryAt == nil && engine.backoff.failures == 0)
    }

    @Test("A dwell with a break in it does not count, and one across a change of the viewport does")
    func dwell() throws {
        var engine = engine(try SlotPolicy(every: 2), 5)
        _ = engine.answer(ad("X"), at: at(0))
        _ = engine.show(Viewport(first: 0, last: 2), at: Instant(seconds: 1))
        #expect(engine.show(nil, at: Instant(millisecondsSince1970: 1900)) == [.exposureEnded(serial: 1)])
        _ = engine.show(Viewport(first: 1, last: 4), at: Instant(seconds: 2))
        _ = engine.show(Viewport(first: 2, last: 5), at: Instant(millisecondsSince1970: 2500))
        let events = engine.advance(to: Instant(seconds: 4))
        #expect(events == [.counted(SlotImpression(serial: 1, ad: "X", row: 2, at: at(3)))])
        #expect(engine.advance(to: at(90)) == [])
    }

    @Test("What is on screen does not expire, and what scrolls away unseen does")
    func expiryOnScreen() throws {
        var engine = engine(try SlotPolicy(every: 2, ttl: .seconds(5)), 5)
        _ = engine.answer(ad("X"), at: at(0))
        _ = engine.show(Viewport(first: 0, last: 2, lastFraction: 0.2), at: at(0))
        #expect(engine.advance(to: at(100)) == [])
        #expect(engine.show(Viewport(first: 0, last: 1), at: at(101)).first == .expired(serial: 1, ad: "X"))
    }

    @Test("An ad that expires above the screen takes no row on screen with it")
    func expiryAbove() throws {
        var engine = engine(try SlotPolicy(every: 2, ttl: .seconds(5)), 20)
        _ = engine.answer(ad("X"), at: at(0))
        _ = engine.show(Viewport(first: 5, last: 8), at: at(1))
        let top = engine.rows[5]
        #expect(engine.advance(to: at(6)).contains(.expired(serial: 1, ad: "X")))
        #expect(engine.viewport == Viewport(first: 4, last: 7))
        #expect(engine.rows[4] == top)
    }

    @Test("An ad at the head stays there, and is shown as the first row")
    func head() throws {
        var engine = engine(try SlotPolicy(fixed: [0]), 3)
        _ = engine.answer(ad("X"), at: at(0))
        #expect(engine.rows[0] == .ad(serial: 1))
        _ = engine.edit(ContentEdit(from: [1, 2, 3], to: [0, 1, 2, 3]), at: at(1))
        #expect(engine.rows[0] == .ad(serial: 1))
        #expect(engine.edit(ContentEdit(from: [0, 1, 2, 3], to: [8, 9]), at: at(2)) == [.anchorChanged(serial: 1)])
        #expect(engine.rows[0] == .ad(serial: 1))
    }

    @Test("An ad whose items above are all gone is hidden, and back when one comes in above it")
    func pushedToTheTop() throws {
        var engine = engine(try SlotPolicy(every: 2), 4)
        _ = engine.answer(ad("X"), at: at(0))
        _ = engine.edit(ContentEdit(from: [0, 1, 2, 3], to: [2, 3]), at: at(1))
        #expect(engine.rows.rowCount == 2)
        _ = engine.edit(ContentEdit(from: [2, 3], to: [9, 2, 3]), at: at(2))
        #expect(engine.rows[1] == .ad(serial: 1))
    }

    @Test("A reset drops what is there and held, asks for nothing yet, and uses no serial twice")
    func reset() throws {
        var engine = engine(try SlotPolicy(every: 2), 9)
        _ = engine.answer(ad("X"), at: at(0))
        #expect(engine.reset() == [.dropped(serial: 1, ad: "X")])
        #expect(engine.rows.rowCount == 9 && engine.request == nil)
        _ = engine.advance(to: at(1))
        _ = engine.answer(ad("Y"), at: at(1))
        #expect(engine.rows[2] == .ad(serial: 2))
    }

    @Test("A section without a policy passes its content through and asks for nothing")
    func noPolicy() {
        var engine = engine(.none, 100)
        #expect(engine.show(Viewport(first: 90, last: 120), at: at(1)) == [])
        #expect(engine.rows.rowCount == 100 && engine.rows[99] == .content(index: 99))
    }

    @Test("Slots scrolled past stay packed even where ads may come between rows on screen")
    func anywhere() throws {
        var engine = engine(try SlotPolicy(every: 2, insertion: .anywhere), 9)
        _ = engine.show(Viewport(first: 3, last: 6), at: at(1))
        _ = engine.answer(ad("X"), at: at(1))
        #expect(engine.rows[4] == .ad(serial: 1))
    }

    @Test("A clock that is set back stands still")
    func clock() throws {
        var engine = engine(try SlotPolicy(every: 2), 5)
        _ = engine.advance(to: at(100))
        _ = engine.answer(ad("X"), at: at(50))
        #expect(engine.ad(1)?.loadedAt == at(100))
    }

    @Test("Viewports of any numbers are survived")
    func viewports() throws {
        var engine = engine(try SlotPolicy(fixed: [0], every: 1, trailing: true, insertion: .anywhere), 9)
        for (first, last) in [(Int.min, Int.max), (.max, .min), (-5, -3), (8, 8), (.max, .max)] {
            for fraction in [Double.nan, -1, 0, 1, .infinity] {
                let viewport = Viewport(first: first, last: last, firstFraction: fraction, lastFraction: fraction)
                _ = engine.show(viewport, at: at(1))
                _ = engine.answer(ad("X"), at: at(1))
                _ = engine.advance(to: .latest)
            }
        }
        #expect(engine.rows.contentCount == 9)
    }

    @Test("Shown ads come with row and slot number")
    func assignmentsOnRows() throws {
        var engine = engine(try SlotPolicy(every: 2), 9)
        _ = engine.show(Viewport(first: 1, last: 3), at: at(1))
        _ = engine.answer(ad("X"), at: at(1))
        _ = engine.show(Viewport(first: 2, last: 5), at: at(1))
        _ = engine.answer(ad("Y"), at: at(1))
        let shown = engine.assignments(onRows: 0..<100)
        #expect(shown.map(\.row) == [4, 7] && shown.map(\.slot) == [1, 2])
        #expect(shown.map(\.ad.id) == ["X", "Y"])
        #expect(engine.assignments(onRows: 5..<100).map(\.slot) == [2])
    }

    @Test("Assignments tell of hidden ads, too, and slots are counted with those that are free")
    func assignments() throws {
        var engine = engine(try SlotPolicy(every: 2), 6)
        _ = engine.answer(ad("X"), at: at(0))
        _ = engine.show(Viewport(first: 0, last: 2), at: at(0))
        _ = engine.answer(ad("Y"), at: at(0))
        _ = engine.edit(ContentEdit(from: [0, 1, 2, 3, 4, 5], to: [0, 1, 4, 5]), at: at(1))
        #expect(engine.assignments.map(\.row) == [2, nil])
        #expect(engine.assignments.map(\.slot) == [0, 1] && engine.plan.filled.map(\.offset) == [2, 2])
        #expect(engine.slotCount == 3)
    }

    @Test("An ad that is hidden for nearness is shown as soon as content comes between its neighbours again")
    func hiddenAdComesBack() throws {
        func hidden(minGap: Int) throws -> SlotEngine {
            var engine = engine(try SlotPolicy(every: 2, minGap: minGap), 6)
            _ = engine.answer(ad("X"), at: at(0))
            _ = engine.show(Viewport(first: 0, last: 2), at: at(0))
            _ = engine.answer(ad("Y"), at: at(0))
            _ = engine.edit(ContentEdit(from: [0, 1, 2, 3, 4, 5], to: [0, 1, 4, 5]), at: at(1))
            return engine
        }
        var one = try hidden(minGap: 1)
        let events = one.edit(ContentEdit(from: [0, 1, 4, 5], to: [0, 1, 6, 7, 4, 5]), at: at(2))
        #expect(one.assignments.map(\.row) == [2, 4] && events.contains(.anchorChanged(serial: 2)))
        // Item by item; on which side of the first one the second comes makes no difference.
        for second in [[0, 1, 6, 7, 4, 5], [0, 1, 7, 6, 4, 5]] {
            var two = try hidden(minGap: 2)
            _ = two.edit(ContentEdit(from: [0, 1, 4, 5], to: [0, 1, 6, 4, 5]), at: at(2))
            #expect(two.assignments.map(\.row) == [2, nil])
            _ = two.edit(ContentEdit(from: [0, 1, 6, 4, 5], to: second), at: at(3))
            #expect(two.assignments.map(\.row) == [2, 5])
        }
    }

    @Test("Assignments of random feeds stand on the rows that show them")
    func assignmentsOfRandomFeeds() throws {
        for seed in SeededGenerator.seeds(1000) {
            let engine = FeedRun.end(of: try RandomFeed(seed: seed))
            for assignment in engine.assignments {
                #expect(engine.row(ofAd: assignment.ad.serial) == assignment.row, "seed \(seed)")
            }
            #expect(engine.slotCount == engine.plan.slots.reduce(0) { count, _ in count + 1 }, "seed \(seed)")
        }
    }
}
