import Foundation
import Synchronization

/// Counts delivered events, each key once: what an idempotent `POST events` needs, and what a test of "at least once,
/// counted exactly once" looks at.
///
/// The lock guards the events and counts. All of them stay in memory.
public final class EventLedger: Sendable {
    private struct State {
        var counts = EventCounts()
        var events: [ReceivedEvent] = []
        var deliveries: [String: Int] = [:]
    }

    private struct Batch: Decodable {
        let events: [ReceivedEvent]
    }

    private let state = Mutex(State())

    init() {}

    /// The counts so far.
    public var counts: EventCounts { state.withLock { $0.counts } }

    /// Different events in the order they first came.
    public var events: [ReceivedEvent] { state.withLock { $0.events } }

    /// Counts and events of one moment.
    var snapshot: (counts: EventCounts, events: [ReceivedEvent]) { state.withLock { ($0.counts, $0.events) } }

    /// How often the event with this key came.
    public func deliveries(of key: String) -> Int {
        state.withLock { $0.deliveries[key, default: 0] }
    }

    /// Forgets everything, keys included.
    public func clear() {
        state.withLock { $0 = State() }
    }

    /// Takes a batch whole or, when it cannot be read, not at all.
    func accept(_ body: [UInt8]) throws(Refusal) -> Answer {
        let batch = try decoded(body)
        if let place = batch.events.firstIndex(where: \.key.isEmpty) {
            throw .badBody(reason: "the key of events[\(place)] is empty")
        }
        let fresh = record(batch.events)
        return .json(.accepted) { writer in
            writer.object { writer in
                writer.field("accepted", batch.events.count)
                writer.field("counted", fresh)
                writer.field("duplicates", batch.events.count - fresh)
            }
        }
    }

    /// - Returns: how many of them are new.
    private func record(_ events: [ReceivedEvent]) -> Int {
        state.withLock { state in
            let before = state.counts.counted
            for event in events {
                state.counts.received += 1
                state.deliveries[event.key, default: 0] += 1
                if state.deliveries[event.key] == 1 {
                    state.counts.count(event)
                    state.events.append(event)
                }
            }
            return state.counts.counted - before
        }
    }

    private func decoded(_ body: [UInt8]) throws(Refusal) -> Batch {
        do {
            return try JSONDecoder().decode(Batch.self, from: Data(body))
        } catch let error as DecodingError {
            throw .badBody(reason: Self.reason(error))
        } catch {
            throw .badBody(reason: "it is not JSON that can be read")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(place(context.codingPath)) is null"
        case .typeMismatch(let type, let context): "\(place(context.codingPath)) is not of type \(type)"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not JSON, or has a number no integer can hold"
                : "\(place(context.codingPath)) is not one of the known values"
        @unknown default: "it has another shape"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
    }
}
