import FeedModel
import FeedStore

/// Events as they cross the wire:
/// `{"events": [{"key", "type", "section", "item" | "ad", "row", "at"}]}`, times in RFC 3339 and UTC.
struct EventBatch {
    /// Events in one request.
    static let capacity = 100
    /// Bytes of a request beyond which it takes no further event: what small servers take in any case.
    static let longestBody = 256 * 1_024

    /// At least one, in the order they happened.
    let events: ArraySlice<EventRecord>

    static func first(of events: [EventRecord]) -> ArraySlice<EventRecord> {
        var writer = JSONWriter()
        var count = 0
        for event in events.prefix(capacity) {
            write(event, to: &writer)
            if count > 0, writer.bytes.count > longestBody { break }
            count += 1
        }
        return events.prefix(count)
    }

    var body: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("events")
            writer.array { writer in for event in events { Self.write(event, to: &writer) } }
        }
        return writer.bytes
    }

    private static func write(_ record: EventRecord, to writer: inout JSONWriter) {
        let event = record.event
        writer.object { writer in
            func member(_ name: String, _ text: String) {
                writer.key(name)
                writer.string(text)
            }
            member("key", record.key)
            member("type", event.kind.rawValue)
            member("section", event.section)
            switch event.target {
            case .item(let key): member("item", key)
            case .ad(let id, _): member("ad", id)
            }
            writer.key("row")
            writer.integer(event.row)
            member("at", event.at.description)
        }
    }
}
