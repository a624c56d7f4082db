package import FeedModel

extension SyncReport {
    /// The document of `sync --json`.
    var json: JSONValue {
        .object(
            [
                ("run", .number(run)), ("outcome", .string(outcome.rawValue)), ("requests", .number(requests)),
                ("bytes", .number(bytes)), ("seconds", .real(seconds)),
                ("sections", sections.map(\.json) ?? .null), ("collections", .array(collections.map(\.json))),
            ] + (events.map { [("events", $0.json)] } ?? []) + (assets.map { [("assets", $0.json)] } ?? []))
    }
}

extension SectionsReport {
    fileprivate var json: JSONValue {
        .object([
            ("outcome", .string(outcome.rawValue)), ("revision", .number(revision)),
            ("error", failure.map(\.json) ?? .null),
        ])
    }
}

extension CollectionReport {
    var json: JSONValue {
        .object(
            [
                ("name", .string(name.text)), ("outcome", .string(outcome.rawValue)), ("mode", .string(mode.rawValue)),
                ("pages", .number(pages)), ("inserted", .number(items.inserted)), ("updated", .number(items.updated)),
                ("unchanged", .number(items.unchanged)), ("stale", .number(items.stale)),
                ("removed", .number(items.removed)), ("rejected", .number(items.rejected)), ("drift", .bool(drift)),
                ("waiting", .array(waiting.map(\.json))), ("error", failure.map(\.json) ?? .null),
            ] + (details.map { [("details", $0.json)] } ?? []))
    }
}

extension DetailCounts {
    fileprivate var json: JSONValue {
        .object([("stored", .number(stored)), ("unchanged", .number(unchanged)), ("failed", .number(failed))])
    }
}

extension AssetReport {
    fileprivate var json: JSONValue {
        .object([
            ("stored", .number(stored)), ("unchanged", .number(unchanged)), ("failed", .number(failed)),
            ("left", .number(left)), ("error", .text(lastFailure)),
        ])
    }
}

extension WaitingItems {
    /// As `sync`, `status` and `show` have it.
    var json: JSONValue {
        .object([("items", .number(items)), ("since", .time(since)), ("message", .string(message))])
    }
}

extension SyncFailure {
    package var json: JSONValue {
        .object([
            ("code", .string(code.rawValue)), ("status", .number(status)), ("url", .text(url)),
            ("message", .string(message)), ("retry_at", .time(retryAt)),
        ])
    }
}
