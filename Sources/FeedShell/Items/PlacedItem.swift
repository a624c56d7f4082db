import FeedCache
import FeedModel
import FeedStore

/// An item of a collection and its place there, from 0.
struct PlacedItem: Sendable {
    let place: Int
    let item: FeedItem
}

extension ItemList {
    /// Items in order from `offset` on, `limit` at most; memory does not grow with their number.
    func forEach(from offset: Int, limit: Int, _ body: (PlacedItem) throws -> Void) throws {
        try WindowedReading.forEach(from: offset, limit: limit, of: window) {
            try body(PlacedItem(place: $0, item: $1))
        }
    }
}

extension FeedSnapshot {
    /// Rows of a section and their numbers, from `offset` on; memory does not grow with their number.
    ///
    /// - Parameter limit: nil for all rows.
    func forEachRow(of section: Section, from offset: Int, limit: Int?, _ body: (Int, FeedRow) throws -> Void) throws {
        let all = try rows(of: section)
        try WindowedReading.forEach(
            from: offset, limit: limit, of: { try all.window(offset: $0, limit: $1).rows }, body)
    }
}

private enum WindowedReading {
    private static let most = 512

    static func forEach<Element>(
        from offset: Int, limit: Int?, of window: (_ offset: Int, _ limit: Int) throws -> [Element],
        _ body: (Int, Element) throws -> Void
    ) throws {
        var position = offset
        let end = limit.map { offset > .max - $0 ? .max : offset + $0 } ?? .max
        while position < end {
            let size = min(most, end - position)
            let elements = try window(position, size)
            for element in elements {
                try body(position, element)
                position += 1
            }
            if elements.count < size { return }
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
                ("waiting", waiting.map(\.json) ?? .null), ("first_seen", .time(firstSeen)),
                ("updated", .time(updated)), ("history", .array(history.map(\.json))),
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
                ("id", .string(id.text)), ("version", .text(version)), ("payload", .verbatim(payload)),
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
