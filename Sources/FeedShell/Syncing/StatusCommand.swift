import ArgumentParser
import FeedCache
import FeedModel
import FeedSource
import FeedStore
import TerminalKit

struct StatusCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of every collection, also while a sync runs.",
        discussion: """
            With --max-age the exit code is 4 where the last success of a collection is older, and a line says which, \
            since when and why. With --format prometheus: metrics, for the textfile collector of the node exporter; with \
            --output that file is replaced at once.
            """)
    static let example = "status --max-age 2h"
    static let modes = OutputMode.ofRecords + [.prometheus]
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Option(help: .duration("End with 4 where the last success of a collection is longer ago, such as 2h."))
    var maxAge: DurationArgument?

    @Option(
        help: ArgumentHelp("Write the metrics into this file, whole or not at all.", valueName: "file"),
        completion: .file(extensions: ["prom"]))
    var output: String?

    func validate() throws {
        if output != nil, shared.format != .prometheus { throw ValidationError("--output needs --format prometheus") }
        try maxAge?.check("--max-age", in: DurationArgument(seconds: 1)...DurationArgument(seconds: 315_360_000))
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let state = try CacheState(of: cache)
        let stale = maxAge.map { state.staleLines(olderThan: $0, now: shell.clock.now) } ?? []
        return try shell.conclude(with: stale.isEmpty ? .done : .stale, reporting: stale) {
            if shared.mode == .prometheus {
                try write(StatusMetrics(state), in: shell)
            } else {
                try show(state, of: cache, in: shell)
            }
        }
    }

    private func write(_ metrics: StatusMetrics, in shell: Shell) throws {
        guard let output else { return try shell.output.write(metrics.text) }
        try NewFile(path: output).write(metrics.text, replacing: true)
    }

    private func show(_ state: CacheState, of cache: FeedEngine, in shell: Shell) throws {
        let (run, outbox) = (try cache.currentRun(), state.outbox)
        let (source, isSyncing, wait) = (state.source, cache.isSyncing, state.sectionsWait)
        var listing = Listing(state.collections, fields: CollectionStatus.fields)
        listing.document = { collections in
            .object(
                [
                    ("source", .string(source)), ("database", .string(cache.databasePath)),
                    ("syncing", .bool(isSyncing)),
                    ("collections", .array(collections)), ("run", run.map(\.holder) ?? .null),
                    (
                        "sections",
                        .object([("next_attempt", .time(wait?.until)), ("wait_reason", .text(wait?.reason))])
                    ),
                    ("bytes", .integer(state.space.bytes)), ("free_bytes", .integer(state.space.free)),
                ] + (outbox.pending > 0 ? [("events", outbox.json)] : [])
                    + (state.assets.files > 0 ? [("assets", state.assets.json)] : []))
        }
        if shared.mode.isForPeople {
            try shell.line("\(source) in \(cache.databasePath)\(isSyncing ? ", syncing" : "")")
            if let run { try shell.line(run.progress(of: state.collections.count)) }
            if let wait { try shell.line("section config \(wait.note)") }
            if state.assets.files > 0 {
                let most = cache.manifest.source.assets.most.megabytes
                try shell.line(
                    "\(state.assets.files.of("picture")) and files, \(state.assets.bytes.megabytes) of \(most)")
            }
            if state.space.isWorthCompacting {
                let (free, bytes) = (state.space.free.megabytes, state.space.bytes.megabytes)
                try shell.line("\(free) of \(bytes) are free in the file: “prune --compact” gives them back")
            }
            if let note = state.unprovedNote { try shell.line(note) }
        }
        try shell.show(listing, shared, note: outbox.note(isDelivered: cache.manifest.events != nil))
    }
}

extension CacheState {
    /// The lists that may be read in part without a word.
    fileprivate var unprovedNote: String? {
        let names = collections.filter { $0.lastSuccess != nil && $0.proof == nil }.map { "“\($0.name)”" }
        guard !names.isEmpty else { return nil }
        let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
        let verb = names.count == 1 ? "is" : "are"
        return
            "nothing shows yet that \(names.prefix(3).joined(separator: ", "))\(rest) \(verb) read whole: try “probe”"
    }
}

extension CollectionStatus {
    fileprivate static let fields: Fields<CollectionStatus> = [
        Field("name", shown: .text("collection", isFlexible: true)) { .string($0.name.text) },
        Field("items", shown: .number("items")) { .number($0.items) },
        Field(
            "outcome", shown: .text("outcome", tone: Tone.ofOutcome),
            as: { $0.outcome?.rawValue ?? "never synced" }
        ) { .text($0.outcome?.rawValue) },
        Field("last_success", shown: .time("last success")) { .time($0.lastSuccess) },
        Field("last_attempt") { .time($0.lastAttempt) }, Field("next_attempt") { .time($0.wait?.until) },
        Field("wait_reason") { .text($0.wait?.reason) }, Field("walk") { $0.walk.map(\.json) ?? .null },
        Field("waiting") { .array($0.waiting.map(\.json)) },
        Field("proof") { .text($0.proof?.text) }, Field("proved_at") { .time($0.proof?.at) },
        .shown(.text("notes", isFlexible: true)) { $0.notes },
    ]

    private var notes: String {
        let walk = walk.flatMap { walk -> String? in
            guard walk.pages > 0 else { return nil }
            let total = walk.total.map { " of \($0) items" } ?? ""
            return "\(walk.kind == .sync ? "a walk" : "a browse") has read \(walk.pages.of("page"))\(total)"
        }
        let waiting = waiting.map { "\($0.message) (since \($0.since))" }
        return ([wait?.note, walk].compactMap(\.self) + waiting).joined(separator: "; ")
    }
}

extension AssetSpace {
    fileprivate var json: JSONValue { .object([("files", .number(files)), ("bytes", .integer(bytes))]) }
}

extension WalkState {
    fileprivate var json: JSONValue {
        .object([
            ("number", .integer(self.number)), ("kind", .string(kind.rawValue)), ("pages", .integer(pages)),
            ("total", .number(self.total)), ("started", .time(self.started)), ("advanced", .time(advanced)),
            ("drift", .text(self.drift)),
        ])
    }
}

extension RunRecord {
    func progress(of count: Int) -> String {
        "\(kind) by process \(process) since \(started): \(collections.count) of \(count) collections done"
    }

    /// The same as `run` of `status --json`.
    var holder: JSONValue {
        .object([
            ("run", .integer(run)), ("kind", .string(kind)), ("process", .integer(process)),
            ("started", .time(started)), ("done", .array(collections.map { .string($0.name.text) })),
        ])
    }
}

extension CollectionWait {
    fileprivate var note: String { "asks again at \(until): \(reason)" }
}
