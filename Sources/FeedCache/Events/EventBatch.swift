import FeedModel
import FeedStore

/// Events as they cross the wire:
/// `{"events": [{"key", "type", "section", "item" | "ad", "row", "at"}]}`, times in RFC 3339 and UTC.
enum EventBatch {
    /// Events in one request.
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
            case .item(let key): ("item", .string(key))
            case .ad(let id, _): ("ad", .string(id))
            }
        return .object([
            ("key", .string(record.key)), ("type", .string(event.kind.rawValue)), ("section", .string(event.section)),
            target, ("row", .integer(Int64(event.row))), ("at", .time(event.at)),
        ])
    }
}
