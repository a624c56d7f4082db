import FeedModel
import Foundation
import HTTPTypes
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
    func accept(_ body: [UInt8]) throws(RequestError) -> Answer {
        let batch = try decoded(body)
        if let place = batch.events.firstIndex(where: \.key.isEmpty) {
            throw .badBody(reason: "the key of events[\(place)] is empty")
        }
        let fresh = record(batch.events)
        let count = batch.events.count
        let counts = [("accepted", count), ("counted", fresh), ("duplicates", count - fresh)]
        return .json(.object(counts.map { ($0, .number($1)) }), status: .accepted)
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

    private func decoded(_ body: [UInt8]) throws(RequestError) -> Batch {
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

/// What a server counted: each key once, however often it came.
public struct EventCounts: Equatable, Sendable {
    /// Counts of one section.
    public struct Section: Equatable, Sendable {
        /// Impressions in it.
        public internal(set) var impressions = 0
        /// Taps in it.
        public internal(set) var taps = 0
    }

    /// Events received, repetitions included.
    public internal(set) var received = 0
    /// Different keys among them.
    public internal(set) var counted = 0
    /// Impressions among those.
    public internal(set) var impressions = 0
    /// Taps among those.
    public internal(set) var taps = 0
    /// By section ID; events without one are under "".
    public internal(set) var sections: [String: Section] = [:]

    /// Events that came again.
    public var duplicates: Int { received - counted }

    mutating func count(_ event: ReceivedEvent) {
        counted += 1
        switch event.type {
        case .impression:
            impressions += 1
            sections[event.section ?? "", default: Section()].impressions += 1
        case .tap:
            taps += 1
            sections[event.section ?? "", default: Section()].taps += 1
        }
    }
}

/// An impression or a tap, as it was delivered the first time.
public struct ReceivedEvent: Codable, Equatable, Sendable {
    /// What happened.
    @nonexhaustive public enum Kind: String, Codable, Sendable {
        case impression
        case tap
    }

    /// Distinguishes a repeated delivery from a new event.
    public let key: String
    /// What happened.
    public let type: Kind
    /// The section it happened in.
    public let section: String?
    /// The item it happened to, if it was content.
    public let item: String?
    /// The ad it happened to, if it was one.
    public let ad: String?
    /// The row it was at.
    public let row: Int?
    /// When it happened, as the client says.
    public let at: String?
}
