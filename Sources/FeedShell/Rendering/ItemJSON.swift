import FeedCache

extension CachedItem {
    /// A line of `export --format ndjson`.
    func json(collection: String, position: Int) -> JSONValue {
        .object([
            ("collection", .string(collection)), ("id", .string(key)), ("position", .number(position)),
            ("version", .text(version)), ("payload", .verbatim(payload)),
        ])
    }
}

extension RemovedItem {
    /// An element of `items --removed --json`.
    func json(collection: String) -> JSONValue {
        .object([
            ("collection", .string(collection)), ("id", .string(key)), ("position", .null), ("version", .text(version)),
            ("payload", payload.map(JSONValue.verbatim) ?? .null), ("removed", removal.json),
        ])
    }
}

extension Removal {
    fileprivate var json: JSONValue {
        .object([("at", .time(at)), ("reason", .string(reason.rawValue))])
    }
}

extension ItemRecord {
    /// The document of `show --json`.
    func json(collection: String) -> JSONValue {
        .object([
            ("collection", .string(collection)), ("id", .string(key)), ("position", .number(position)),
            ("version", .text(version)), ("payload", payload.map(JSONValue.verbatim) ?? .null),
            ("removed", removal.map(\.json) ?? .null), ("first_seen", .time(firstSeen)), ("updated", .time(updated)),
            ("history", .array(history.map(\.json))),
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
        case .content(let index, let key, let version, let payload):
            .object([
                ("row", .number(row)), ("kind", .string("content")), ("index", .number(index)), ("id", .string(key)),
                ("version", .text(version)), ("payload", .verbatim(payload)),
            ])
        case .ad(let slot, _, let id, let payload):
            .object([
                ("row", .number(row)), ("kind", .string("ad")), ("slot", .number(slot)), ("ad", .string(id)),
                ("payload", .verbatim(payload)),
            ])
        }
    }
}

extension Section {
    /// The members of a section in `feed --json` that stand before its rows.
    var jsonMembers: [(String, JSONValue)] {
        [
            ("id", .string(id)), ("type", .string(type)), ("title", .string(title)), ("layout", .string(layout)),
            ("collection", .text(collection)),
        ]
    }
}
