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

    /// As many of the first of `events` as one request takes.
    static func first(of events: [EventRecord]) -> ArraySlice<EventRecord> {
        var bytes: [UInt8] = []
        var count = 0
        for event in events.prefix(capacity) {
            append(event, to: &bytes)
            if count > 0, bytes.count > longestBody { break }
            count += 1
        }
        return events.prefix(count)
    }

    /// The request's body.
    var body: [UInt8] {
        var bytes = Array(#"{"events":["#.utf8)
        for (index, event) in events.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.append(event, to: &bytes)
        }
        bytes += "]}".utf8
        return bytes
    }

    private static func append(_ record: EventRecord, to bytes: inout [UInt8]) {
        let event = record.event
        func append(_ name: String, _ text: String) {
            bytes += name.utf8
            JSONEscaping.append(text, to: &bytes)
        }
        append(#"{"key":"#, record.key)
        append(#","type":"#, event.kind.rawValue)
        append(#","section":"#, event.section)
        switch event.target {
        case .item(let key): append(#","item":"#, key)
        case .ad(let id, _): append(#","ad":"#, id)
        }
        bytes += ",\"row\":\(event.row)".utf8
        append(#","at":"#, event.at.description)
        bytes.append(UInt8(ascii: "}"))
    }
}
