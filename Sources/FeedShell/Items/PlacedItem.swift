import FeedCache
import FeedModel
import FeedStore
import TerminalKit

/// An item of a collection and its place there, from 0.
struct PlacedItem: Sendable {
    /// Items that are read at a time.
    fileprivate static let window = 512

    let place: Int
    let item: FeedItem
}

extension ItemList {
    /// Items in order from `offset` on, `limit` at most; memory does not grow with their number.
    func forEach(from offset: Int, limit: Int, _ body: (PlacedItem) throws -> Void) throws {
        var (position, rest) = (offset, limit)
        while rest > 0 {
            let items = try window(offset: position, limit: min(rest, PlacedItem.window))
            for item in items {
                try body(PlacedItem(place: position, item: item))
                position += 1
            }
            guard items.count == PlacedItem.window else { return }
            rest -= items.count
        }
    }
}

extension Removal {
    var json: JSONValue {
        .object([("at", .time(at)), ("reason", .string(reason.rawValue)), ("evidence", .text(evidence))])
    }
}

extension ItemRecord {
    /// The document of `show --json`.
    func json(collection: String) -> JSONValue {
        .object(
            [
                ("collection", .string(collection)), ("id", .string(key)), ("position", .number(position)),
                ("version", .text(version)), ("payload", payload.map(JSONValue.verbatim) ?? .null),
                ("removed", removal.map(\.json) ?? .null), ("older", .bool(isOlder)),
                ("waiting", waiting.map(\.json) ?? .null),
                ("first_seen", .time(firstSeen)), ("updated", .time(updated)),
                ("history", .array(history.map(\.json))),
            ] + (detail.map { [("detail", $0.json)] } ?? []))
    }
}

extension DetailRecord {
    fileprivate var json: JSONValue {
        .object([
            ("version", .text(version)), ("confirmed", .time(confirmed)), ("due", .bool(isDue)),
            ("failures", .number(failures)), ("error", .text(error)), ("next_attempt", .time(nextAttempt)),
        ])
    }
}

extension ItemChange {
    fileprivate var json: JSONValue {
        .object([
            ("run", .integer(run)), ("at", .time(at)), ("change", .string(change)), ("version", .text(version)),
            ("payload", payload.map(JSONValue.verbatim) ?? .null),
        ])
    }
}

extension FeedRow {
    /// An element of `rows` in `feed --json`.
    func json(row: Int) -> JSONValue {
        switch self {
        case .content(let index, let id, let version, let payload):
            .object([
                ("row", .number(row)), ("kind", .string("content")), ("index", .number(index)),
                ("id", .string(id.text)),
                ("version", .text(version)), ("payload", .verbatim(payload)),
            ])
        case .ad(let slot, _, let id, let payload):
            .object([
                ("row", .number(row)), ("kind", .string("ad")), ("slot", .number(slot)), ("ad", .string(id.text)),
                ("payload", .verbatim(payload)),
            ])
        }
    }
}

extension Section {
    /// The members of a section in `feed --json` before its rows.
    var jsonMembers: [(String, JSONValue)] {
        [
            ("id", .string(id)), ("type", .string(type)), ("title", .string(title)), ("layout", .string(layout)),
            ("collection", .text(collection)), ("payload", .verbatim(payload)),
        ]
    }
}
