import FeedModel
import Testing

@testable import FeedStore

@Suite("The outbox of events")
struct OutboxStoreTests {
    private let fixture: StoreFixture
    private var outbox: OutboxStore { fixture.source.outbox }

    init() throws {
        fixture = try StoreFixture()
    }

    private func event(
        _ kind: FeedEvent.Kind = .tap, _ target: FeedEvent.Target = .item("1"), row: Int = 0, at seconds: Int64 = 0
    ) -> FeedEvent {
        FeedEvent(kind: kind, section: "top", target: target, row: row, at: Instant(seconds: seconds))
    }

    @discardableResult
    private func tap(_ target: FeedEvent.Target = .item("1"), at seconds: Int64 = 0) throws -> EventRecord {
        try #require(try outbox.note(event(.tap, target, at: seconds), run: 1))
    }

    private func listed(isPending: Bool = false, limit: Int = .max) throws -> [EventRecord] {
        try fixture.database.read(source: "test") { try $0.events(isPending: isPending, limit: limit) }
    }

    private func note(_ event: FeedEvent, isOutgoing: Bool = true, run: Int64? = 1) throws -> Bool {
        try fixture.database.writeStamped { db, stamp in
            try EventTable(db: db, source: fixture.source.id, stamp: stamp)
                .note(event, run: run, isOutgoing: isOutgoing) != nil
        }
    }

    @Test("gives every event a key of its own and reads it back as it was noted")
    func notes() throws {
        let events = [event(row: 3, at: -1), event(.tap, .ad("ad-1", serial: 7), row: 4, at: -1), event(.impression)]
        let noted = try events.map { try #require(try outbox.note($0, run: nil)) }
        #expect(noted.map(\.event) == events)
        #expect(noted.allSatisfy { $0.state == .pending && $0.key.count == 32 })
        #expect(Set(noted.map(\.key)).count == 3)
        #expect(try listed() == noted)
        #expect(try outbox.pending(after: 0, limit: .max) == noted)
    }

    @Test("keeps one impression of an ad for good, every look at an item, and every tap")
    func repetition() throws {
        let ad = event(.impression, .ad("x", serial: 1))
        #expect(try note(ad, run: nil))
        #expect(try !note(ad, run: nil))
        #expect(try note(event(.impression, .ad("x", serial: 2)), run: nil))
        let item = event(.impression)
        #expect(try note(item, isOutgoing: false))
        #expect(try note(item, isOutgoing: false))
        #expect(try note(item, isOutgoing: false, run: 2))
        #expect(try note(event()) && note(event()))
        #expect(try outbox.note(ad, run: nil) == nil)
        #expect(try listed().count == 7)
        #expect(try outbox.state().pending == 4)
        #expect(try listed(isPending: true).count == 4)
    }

    @Test("hands out what waits in order, from any place on, and of its own source only")
    func order() throws {
        let other = try fixture.database.source(named: "other").outbox
        let ids = try (0..<10).map { number in
            _ = try other.note(event(), run: nil)
            return try tap(at: Int64(-number)).id
        }
        #expect(try outbox.pending(after: 0, limit: 3).map(\.id) == Array(ids[..<3]))
        #expect(try outbox.pending(after: ids[2], limit: 100).map(\.id) == Array(ids[3...]))
        #expect(try listed(limit: 2).map(\.id) == Array(ids[8...]))
        #expect(try listed(limit: -1).isEmpty)
        #expect(try other.state().pending == 10)
    }

    @Test("marks what was delivered, ends the wait, and leaves the rest")
    func settling() throws {
        let events = try (0..<5).map { _ in try tap() }
        let wait = CollectionWait(until: Instant(seconds: 60), reason: "it failed")
        try outbox.fail(isServerFailure: true, wait: wait)
        try outbox.fail(isServerFailure: true, wait: wait)
        try outbox.fail(isServerFailure: false, wait: wait)
        #expect(try outbox.state() == OutboxState(pending: 5, failures: 2, wait: wait))
        try outbox.markRefused(events[0].id, because: "no")
        try outbox.markDelivered([events[1].id, events[2].id], now: Instant(seconds: 9))
        #expect(try outbox.state() == OutboxState(pending: 2, failures: 0, wait: nil))
        let taken = EventRecord.State.delivered(Instant(seconds: 9))
        #expect(try listed().map(\.state) == [.refused("no"), taken, taken, .pending, .pending])
        // What was marked stays as it is.
        try outbox.markRefused(events[1].id, because: "late")
        try outbox.markDelivered([events[0].id, events[3].id], now: Instant(seconds: 10))
        #expect(
            try listed().map(\.state)
                == [.refused("no"), taken, taken, .delivered(Instant(seconds: 10)), .pending])
    }

    @Test("puts back what was set aside, up to the last one that was taken")
    func puttingBack() throws {
        let other = try fixture.database.source(named: "other").outbox
        let foreign = try #require(try other.note(event(), run: nil))
        try other.markRefused(foreign.id, because: "no")
        let events = try (0..<4).map { _ in try tap() }
        for event in events { try outbox.markRefused(event.id, because: "no") }
        #expect(try outbox.requeueRefused() == 4)
        for index in [0, 2, 3] { try outbox.markRefused(events[index].id, because: "no") }
        try outbox.markDelivered([events[1].id], now: Instant(seconds: 9))
        #expect(try outbox.requeueRefused() == 2)
        let taken = EventRecord.State.delivered(Instant(seconds: 9))
        #expect(try listed().map(\.state) == [.refused("no"), taken, .pending, .pending])
        #expect(try other.state().pending == 0)
    }

    @Test("notes times that never run backwards, also where a clock was put back")
    func times() throws {
        let times = try [5, 3, 9, 8].map { try tap(at: $0).event.at }
        #expect(times == [5, 5, 9, 9].map { Instant(seconds: $0) })
    }

    @Test("of a source that was never used is empty")
    func unused() throws {
        let state = try fixture.database.read(source: "nowhere") { try $0.outbox() }
        #expect(state == OutboxState(pending: 0, failures: 0, wait: nil))
        #expect(try fixture.database.read(source: "nowhere") { try $0.events(isPending: false, limit: 9) }.isEmpty)
    }

    @Test("loses old events to a prune, but none that waits")
    func pruning() throws {
        let old = try (0..<3).map { _ in try tap(at: 0) }
        _ = try note(event(.impression, .item("2")), isOutgoing: false)
        let young = try tap(at: 1_000)
        try outbox.markRefused(old[1].id, because: "no")
        try outbox.markDelivered([old[0].id, young.id], now: Instant(seconds: 2_000))
        let policy = PruneOptions(events: .seconds(1_500))
        #expect(try fixture.database.prune(policy, now: Instant(seconds: 2_000)).events == 3)
        #expect(try listed().map(\.id) == [old[2].id, young.id])
        #expect(
            try fixture.database.prune(PruneOptions(events: .seconds(Int64.min)), now: Instant(seconds: 2_001)).events
                == 1)
        #expect(try listed().map(\.id) == [old[2].id])
        #expect(try fixture.inconsistencies == [])
        // A number is never given out twice, so what is noted later comes after it.
        #expect(try tap().id > young.id)
    }
}
