import ArgumentParser
import FeedCache
import FeedModel
import FeedSource
import FeedStore
import TerminalKit

struct StatusCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of every collection, also while a sync runs.")
    static let example = "status"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let (collections, outbox, sectionsWait) = try cache.read {
            (try $0.status(), try $0.outbox(), try $0.sectionsWait())
        }
        let run = try cache.currentRun()
        let (source, isSyncing) = (cache.manifest.source.name, cache.isSyncing)
        var listing = Listing(
            collections, fields: CollectionStatus.fields,
            columns: [
                .text("collection", isFlexible: true), .number("items"), .text("outcome").toned(Tone.ofOutcome),
                .text("last success"), .text("notes", isFlexible: true),
            ]
        ) { status in
            [
                status.name, "\(status.items)", status.outcome?.rawValue ?? "never synced",
                status.lastSuccess?.description ?? "", Self.notes(status),
            ]
        }
        listing.document = { collections in
            .object(
                [
                    ("source", .string(source)), ("database", .string(cache.databasePath)),
                    ("syncing", .bool(isSyncing)),
                    ("collections", collections), ("run", run.map(\.holder) ?? .null),
                    ("sections", .object(CollectionWait.members(sectionsWait))),
                ] + (outbox.pending > 0 ? [("events", outbox.json)] : []))
        }
        if shared.mode.isForPeople {
            try shell.output.line(
                TerminalSanitizer.line("\(source) in \(cache.databasePath)\(isSyncing ? ", syncing" : "")"))
            if let run { try shell.output.line(TerminalSanitizer.line(run.progress(of: collections.count))) }
            if let sectionsWait { try shell.output.line(TerminalSanitizer.line("section config \(sectionsWait.note)")) }
        }
        try shell.show(listing, shared, note: outbox.note(isDelivered: cache.manifest.events != nil))
        return .done
    }

    private static func notes(_ status: CollectionStatus) -> String {
        let wait = status.wait.map(\.note)
        let walk = status.walk.map { walk in
            let total = walk.total.map { " of \($0) items" } ?? ""
            return "\(walk.kind == .sync ? "a walk" : "a browse") has read \(walk.pages) pages\(total)"
        }
        return [wait, walk].compactMap(\.self).joined(separator: "; ")
    }
}

extension CollectionStatus {
    /// An element of `collections` in `status --json`.
    fileprivate static let fields: Fields<CollectionStatus> = [
        Field("name") { .string($0.name) }, Field("items") { .number($0.items) },
        Field("outcome") { .text($0.outcome?.rawValue) }, Field("last_success") { .time($0.lastSuccess) },
        Field("last_attempt") { .time($0.lastAttempt) }, Field("next_attempt") { .time($0.wait?.until) },
        Field("wait_reason") { .text($0.wait?.reason) }, Field("walk") { $0.walk.map(\.json) ?? .null },
    ]
}

extension WalkState {
    fileprivate var json: JSONValue {
        .object([
            ("number", .integer(number)), ("kind", .string(kind.rawValue)), ("pages", .integer(pages)),
            ("total", .number(total)), ("started", .time(started)), ("advanced", .time(advanced)),
            ("drift", .text(drift)),
        ])
    }
}

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
