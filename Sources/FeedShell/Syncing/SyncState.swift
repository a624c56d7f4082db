import FeedCache
import TerminalKit

extension RunRecord {
    /// Who holds the lock, since when, and how far, for people.
    func progress(of count: Int) -> String {
        "\(kind) by process \(process) since \(started): \(collections.count) of \(count) collections done"
    }

    /// The same as `run` of `status --json`.
    var holder: JSONValue {
        .object([
            ("run", .integer(run)), ("kind", .string(kind)), ("process", .integer(process)),
            ("started", .time(started)), ("done", .array(collections.map { .string($0.name) })),
        ])
    }
}

extension CollectionWait {
    /// When is asked again and why not now, for people.
    var note: String { "asks again at \(until): \(reason)" }

    /// The same as members of an object; null where nothing is waited for.
    static func members(_ wait: CollectionWait?) -> [(String, JSONValue)] {
        [("next_attempt", .time(wait?.until)), ("wait_reason", .text(wait?.reason))]
    }
}
