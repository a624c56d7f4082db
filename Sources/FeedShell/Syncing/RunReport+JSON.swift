import FeedCache
import TerminalKit

extension RunReport {
    /// The document of `sync --json`.
    var json: JSONValue {
        .object(
            [
                ("run", .number(run)), ("outcome", .string(outcome.rawValue)), ("requests", .number(requests)),
                ("bytes", .number(bytes)), ("seconds", .real(seconds)),
                ("sections", sections.map(\.json) ?? .null), ("collections", .array(collections.map(\.json))),
            ] + (events.map { [("events", $0.json)] } ?? []))
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
        .object([
            ("name", .string(name)), ("outcome", .string(outcome.rawValue)), ("mode", .string(mode.rawValue)),
            ("pages", .number(pages)), ("inserted", .number(items.inserted)), ("updated", .number(items.updated)),
            ("unchanged", .number(items.unchanged)), ("stale", .number(items.stale)),
            ("removed", .number(items.removed)), ("rejected", .number(items.rejected)), ("drift", .bool(drift)),
            ("error", failure.map(\.json) ?? .null),
        ])
    }
}

extension SyncFailure {
    var json: JSONValue {
        .object([
            ("code", .string(code.rawValue)), ("status", .number(status)), ("url", .text(url)),
            ("message", .string(message)), ("retry_at", .time(retryAt)),
        ])
    }
}

extension RunRecord {
    /// An element of `runs --json`.
    static let fields: Fields<RunRecord> = [
        Field("run") { .integer($0.run) }, Field("kind") { .string($0.kind) }, Field("started") { .time($0.started) },
        Field("ended") { .time($0.ended) }, Field("outcome") { .text($0.outcome) },
        Field("requests") { .number($0.requests) }, Field("bytes") { .number($0.bytes) },
        Field("sections") { $0.sections }, Field("collections") { .array($0.collections.map(\.json)) },
    ]

    private var sections: JSONValue {
        guard let sectionsOutcome else { return .null }
        return .object([
            ("outcome", .string(sectionsOutcome)), ("revision", .number(sectionsRevision)),
            ("error", .text(sectionsError)),
        ])
    }
}

extension ProblemRecord {
    /// An element of `problems --json`.
    static let fields: Fields<ProblemRecord> = [
        Field("collection") { .text($0.collection) }, Field("kind") { .string($0.problem.kind.rawValue) },
        Field("id") { $0.problem.key.isEmpty ? .null : .string($0.problem.key) },
        Field("message") { .string($0.problem.message) }, Field("detail") { .text($0.problem.detail) },
        Field("times") { .number($0.times) }, Field("first_run") { .integer($0.firstRun) },
        Field("last_run") { .integer($0.lastRun) }, Field("last_seen") { .time($0.lastSeen) },
    ]
}
