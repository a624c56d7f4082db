import FeedModel
import FeedSource
import FeedStore

/// One delivery of the events that wait: in order, in batches, each sent at least once.
///
/// Law: a batch counts as delivered only after an answer from 200 to 299, and the next one is sent after that is noted;
/// a process that is killed in between sends it again under the same keys. The first failure ends the delivery, so that nothing
/// overtakes what waits. A delivery holds the lock of a sync.
///
/// A batch that the server will not take (400, 413, 422) is halved until the event that is to blame is alone. It is set
/// aside at once, in a transaction of its own, so it holds up no other, and a delivery that is cut short need not look for
/// it again. Of a batch with b bad events, O(b log batch) requests are refused.
///
/// A server that refuses everything, after a bad deployment, say, must not make us give up good events. So an event is
/// given up only when one after it is taken: a delivery that comes to the end puts the others back to wait, and so does
/// one that the server fails. One that ends for want of a network keeps what it has found out.
struct EventDelivery: Sendable {
    let url: SourceURL
    let outbox: OutboxStore
    let client: SourceClient
    let now: @Sendable () -> Instant
    /// Seconds from the sync before to the one that delivers; nil where there was none.
    let pause: Int64?

    private(set) var report = DeliveryReport()
    /// Events set aside since the last one that was taken.
    private(set) var suspects = 0
    private(set) var lastRefusal: SourceError?

    /// Delivers until nothing waits or something fails; every way it can end is a report.
    mutating func run(ignoringWaits: Bool) async throws -> DeliveryReport {
        var state = try outbox.state()
        // A delivery was killed after it set the last one aside, and before it put them back.
        if state.pending == 0, try outbox.hasUndecided() {
            try outbox.requeueRefused()
            state = try outbox.state()
        }
        report.pending = state.pending
        guard state.pending > 0 else { return report }
        if !ignoringWaits, let failure = state.wait?.failure(at: now(), saying: "not delivered") {
            (report.failure, report.nextAttempt, report.isDeferred) = (failure, failure.retryAt, true)
            return report
        }
        do {
            try await sendAll()
        } catch let error as SourceError {
            if error.failure.reach == .reached { try outbox.requeueRefused() }
            try note(error.failure)
        } catch is CancellationError {
            report.failure = .interrupted
        }
        let after = try outbox.state()
        (report.pending, report.nextAttempt) = (after.pending, after.wait?.until)
        return report
    }

    /// A server that fails is left alone for a while.
    private mutating func note(_ failure: SyncFailure) throws {
        let state = try outbox.state()
        let wait = BackoffPolicy(failures: state.failures, current: state.wait, pause: pause)
            .wait(after: failure, isServerFailure: failure.reach == .reached, now: now())
        try outbox.fail(isServerFailure: failure.reach == .reached && failure.retryAt == nil, wait: wait)
        report.failure = failure
    }

    private mutating func sendAll() async throws {
        var last: Int64 = 0
        while true {
            let batch = EventBatch.first(of: try outbox.pending(after: last, limit: EventBatch.capacity))
            guard let end = batch.last else { break }
            try await send(batch)
            last = end.id
        }
        if suspects > 0, let lastRefusal { throw lastRefusal }
    }

    private mutating func send(_ events: ArraySlice<EventRecord>) async throws {
        try Task.checkCancellation()
        do {
            _ = try await client.post(url, json: EventBatch.body(of: events))
        } catch let error as SourceError where [400, 413, 422].contains(error.status) {
            // The server speaks of what it was sent, not of who sent it, where, or when.
            return try await isolate(events, after: error)
        }
        try outbox.markDelivered(events.map(\.id), now: now())
        report.delivered += events.count
        report.refused += suspects
        suspects = 0
    }

    private mutating func isolate(_ events: ArraySlice<EventRecord>, after error: SourceError) async throws {
        if let event = events.first, events.count == 1 {
            try outbox.markRefused(event.id, because: error.message)
            suspects += 1
            lastRefusal = error
            return
        }
        try await send(events.prefix(events.count / 2))
        try await send(events.dropFirst(events.count / 2))
    }
}

/// Events as they cross the wire:
/// `{"events": [{"key", "type", "section", "item" | "ad", "row", "at"}]}`, times in RFC 3339 and UTC.
enum EventBatch {
    static let capacity = 100
    /// Bytes of a request beyond which it takes no further event: what small servers take in any case.
    static let longestBody = 256 * 1_024

    static func first(of events: [EventRecord]) -> ArraySlice<EventRecord> {
        var count = 0
        var bytes = 0
        for event in events.prefix(capacity) {
            // With the comma after the one before it.
            bytes += json(event).bytes.count + (count > 0 ? 1 : 0)
            if count > 0, bytes > longestBody { break }
            count += 1
        }
        return events.prefix(count)
    }

    /// - Parameter events: in the order they happened.
    static func body(of events: some Sequence<EventRecord>) -> [UInt8] {
        JSONValue.object([("events", .array(events.map(json)))]).bytes
    }

    private static func json(_ record: EventRecord) -> JSONValue {
        let event = record.event
        let target: (String, JSONValue) =
            switch event.target {
            case .item(let key): ("item", .string(key.text))
            case .ad(let id, _): ("ad", .string(id.text))
            }
        return .object([
            ("key", .string(record.key)), ("type", .string(event.kind.rawValue)), ("section", .string(event.section)),
            target, ("row", .integer(Int64(event.row))), ("at", .time(event.at)),
        ])
    }
}
