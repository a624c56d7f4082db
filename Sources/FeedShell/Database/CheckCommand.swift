import ArgumentParser
import FeedCache
import FeedModel
import FeedSchema
import FeedSource
import FeedStore
import TerminalKit

struct BackupCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a copy of the database while it stays in use, and check it.")
    static let example = "backup feed-backup.db"

    @OptionGroup var shared: SharedOptions

    @Argument(help: "The file to write; it must not exist.", completion: .file())
    var path: String

    func run(in shell: Shell) async throws -> ExitStatus {
        try shell.cache(shared).database.backup(to: path)
        try shell.show(.object([("backup", .string(path))]), shared) {}
        shell.say("copied to \(path)", shared)
        return .done
    }
}

struct RestoreCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of the database, whatever readers are open.",
        discussion: """
            The backup is checked first. The database may be damaged or missing. A file that is no database of feedcache \
            is left alone: move it away, with what is beside it.
            """)
    static let example = "restore feed-backup.db"

    @OptionGroup var shared: SharedOptions

    @Argument(help: "The file that “backup” wrote.", completion: .file())
    var path: String

    func run(in shell: Shell) async throws -> ExitStatus {
        guard FileIdentity(path: path) != nil else {
            throw CommandError(
                .noInput, "there is no file “\(path)”", advice: "name one that “backup” wrote", code: "not_found")
        }
        let database = try shell.locations.database(shared.database)
        try await FeedEngine.restore(database, from: path)
        try shell.show(.object([("restored", .string(database))]), shared) {}
        shell.say("restored from \(path)", shared)
        return .done
    }
}

struct CheckCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Look for damage and for states that should be impossible.",
        discussion: """
            With --source and without --db the manifest is looked at instead, without a network or a database: exit code 78 \
            with file, line and key of what is wrong in it; variables that are not set are warnings.

            A database of an older version is brought up to date by the first sync. With --upgrade that is done now, before \
            the check; of a large one nothing can be read before.
            """)
    static let example = "check"

    @OptionGroup var shared: SharedOptions

    @Flag(help: "Bring a database of an older version up to date first.")
    var upgrade = false

    func run(in shell: Shell) async throws -> ExitStatus {
        if let path = shared.source, shared.database == nil { return try checkManifest(at: path, shell) }
        let cache = try shell.cache(shared)
        if upgrade, let schema = try await cache.upgrade() {
            shell.say("brought from schema \(schema) to \(FeedSchema.migrations.count)", shared)
        }
        let state = try cache.database.state()
        let (findings, notes) =
            state.isThere
            ? (try cache.database.read { try $0.checkIntegrity() }, try cache.database.checkAssets())
            : ([], [state == .missing ? "there is no database yet" : "the database is empty"])
        let record = JSONValue.object([
            ("ok", .bool(findings.isEmpty)), ("findings", .array(findings.map(JSONValue.string))),
            ("notes", .array(notes.map(JSONValue.string))),
        ])
        let isWell = findings.isEmpty
        let damage = ErrorLine(
            "damaged", "the database is damaged",
            advice: "restore a backup, or move it away, with what is beside it, and sync again")
        return try shell.conclude(with: isWell ? .done : .badData, reporting: isWell ? [] : [damage]) {
            try shell.show(record, shared) {
                for line in (isWell && state.isThere ? ["all is well"] : findings) + notes { try shell.line(line) }
            }
        }
    }

    /// Looks at a manifest without a network or a database: what is wrong in it is an error, what is unwise a warning.
    ///
    /// - Throws: `ManifestError` with file, line and key of what is wrong.
    private func checkManifest(at path: String, _ shell: Shell) throws -> ExitStatus {
        let manifest = try Manifest.load(path: path)
        let warnings = try manifest.warnings + manifest.missingVariables(in: shell.environment)
        let record = JSONValue.object([
            ("ok", .bool(true)), ("manifest", .string(manifest.source.file)), ("source", .string(manifest.source.name)),
            ("collections", .array(manifest.collections.map { .string($0.name) })),
            ("warnings", .array(warnings.map(\.json))),
        ])
        return try shell.conclude(with: .done) {
            try shell.show(record, shared) {
                for warning in warnings { try shell.line("warning: \(warning)") }
                let lists = manifest.collections.count.of("collection")
                try shell.line("\(manifest.source.file) can be used: source “\(manifest.source.name)”, \(lists)")
            }
        }
    }
}

extension ManifestWarning {
    fileprivate var json: JSONValue {
        .object([("line", .number(line)), ("key", .string(key)), ("message", .string(message))])
    }
}

struct PruneCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Drop old tombstones, runs, history and events; never an item on screen.",
        discussion: """
            Every source and account in the file is pruned. Runs, history and problems are dropped by each sync as well, as \
            [keep] of the manifest says. What waits for delivery, or for a consumer, stays, and is named.
            """)
    static let example = "prune --days 7 --runs 20"

    @OptionGroup var shared: SharedOptions

    @Option(help: "Tombstones younger than this many days stay: they keep old copies from coming back.")
    var days: Int = 30

    @Option(help: "This many of the last runs stay, with what was on screen then (default: as the manifest says).")
    var runs: Int?

    @Option(help: "Events younger than this many days stay, as do those that wait for delivery.")
    var eventDays: Int = 90

    @Flag(help: "Items that have fallen over the edge of a window (keep) go too, with their history.")
    var older = false

    @Flag(help: "Pictures and files of this source that no item on screen names go, too.")
    var assets = false

    @Flag(
        help:
            "Write the file anew, so that what is free in it is free on the disk. It takes three times its size meanwhile."
    )
    var compact = false

    @Flag(help: "Say what would be dropped, and drop nothing.")
    var dryRun = false

    func validate() throws {
        guard (0...36_500).contains(days) else { throw ValidationError("--days is 0 to 36500") }
        guard (0...36_500).contains(eventDays) else { throw ValidationError("--event-days is 0 to 36500") }
        guard runs ?? 1 >= 1 else { throw ValidationError("--runs is 1 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        var options = PruneOptions(
            removedItems: .seconds(days * 86_400), events: .seconds(eventDays * 86_400), syncs: runs)
        (options.dropsOlder, options.dropsAssets, options.compacts) = (older, assets, compact)
        let report = try await shell.cache(shared).prune(options, isDryRun: dryRun)
        let record = JSONValue.object([
            ("tombstones", .number(report.tombstones)), ("runs", .number(report.runs)),
            ("history", .number(report.history)), ("revisions", .number(report.revisions)),
            ("problems", .number(report.problems)), ("events", .number(report.events)),
            ("older", .number(report.older)), ("assets", .number(report.assets)), ("sources", .number(report.sources)),
            ("waiting_events", .number(report.waitingEvents)),
            ("held_by", .array(report.heldBy.map(JSONValue.string))), ("freed_bytes", .number(report.freedBytes)),
        ])
        return try shell.show(record, shared) {
            let counts =
                "\(report.tombstones) tombstones, \(report.runs) runs, \(report.history) changes, "
                + "\(report.revisions) arrangements, \(report.problems) problems, \(report.events) events"
                + (older ? ", \(report.older) older items" : "") + (assets ? ", \(report.assets) pictures" : "")
            let verb = dryRun ? "would drop " : "dropped "
            try shell.output.line(report.isEmpty ? "nothing to drop" : verb + counts)
            if let freed = report.freedBytes {
                try shell.output.line("\(dryRun ? "would give back " : "gave back ")\(freed.megabytes)")
            }
            for line in report.left { try shell.line(line) }
        }
    }
}

extension PruneReport {
    fileprivate var left: [String] {
        let events = waitingEvents == 1 ? "1 event that waits" : "\(waitingEvents) events that wait"
        return (waitingEvents > 0 ? ["left \(events) for delivery"] : [])
            + heldBy.map { "left runs for “\($0)”, which has not taken them" }
    }
}
